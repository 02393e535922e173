//! Keys by generated components: what is built is read back, two items never share a key, text
//! sorts as what it stands for, and a range finds what the same comparison in Rust does.

use dynamo_runtime::key::KeyValue;
use dynamo_runtime::{Error, Item, Key, Record};
use proptest::prelude::*;
use proptest::test_runner::Config;
use rust_decimal::Decimal;

/// Text of the characters that make trouble, and any other.
pub(super) fn text() -> impl Strategy<Value = String> {
    let special = prop::sample::select(vec![
        ' ',
        '!',
        '"',
        '#',
        '$',
        '%',
        '2',
        '3',
        'A',
        'Z',
        '_',
        'a',
        'é',
        'Σ',
        '\u{10ffff}',
    ]);
    let character = prop_oneof![6 => special, 1 => any::<char>()];
    prop::collection::vec(character, 0..5).prop_map(String::from_iter)
}

/// Numbers that DynamoDB has.
fn float() -> impl Strategy<Value = f64> {
    let magnitude = |value: &f64| *value == 0.0 || (1e-120..1e120).contains(&value.abs());
    prop_oneof![
        any::<f64>().prop_filter("within DynamoDB's range", magnitude),
        (-1000..1000_i32).prop_map(f64::from),
        (-1000..1000_i32).prop_map(|value| f64::from(value) / 64.0),
    ]
}

fn decimal() -> impl Strategy<Value = Decimal> {
    let any = (any::<i64>(), 0..28_u32);
    let small = (-1000..1000_i64, 0..4_u32);
    prop_oneof![any, small].prop_map(|(digits, scale)| Decimal::new(digits, scale))
}

/// Every format of a component, in a key that alone holds its fields.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "formats", pk = "PK", sk = "SK")]
#[key(
    pk = "{plain}#K#{number}#{decimal}#{escaped:escape}",
    sk = "S#{padded:020}#{integer:sortable}#{wide:sortable}#{huge:sortable}#{float:sortable}#{exact:sortable}#{raw:raw}_#{last}"
)]
struct Formats {
    #[dynamo(key_only)]
    plain: String,
    #[dynamo(key_only)]
    number: i64,
    #[dynamo(key_only)]
    decimal: Decimal,
    #[dynamo(key_only)]
    escaped: String,
    #[dynamo(key_only)]
    padded: u64,
    #[dynamo(key_only)]
    integer: i64,
    #[dynamo(key_only)]
    wide: i128,
    #[dynamo(key_only)]
    huge: u128,
    #[dynamo(key_only)]
    float: f64,
    #[dynamo(key_only)]
    exact: Decimal,
    #[dynamo(key_only)]
    raw: String,
    #[dynamo(key_only)]
    last: String,
}

fn formats(text: impl Strategy<Value = String> + Clone) -> impl Strategy<Value = Formats> {
    let texts = (text.clone(), text.clone(), text.clone(), text);
    let whole = (
        any::<i64>(),
        any::<u64>(),
        any::<i64>(),
        any::<i128>(),
        any::<u128>(),
    );
    let parts = (texts, whole, decimal(), float(), decimal());
    parts.prop_map(|(texts, whole, decimal, float, exact)| Formats {
        plain: texts.0,
        number: whole.0,
        decimal,
        escaped: texts.1,
        padded: whole.1,
        integer: whole.2,
        wide: whole.3,
        huge: whole.4,
        float,
        exact,
        raw: texts.2,
        last: texts.3,
    })
}

/// The key of an item, unless a component is refused.
fn keys(item: &Formats) -> Option<(String, String)> {
    let item = item.to_item().ok()?;
    let text = |name: &str| item[name].as_s().expect("a text key").clone();
    Some((text("PK"), text("SK")))
}

/// Few letters, so that different texts come close to the same key.
fn close_text() -> impl Strategy<Value = String> + Clone {
    let letters = prop::sample::select(vec!['#', '$', '_', 'K', '2']);
    prop::collection::vec(letters, 0..4).prop_map(String::from_iter)
}

proptest! {
    #![proptest_config(Config::with_cases(600))]

    #[test]
    fn a_built_key_is_read_back_or_refused_with_a_reason(item in formats(text().boxed())) {
        match item.to_item() {
            Ok(stored) => {
                prop_assert_eq!(stored.len(), 2, "the keys hold everything");
                prop_assert_eq!(Formats::from_item(stored).expect("what was built"), item);
            }
            Err(Error::Key(error)) => {
                let refused = match error.component() {
                    "plain" => item.plain.is_empty() || item.plain.contains('#'),
                    "last" => item.last.is_empty() || item.last.contains('#'),
                    "raw" => item.raw.is_empty(),
                    _ => false,
                };
                prop_assert!(refused, "{error}");
            }
            Err(error) => prop_assert!(false, "{error}"),
        }
    }

    #[test]
    fn the_ends_of_every_type_are_read_back(
        integer in prop::sample::select(vec![i64::MIN, -1, 0, 1, i64::MAX]),
        wide in prop::sample::select(vec![i128::MIN, i128::MIN + 1, -1, 0, i128::MAX]),
        huge in prop::sample::select(vec![0, 1, i128::MAX.unsigned_abs(), i128::MAX.unsigned_abs() + 1, u128::MAX]),
        exact in prop::sample::select(vec![Decimal::MIN, Decimal::ZERO, Decimal::new(-1, 28), Decimal::MAX]),
        float in prop::sample::select(vec![-0.0, 1e-129, 9.99e125, -1e125, 0.1]),
    ) {
        let item = Formats {
            plain: "p".into(), number: integer, decimal: exact, escaped: String::new(),
            padded: integer.unsigned_abs(), integer, wide, huge, float, exact, raw: "#".into(), last: "l".into(),
        };
        let stored = item.to_item().expect("an item");
        prop_assert_eq!(Formats::from_item(stored).expect("what was built"), item);
    }

    #[test]
    fn different_items_have_different_keys(
        left in formats(close_text()), right in formats(close_text()), same in any::<[bool; 4]>(),
    ) {
        // The same but for some of their texts.
        let text = |at: usize, ours: &String, theirs: &String| if same[at] { theirs.clone() } else { ours.clone() };
        let left = Formats {
            plain: text(0, &left.plain, &right.plain),
            escaped: text(1, &left.escaped, &right.escaped),
            raw: text(2, &left.raw, &right.raw),
            last: text(3, &left.last, &right.last),
            ..right.clone()
        };
        if let (Some(ours), Some(theirs)) = (keys(&left), keys(&right)) {
            prop_assert_eq!(ours == theirs, left == right, "{:?} {:?}", left, right);
        }
    }
}

