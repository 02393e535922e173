//! Fields: how each option stores them, and that every kind of value comes back as it was.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_runtime::{Attribute, Binary, Item, Record, formats};
use rust_decimal::Decimal;
use tests::with_table;

/// Every option a field has.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "options", pk = "id")]
#[dynamo(rename_all = "camelCase")]
struct Options {
    id: String,
    two_words: u32,
    #[dynamo(rename = "X-Name")]
    renamed: String,
    #[dynamo(skip)]
    skipped: Option<String>,
    #[dynamo(default)]
    defaulted: u32,
    #[dynamo(default = seven)]
    seven: u32,
    #[dynamo(with = formats::epoch_seconds)]
    at: SystemTime,
    #[dynamo(with = hex)]
    hex: u32,
    #[dynamo(serde)]
    foreign: Foreign,
    r#type: String,
    #[dynamo(flatten)]
    rest: BTreeMap<String, AttributeValue>,
}

fn seven() -> u32 {
    7
}

/// A number as hexadecimal text.
#[expect(
    clippy::trivially_copy_pass_by_ref,
    clippy::needless_pass_by_value,
    reason = "what `with` calls"
)]
mod hex {
    pub(super) fn encode(value: &u32) -> String {
        format!("{value:x}")
    }

    pub(super) fn decode(stored: String) -> Result<u32, std::num::ParseIntError> {
        u32::from_str_radix(&stored, 16)
    }
}

#[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Foreign {
    Point { x: i32, y: i32 },
    Nothing,
}

fn options() -> Options {
    Options {
        id: "o".into(),
        two_words: 2,
        renamed: "r".into(),
        skipped: None,
        defaulted: 1,
        seven: 8,
        at: UNIX_EPOCH + Duration::from_secs(90),
        hex: 0xbeef,
        foreign: Foreign::Point { x: 1, y: -2 },
        r#type: "t".into(),
        rest: [("extra".to_owned(), AttributeValue::Bool(true))].into(),
    }
}

fn s(text: &str) -> AttributeValue {
    AttributeValue::S(text.into())
}

fn n(number: &str) -> AttributeValue {
    AttributeValue::N(number.into())
}

fn m<const N: usize>(entries: [(&str, AttributeValue); N]) -> AttributeValue {
    AttributeValue::M(named(entries))
}

fn named<const N: usize>(entries: [(&str, AttributeValue); N]) -> HashMap<String, AttributeValue> {
    let entry = |(name, value): (&str, AttributeValue)| (name.to_owned(), value);
    entries.into_iter().map(entry).collect()
}

#[test]
fn every_option_of_a_field_stores_it_as_said() {
    let expected = named([
        ("id", s("o")),
        ("twoWords", n("2")),
        ("X-Name", s("r")),
        ("defaulted", n("1")),
        ("seven", n("8")),
        ("at", n("90")),
        ("hex", s("beef")),
        (
            "foreign",
            m([("kind", s("point")), ("x", n("1")), ("y", n("-2"))]),
        ),
        ("type", s("t")),
        ("extra", AttributeValue::Bool(true)),
    ]);
    let item = options().to_item().expect("an item");
    assert_eq!(item, expected);
    assert_eq!(Options::from_item(item).expect("options"), options());
}

#[test]
fn a_missing_attribute_is_the_default_or_an_error() {
    let mut skipping = options();
    skipping.skipped = Some("not stored".into());
    let mut item = skipping.to_item().expect("an item");
    item.remove("defaulted");
    item.remove("seven");
    let read = Options::from_item(item.clone()).expect("options");
    assert_eq!((read.defaulted, read.seven, read.skipped), (0, 7, None));
    item.remove("hex");
    assert!(Options::from_item(item).is_err(), "`hex` has no default");
}

#[tokio::test]
async fn every_option_comes_back_over_the_wire() {
    with_table::<Options>(async |db| {
        let mut other = options();
        other.foreign = Foreign::Nothing;
        other.id = "p".into();
        for item in [&options(), &other] {
            item.put().send(db).await.expect("a put");
            let key = item.to_key().get().consistent();
            assert_eq!(key.send(db).await.expect("a get").as_ref(), Some(item));
        }
        let mut all = Options::scan().all(db).await.expect("a scan");
        all.sort_by(|left, right| left.id.cmp(&right.id));
        assert_eq!(all, [options(), other]);
        let found = Options::scan()
            .filter(Options::HEX.eq(0xbeef))
            .count(db)
            .await;
        assert_eq!(
            found.expect("a count"),
            2,
            "a filter encodes as the field does"
        );
        let at = UNIX_EPOCH + Duration::from_secs(90);
        let found = Options::scan().filter(Options::AT.eq(at)).count(db).await;
        assert_eq!(found.expect("a count"), 2);
    })
    .await;
}

#[test]
fn a_flattened_attribute_cannot_take_the_place_of_a_field() {
    let mut clashing = options();
    clashing.rest = [("twoWords".to_owned(), n("3"))].into();
    assert!(clashing.to_item().is_err());
}

