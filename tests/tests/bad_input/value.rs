//! Values DynamoDB does not store: refused before anything is sent, by path, wherever they are
//! given.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;

use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_runtime::{Attribute, Error, Item};
use tests::{db_for, with_table};

/// An item whose value comes as it is.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "raw", pk = "id")]
struct Raw {
    id: String,
    value: AttributeValue,
}

fn raw(value: AttributeValue) -> Raw {
    Raw {
        id: "r".to_owned(),
        value,
    }
}

fn number(text: &str) -> AttributeValue {
    AttributeValue::N(text.to_owned())
}

/// A value with this many lists around it.
fn nested(levels: usize) -> AttributeValue {
    (0..levels).fold(number("1"), |inner, _| AttributeValue::L(vec![inner]))
}

fn refused<T: Debug>(sent: Result<T, Error>, path: &str) {
    let Err(Error::Encode(error)) = sent else {
        panic!("{path}: {sent:?}");
    };
    assert_eq!((error.item(), error.path()), (Some("Raw"), path));
}

#[tokio::test]
async fn unstorable_values_are_refused_in_items_updates_and_conditions() {
    let texts = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect();
    let deep = format!("value{}", "[0]".repeat(31));
    let cases = [
        (number("123456789012345678901234567890123456789"), "value"),
        (number("0.123456789012345678901234567890123456789"), "value"),
        (number("1E126"), "value"),
        (number("-1E+126"), "value"),
        (number("1E-131"), "value"),
        (number("1E99999999999999999999"), "value"),
        (number("NaN"), "value"),
        (number("Infinity"), "value"),
        (number(""), "value"),
        (number("1,5"), "value"),
        (number("0x10"), "value"),
        (AttributeValue::Ss(Vec::new()), "value"),
        (AttributeValue::Ns(Vec::new()), "value"),
        (AttributeValue::Bs(Vec::new()), "value"),
        (AttributeValue::Ss(texts(&["a", "a"])), "value"),
        (AttributeValue::Ns(texts(&["1", "1.0"])), "value"),
        (AttributeValue::Ns(texts(&["1", "x"])), "value"),
        (
            AttributeValue::L(vec![number("1"), AttributeValue::Ss(Vec::new())]),
            "value[1]",
        ),
        (
            AttributeValue::M([("a".to_owned(), number("NaN"))].into()),
            "value.*",
        ),
        (nested(32), &deep),
    ];
    let db = &db_for::<Raw>().await;
    for (value, path) in cases {
        let value = || value.clone();
        refused(raw(value()).put().into_sdk(db), path);
        refused(
            Raw::key("r").update().set(Raw::VALUE, value()).into_sdk(db),
            path,
        );
        let condition = || Raw::VALUE.eq(value());
        refused(
            Raw::key("r").delete().condition(condition()).into_sdk(db),
            path,
        );
        refused(Raw::scan().filter(condition()).into_sdk(db), path);
    }
}

#[tokio::test]
async fn the_extremes_that_dynamodb_stores_are_stored_and_come_back() {
    with_table::<Raw>(async |db| {
        for value in [
            number("99999999999999999999999999999999999999"),
            number("-0.00000000000000000000000000000000000012"),
            number("9.9999999999999999999999999999999999999E+125"),
            number("1E-130"),
            nested(31),
        ] {
            raw(value.clone()).put().send(db).await.expect("a put");
            let found = Raw::key("r").get().send(db).await.expect("a get");
            let found = found.expect("the item").value;
            match (&value, &found) {
                // An engine may write the same number in another way.
                (AttributeValue::N(_), AttributeValue::N(_)) => {
                    let same = Raw::scan().filter(Raw::VALUE.eq(value.clone()));
                    assert_eq!(same.count(db).await.expect("a count"), 1, "{value:?}");
                }
                _ => assert_eq!(found, value),
            }
        }
    })
    .await;
}

/// Sets in places where they cannot be left out.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "sets", pk = "id")]
struct Sets {
    id: String,
    groups: Vec<BTreeSet<String>>,
    by_name: BTreeMap<String, BTreeSet<u8>>,
    tags: BTreeSet<String>,
}

#[tokio::test]
async fn an_empty_set_is_an_error_only_if_it_cannot_be_left_out() {
    let db = &db_for::<Sets>().await;
    let sets = Sets {
        id: "s".to_owned(),
        groups: Vec::new(),
        by_name: BTreeMap::new(),
        tags: BTreeSet::new(),
    };
    let item = sets.to_item().expect("the tags are left out");
    assert!(!item.contains_key("tags"));
    let mut grouped = sets.clone();
    grouped.groups = vec![["a".to_owned()].into(), BTreeSet::new()];
    let mut named = sets.clone();
    named.by_name.insert("n".to_owned(), BTreeSet::new());
    for (sets, path) in [(grouped, "groups[1]"), (named, "by_name.*")] {
        let Err(Error::Encode(error)) = sets.put().into_sdk(db) else {
            panic!("{path} is an empty set");
        };
        assert_eq!(error.path(), path);
    }
    let empty = BTreeSet::<String>::new;
    for update in [
        Sets::key("s").update().add_to_set(Sets::TAGS, empty()),
        Sets::key("s").update().delete_from_set(Sets::TAGS, empty()),
    ] {
        // Nothing to add or delete changes nothing, which is legal.
        let request = update.into_sdk(db).expect("a request");
        assert_eq!(request.get_update_expression(), &None);
    }
}

