//! Ranges of text components, in every format and with everything that may follow them.

use dynamo_runtime::{Error, Item};
use tests::with_table;

use super::put_all;

/// The same text in every shape a text key has.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "texts", pk = "set", sk = "text")]
#[gsi(
    name = "Leading",
    pk = "set",
    sk = "T#{text}#{number:03}",
    sk_attr = "leading",
    query = "leading"
)]
#[gsi(
    name = "Bare",
    pk = "set",
    sk = "{text}#{number:03}",
    sk_attr = "bare",
    query = "bare"
)]
#[gsi(
    name = "Last",
    pk = "set",
    sk = "T#{text}",
    sk_attr = "last",
    query = "last"
)]
#[gsi(
    name = "Escape",
    pk = "set",
    sk = "{text:escape}#{number:03}",
    sk_attr = "escaped",
    query = "escaped"
)]
#[gsi(
    name = "Raw",
    pk = "set",
    sk = "T#{text:raw}#{number:03}",
    sk_attr = "raw",
    query = "raw"
)]
#[gsi(
    name = "Worded",
    pk = "set",
    sk = "{text}_x#{number:03}",
    sk_attr = "worded",
    query = "worded"
)]
#[gsi(
    name = "EscapeWorded",
    pk = "set",
    sk = "{text:escape}_x#{number:03}",
    sk_attr = "escape_worded",
    query = "escape_worded"
)]
#[gsi(
    name = "Lower",
    pk = "set",
    sk = "{text:lower}#{number:03}",
    sk_attr = "lower",
    query = "lower"
)]
#[gsi(
    name = "First",
    pk = "set",
    sk = "T#{text:first(2)}#{number:03}",
    sk_attr = "first",
    query = "leading_two"
)]
struct Text {
    set: String,
    text: String,
    number: u32,
}

fn texts<const N: usize>(values: [&str; N]) -> impl Iterator<Item = Text> {
    values.into_iter().map(|text| Text {
        set: "s".into(),
        text: text.into(),
        number: 7,
    })
}

/// Sorted, one a prefix of another, with characters below the delimiter and below the literal that
/// follows.
const WORDS: [&str; 8] = ["a", "a!", "a!b", "aA", "aA_x", "a_x", "ab", "é"];

#[tokio::test]
async fn text_compares_as_the_component_it_is() {
    with_table::<Text>(async |db| {
        put_all(db, texts(WORDS)).await;
        let words = WORDS.map(str::to_owned);
        assert_ranges!(db, Text::query("s"), Text::TEXT, &words, |item: &Text| item.text.clone());
        let sorted = |mut texts: Vec<String>| {
            texts.sort();
            texts
        };
        // If the key sorts differently from the component, the result is right and its order
        // that of the key.
        macro_rules! assert_found {
            ($($query:ident),*) => {$(
                for low in WORDS {
                    let found = async |query: dynamo_runtime::Query<_>| {
                        let items = query.all(db).await.expect("a query");
                        sorted(items.into_iter().map(|item: Text| item.text).collect())
                    };
                    let model = |keep: &dyn Fn(&str) -> bool| -> Vec<String> {
                        WORDS.into_iter().filter(|word| keep(word)).map(str::to_owned).collect()
                    };
                    let name = stringify!($query);
                    let query = || Text::$query("s");
                    assert_eq!(found(query().range(Text::TEXT.eq(low))).await, [low], "{name} eq {low}");
                    assert_eq!(found(query().range(Text::TEXT.lt(low))).await, model(&|word| word < low), "{name} lt {low}");
                    assert_eq!(found(query().range(Text::TEXT.le(low))).await, model(&|word| word <= low), "{name} le {low}");
                    assert_eq!(found(query().range(Text::TEXT.gt(low))).await, model(&|word| word > low), "{name} gt {low}");
                    assert_eq!(found(query().range(Text::TEXT.ge(low))).await, model(&|word| word >= low), "{name} ge {low}");
                    assert_eq!(
                        found(query().range(Text::TEXT.begins_with(low))).await,
                        model(&|word| word.starts_with(low)),
                        "{name} begins_with {low}"
                    );
                    for high in WORDS.into_iter().filter(|high| *high >= low) {
                        assert_eq!(
                            found(query().range(Text::TEXT.between(low, high))).await,
                            model(&|word| word >= low && word <= high),
                            "{name} between {low} and {high}"
                        );
                    }
                }
            )*};
        }
        assert_found!(leading, bare, last, escaped, raw, worded, escape_worded);
    })
    .await;
}