/// A value of every kind.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "kinds", pk = "id")]
struct Kinds {
    id: uuid::Uuid,
    shape: Shape,
    shapes: Vec<Shape>,
    newtype: Celsius,
    texts: BTreeSet<String>,
    numbers: HashSet<i64>,
    bytes: BTreeSet<Binary>,
    by_number: BTreeMap<u32, Option<String>>,
    nested: Option<Box<Nested>>,
    tuple: (u8, String),
    array: [i16; 3],
    wide: u128,
    exact: Decimal,
    float: f64,
    when: chrono::DateTime<chrono::Utc>,
    day: time::Date,
    blob: bytes::Bytes,
    letter: char,
}

#[derive(Debug, Clone, PartialEq, Attribute)]
#[dynamo(tag = "kind", content = "of", rename_all = "kebab-case")]
enum Shape {
    Dot,
    Circle(f64),
    Segment(i32, i32),
    #[dynamo(rename_all = "UPPERCASE")]
    LongBox {
        width: u32,
        #[dynamo(rename = "h")]
        height: Option<u32>,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Attribute)]
struct Celsius(f64);

#[derive(Debug, Clone, PartialEq, Attribute)]
struct Nested {
    inner: Option<Box<Nested>>,
    list: Vec<Option<u8>>,
    truth: bool,
}

fn kinds() -> Kinds {
    Kinds {
        id: uuid::Uuid::from_u128(1),
        shape: Shape::LongBox {
            width: 3,
            height: None,
        },
        shapes: vec![Shape::Dot, Shape::Circle(0.5), Shape::Segment(-1, 1)],
        newtype: Celsius(-40.0),
        texts: ["b".into(), "a".into(), "é\"\\\u{0}".into()].into(),
        numbers: [i64::MIN, 0, i64::MAX].into(),
        bytes: [Binary::from(vec![]), Binary::from(vec![0, 255])].into(),
        by_number: [(7, Some("seven".into())), (10, None)].into(),
        nested: Some(Box::new(Nested {
            inner: Some(Box::new(Nested {
                inner: None,
                list: vec![],
                truth: true,
            })),
            list: vec![Some(1), Some(2)],
            truth: false,
        })),
        tuple: (8, String::new()),
        array: [-1, 0, 1],
        wide: 10_u128.pow(37),
        exact: "-0.000123".parse().expect("a number"),
        float: 0.1 + 0.2,
        when: chrono::DateTime::from_timestamp(1_704_067_200, 0).expect("a time"),
        day: time::Date::from_ordinal_date(2024, 60).expect("a day"),
        blob: bytes::Bytes::from_static(b"\x00blob"),
        letter: 'ß',
    }
}

#[tokio::test]
async fn every_kind_of_value_comes_back_by_get_query_and_scan() {
    with_table::<Kinds>(async |db| {
        kinds().put().send(db).await.expect("a put");
        let got = kinds().to_key().get().consistent().send(db).await;
        assert_eq!(got.expect("a get"), Some(kinds()));
        assert_eq!(Kinds::scan().all(db).await.expect("a scan"), [kinds()]);
        let old = kinds().put().returning_old().send(db).await;
        assert_eq!(old.expect("a put"), Some(kinds()));
    })
    .await;
}

#[test]
fn enums_with_data_are_maps_with_a_tag() {
    let item = kinds().to_item().expect("an item");
    assert_eq!(
        item["shape"],
        m([("kind", s("long-box")), ("WIDTH", n("3"))])
    );
    let segment = AttributeValue::L(vec![n("-1"), n("1")]);
    let expected = [
        m([("kind", s("dot"))]),
        m([("kind", s("circle")), ("of", n("0.5"))]),
        m([("kind", s("segment")), ("of", segment)]),
    ];
    assert_eq!(item["shapes"], AttributeValue::L(expected.into()));
    assert_eq!(item["newtype"], n("-40"));
    assert!(matches!(&item["texts"], AttributeValue::Ss(texts) if texts.len() == 3));
    assert!(matches!(&item["numbers"], AttributeValue::Ns(_)));
    assert!(matches!(&item["bytes"], AttributeValue::Bs(_)));
}

#[test]
fn empty_values_are_left_out_or_stored_empty() {
    let mut empty = kinds();
    empty.texts.clear();
    empty.numbers.clear();
    empty.nested = None;
    empty.by_number.clear();
    empty.shapes.clear();
    let item = empty.to_item().expect("an item");
    for absent in ["texts", "numbers", "nested"] {
        assert!(!item.contains_key(absent), "{absent}");
    }
    assert_eq!(item["shapes"], AttributeValue::L(Vec::new()));
    assert_eq!(item["by_number"], AttributeValue::M(HashMap::new()));
    assert_eq!(Kinds::from_item(item).expect("kinds"), empty);
}

#[test]
fn unknown_attributes_are_passed_over() {
    let mut item = kinds().to_item().expect("an item");
    item.insert("newer".into(), m([("a", AttributeValue::Null(true))]));
    assert_eq!(Kinds::from_item(item).expect("kinds"), kinds());
}