/// A tree, which may be of any depth.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "trees", pk = "id")]
struct Tree {
    id: String,
    root: Node,
}

#[derive(Debug, Clone, PartialEq, Attribute)]
struct Node {
    children: Vec<Node>,
}

fn tree(levels: usize) -> Tree {
    let leaf = Node {
        children: Vec::new(),
    };
    let grow = |inner, _| Node {
        children: vec![inner],
    };
    Tree {
        id: "t".to_owned(),
        root: (0..levels).fold(leaf, grow),
    }
}

#[tokio::test]
async fn a_struct_that_nests_too_deeply_is_refused_with_the_path() {
    with_table::<Tree>(async |db| {
        // A node is two levels: its map and its list of children. On the last level no list can be.
        tree(14).put().send(db).await.expect("30 levels");
        let found = Tree::key("t").get().send(db).await;
        assert_eq!(found.expect("a get"), Some(tree(14)));
        for levels in [15, 16, 100, 1000] {
            let sent = tree(levels).put().send(db).await;
            let Err(Error::Encode(error)) = sent else {
                panic!("{levels}: {sent:?}");
            };
            assert_eq!(error.item(), Some("Tree"));
            let start = "root.children[0].children[0].";
            assert!(error.path().starts_with(start), "{error}");
        }
    })
    .await;
}

#[tokio::test]
async fn an_update_that_makes_an_item_too_large_is_refused_and_changes_nothing() {
    with_table::<Raw>(async |db| {
        let text = |size| AttributeValue::S("x".repeat(size));
        let small = raw(text(10));
        small.put().send(db).await.expect("a put");
        let large = Raw::key("r").update().set(Raw::VALUE, text(450_000));
        let error = large.send(db).await.expect_err("over 400 KB");
        assert!(matches!(&error, Error::Sdk(_)), "{error}");
        assert!(error.to_string().len() < 10_000, "no message shows values");
        let found = Raw::key("r").get().send(db).await.expect("a get");
        assert_eq!(found, Some(small));
    })
    .await;
}

#[derive(Debug, Clone, Copy, PartialEq, Attribute)]
enum Status {
    New,
    Shipped,
}

#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "parcels", pk = "id", sk = "status")]
struct Parcel {
    id: String,
    status: Status,
    before: Option<Status>,
}

#[tokio::test]
async fn misspelt_text_of_an_enum_is_refused_before_it_is_sent() {
    // There is no table, so a request that is sent fails in another way.
    let db = &db_for::<Parcel>().await;
    let key = || Parcel::key("p", Status::New);
    let before = Parcel::BEFORE;
    let encoded = [
        key().update().set(before, "shipped").send(db).await,
        key()
            .delete()
            .condition(before.eq("shipped"))
            .send(db)
            .await,
        key()
            .delete()
            .condition(before.ne("shipped"))
            .send(db)
            .await,
        key()
            .delete()
            .condition(before.is_in(["New", "shipped"]))
            .send(db)
            .await,
    ];
    let filter = Parcel::scan().filter(before.eq("shipped")).all(db).await;
    for result in encoded.into_iter().chain([filter.map(drop)]) {
        let Err(Error::Encode(error)) = result else {
            panic!("{result:?}");
        };
        assert!(
            error
                .to_string()
                .ends_with("the text is not one of `New`, `Shipped`"),
            "{error}"
        );
    }
    let range = Parcel::query("p")
        .range(Parcel::STATUS.eq("shipped"))
        .all(db)
        .await;
    let Err(Error::Key(error)) = range else {
        panic!("{range:?}");
    };
    assert_eq!(
        error.to_string(),
        "`Parcel` component `status` is not one of `New`, `Shipped`"
    );
    // By order, any text is compared.
    let order = Parcel::scan().filter(before.gt("S")).all(db).await;
    assert!(matches!(order, Err(Error::Sdk(_))), "{order:?}");
}

/// An enum with other names in serde than in keys.
#[derive(Debug, Clone, Copy, PartialEq, Attribute, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
enum Step {
    Packed,
}

#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "steps", pk = "id")]
struct Stage {
    id: String,
    #[dynamo(serde)]
    step: Step,
}

#[tokio::test]
async fn text_is_compared_as_serde_stores_it() {
    with_table::<Stage>(async |db| {
        let stage = Stage {
            id: "s".to_owned(),
            step: Step::Packed,
        };
        stage.put().send(db).await.expect("a put");
        let found = Stage::scan().filter(Stage::STEP.eq("packed")).all(db);
        assert_eq!(found.await.expect("a scan"), [stage]);
    })
    .await;
}