#[tokio::test]
async fn formats_apply_to_what_a_component_is_compared_with() {
    with_table::<Text>(async |db| {
        put_all(db, texts(["Apple", "apricot", "BANANA", "cherry"])).await;
        let found = async |items: Result<Vec<Text>, Error>| {
            let items = items.expect("a query").into_iter();
            items.map(|item| item.text).collect::<Vec<_>>()
        };
        let lower = || Text::lower("s");
        let query = lower().range(Text::TEXT.begins_with("AP")).all(db).await;
        assert_eq!(found(query).await, ["Apple", "apricot"]);
        let query = lower().range(Text::TEXT.gt("APPLE")).all(db).await;
        assert_eq!(found(query).await, ["apricot", "BANANA", "cherry"]);
        let query = lower().range(Text::TEXT.eq("bAnAnA")).all(db).await;
        assert_eq!(found(query).await, ["BANANA"]);
        let first = || Text::leading_two("s");
        let query = first().range(Text::TEXT.eq("apple")).all(db).await;
        assert_eq!(found(query).await, ["apricot"], "both are `ap` there");
        let query = first().range(Text::TEXT.le("apa")).all(db).await;
        assert_eq!(found(query).await, ["Apple", "BANANA"]);
        let query = first().range(Text::TEXT.gt("apa")).all(db).await;
        assert_eq!(found(query).await, ["apricot", "cherry"]);
        let query = first().range(Text::TEXT.gt("apz")).all(db).await;
        assert_eq!(found(query).await, ["cherry"]);
        let query = first().range(Text::TEXT.begins_with("a")).all(db).await;
        assert_eq!(found(query).await, ["apricot"]);
    })
    .await;
}

#[tokio::test]
async fn a_prefix_in_lower_case_is_that_of_the_component() {
    with_table::<Text>(async |db| {
        // A capital sigma is another letter in lower case if it ends a word.
        put_all(db, texts(["ΑΣΑ"])).await;
        let query = Text::lower("s").range(Text::TEXT.begins_with("ΑΣ"));
        assert_eq!(query.count(db).await.expect("a query"), 1);
    })
    .await;
}

/// A text that may contain the delimiter, with a number behind it.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "paths", pk = "set", sk = "SK")]
#[key(sk = "{path:raw}#{number:03}")]
struct Place {
    set: String,
    path: String,
    number: u32,
}

#[tokio::test]
async fn an_equal_raw_component_is_not_the_beginning_of_another() {
    with_table::<Place>(async |db| {
        let place = |path: &str, number| Place {
            set: "s".into(),
            path: path.into(),
            number,
        };
        let stored = [place("a", 1), place("a#001", 2), place("a#", 3)];
        put_all(db, stored.clone()).await;
        let query = || Place::query("s");
        let equal = query().range(Place::PATH.eq("a"));
        assert_eq!(equal.clone().all(db).await.expect("a query"), stored[..1]);
        assert_eq!(equal.count(db).await.expect("a count"), 1);
        let tuple = query().range((Place::PATH.eq("a"), Place::NUMBER.ge(0)));
        assert_eq!(tuple.all(db).await.expect("a query"), stored[..1]);
        let tuple = query().range((Place::PATH.eq("a#001"), Place::NUMBER.eq(2)));
        assert_eq!(tuple.one(db).await.expect("one"), stored[1]);
    })
    .await;
}