/// Numbers and text inside text keys, one index each.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "orders", pk = "id")]
#[gsi(
    name = "Int",
    pk = "id",
    sk = "N#{int:sortable}#{tail}",
    sk_attr = "int_key"
)]
#[gsi(
    name = "Unsigned",
    pk = "id",
    sk = "{unsigned:sortable}#{tail}",
    sk_attr = "unsigned_key"
)]
#[gsi(
    name = "Padded",
    pk = "id",
    sk = "{unsigned:020}#{tail}",
    sk_attr = "padded_key"
)]
#[gsi(
    name = "Float",
    pk = "id",
    sk = "{float:sortable}#{tail}",
    sk_attr = "float_key"
)]
#[gsi(
    name = "Exact",
    pk = "id",
    sk = "{exact:sortable}#{tail}",
    sk_attr = "exact_key"
)]
#[gsi(
    name = "Text",
    pk = "id",
    sk = "{text:escape}#{tail}",
    sk_attr = "text_key"
)]
struct Ordered {
    id: String,
    int: i64,
    unsigned: u64,
    float: f64,
    exact: Decimal,
    text: String,
    tail: String,
}

fn ordered() -> impl Strategy<Value = Ordered> {
    let int = prop_oneof![any::<i64>(), -20..20_i64];
    let unsigned = prop_oneof![any::<u64>(), 0..20_u64];
    let tail = text().prop_filter("a component", |tail| {
        !tail.is_empty() && !tail.contains('#')
    });
    (int, unsigned, float(), decimal(), text(), tail).prop_map(
        |(int, unsigned, float, exact, text, tail)| Ordered {
            id: "i".into(),
            int,
            unsigned,
            float,
            exact,
            text,
            tail,
        },
    )
}

proptest! {
    #![proptest_config(Config::with_cases(1500))]

    #[test]
    fn text_in_keys_sorts_as_what_it_stands_for(left in ordered(), right in ordered()) {
        let (ours, theirs) = (left.to_item().expect("an item"), right.to_item().expect("an item"));
        let in_keys = |name: &str| ours[name].as_s().expect("text").cmp(theirs[name].as_s().expect("text"));
        let tails = left.tail.cmp(&right.tail);
        let float = left.float.partial_cmp(&right.float).expect("no NaN");
        for (name, order) in [
            ("int_key", left.int.cmp(&right.int)),
            ("unsigned_key", left.unsigned.cmp(&right.unsigned)),
            ("padded_key", left.unsigned.cmp(&right.unsigned)),
            ("float_key", float),
            ("exact_key", left.exact.cmp(&right.exact)),
            ("text_key", left.text.cmp(&right.text)),
        ] {
            prop_assert_eq!(in_keys(name), order.then(tails), "{}", name);
        }
    }
}

/// Numbers of more digits than DynamoDB stores, which only text keys hold.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "wide", pk = "PK", sk = "SK")]
#[key(pk = "{wide:sortable}", sk = "{huge:sortable}")]
struct Wide {
    #[dynamo(key_only)]
    wide: i128,
    #[dynamo(key_only)]
    huge: u128,
}

fn wide() -> impl Strategy<Value = Wide> {
    let wide = prop_oneof![any::<i128>(), -20..20_i128];
    let huge = prop_oneof![any::<u128>(), 0..20_u128];
    (wide, huge).prop_map(|(wide, huge)| Wide { wide, huge })
}

proptest! {
    #[test]
    fn the_widest_numbers_sort_as_numbers(left in wide(), right in wide()) {
        let (ours, theirs) = (left.to_key(), right.to_key());
        let text = |value: &KeyValue| value.as_str().expect("a text key").to_owned();
        let pk = |key: &Key<Wide>| text(key.partition().expect("a key"));
        let sk = |key: &Key<Wide>| text(key.sort().expect("a key").expect("a sort key"));
        prop_assert_eq!(pk(&ours).cmp(&pk(&theirs)), left.wide.cmp(&right.wide));
        prop_assert_eq!(sk(&ours).cmp(&sk(&theirs)), left.huge.cmp(&right.huge));
    }
}
