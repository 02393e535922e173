//! The fuzz targets: code that reads text from outside, and the properties that must always hold.
//! One function each; it panics if a property does not hold.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_design::import::Import;
use dynamo_runtime::{__fuzzing as fuzzing, Attribute, Binary, Decoder, Item, Record};

/// A target by name.
pub type Target = (&'static str, fn(&[u8]));

/// Every target.
pub const TARGETS: [Target; 4] = [
    ("key", key),
    ("wire", wire),
    ("cursor", cursor),
    ("import", import),
];

/// Every format of a component, in keys that are the only place of the fields.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "keyed", pk = "PK", sk = "SK")]
#[key(
    pk = "{plain}#K#{number}#{wide}#{escaped:escape}",
    sk = "S#{padded:020}#{integer:sortable}#{huge:sortable}#{float:sortable}#{raw:raw}_#{kind}#{last}"
)]
struct Keyed {
    #[dynamo(key_only)]
    plain: String,
    #[dynamo(key_only)]
    number: i32,
    #[dynamo(key_only)]
    wide: u128,
    #[dynamo(key_only)]
    escaped: String,
    #[dynamo(key_only)]
    padded: u64,
    #[dynamo(key_only)]
    integer: i64,
    #[dynamo(key_only)]
    huge: u128,
    #[dynamo(key_only)]
    float: f64,
    #[dynamo(key_only)]
    raw: String,
    #[dynamo(key_only)]
    kind: Kind,
    #[dynamo(key_only)]
    last: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Attribute)]
enum Kind {
    Small,
    Large,
}

/// Reads keys: `data` is the partition key, a line break and the sort key. A key that is read
/// builds the same key again, so an item that was found is written to where it was found.
pub fn key(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    let (pk, sk) = text.split_once('\n').unwrap_or((text, ""));
    let stored = HashMap::from([
        ("PK".to_owned(), AttributeValue::S(pk.to_owned())),
        ("SK".to_owned(), AttributeValue::S(sk.to_owned())),
    ]);
    let Ok(item) = Keyed::from_item(stored.clone()) else {
        return;
    };
    match item.to_item() {
        Ok(written) => assert_eq!(written, stored, "{item:?}"),
        Err(error) => panic!("{item:?} was read and cannot be written: {error}"),
    }
}

/// Every kind of attribute.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "wide", pk = "id")]
struct Wide {
    id: String,
    text: Option<String>,
    short: Option<u8>,
    long: Option<i64>,
    huge: Option<u128>,
    float: Option<f64>,
    flag: Option<bool>,
    bytes: Option<Binary>,
    list: Option<Vec<Option<i16>>>,
    map: Option<BTreeMap<String, Vec<String>>>,
    words: BTreeSet<String>,
    numbers: BTreeSet<i32>,
    blobs: BTreeSet<Binary>,
    pair: Option<(String, u8)>,
    part: Option<Part>,
    choice: Option<Choice>,
    any: Option<AttributeValue>,
    #[dynamo(flatten)]
    rest: BTreeMap<String, AttributeValue>,
}

#[derive(Debug, Clone, PartialEq, Attribute)]
struct Part {
    name: String,
    parts: Vec<Part>,
}

#[derive(Debug, Clone, PartialEq, Attribute)]
enum Choice {
    Unit,
    One(i64),
    Named { a: String, b: Option<bool> },
}

/// Reads the response of a query. The decoder that reads the struct from the text agrees with the
/// one that reads it from the SDK's values, and the result survives being written.
pub fn wire(data: &[u8]) {
    if let Some((found, failed)) = fuzzing::page::<Wide>(data) {
        found.iter().for_each(survives);
        for error in failed {
            // A number without digits, which no attribute can be, has no value either.
            if let Some(stored) = error.stored() {
                assert!(Wide::from_item(stored.clone()).is_err(), "{error}");
            }
        }
    }
    let Ok(mut decoder) = Decoder::json(data) else {
        return;
    };
    let direct = Wide::decode(&mut decoder);
    let values = Decoder::json(data).and_then(|mut decoder| decoder.item());
    match (direct, values) {
        (Ok(direct), Ok(values)) => {
            let through_values = Wide::from_item(values);
            assert_eq!(Some(&direct), through_values.ok().as_ref());
            survives(&direct);
        }
        (Err(error), Ok(values)) => {
            assert!(Wide::from_item(values).is_err(), "{error}");
        }
        // An attribute that occurs twice: the struct takes one, the values take neither.
        (_, Err(_)) => {}
    }
}

fn survives(item: &Wide) {
    // Another program may have stored an item that we would not write, such as one with an empty
    // key.
    let Ok(written) = item.to_item() else {
        return;
    };
    let again = Wide::from_item(written.clone()).expect("what was written is read");
    assert_eq!(typed(&again), typed(item));
    // A number kept as text may come in many forms, and is written in one.
    assert_eq!(again.to_item().expect("it was written before"), written);
}

/// An item without the attributes that are kept as they were found.
fn typed(item: &Wide) -> Wide {
    Wide {
        any: None,
        rest: BTreeMap::new(),
        ..item.clone()
    }
}

/// Opens a cursor: `data` as its text, and as the content inside one. An accepted key makes an
/// accepted cursor with the same key.
pub fn cursor(data: &[u8]) {
    for sealed in [false, true] {
        if let Ok(text) = std::str::from_utf8(data) {
            opens(text, sealed);
        }
        let forged = fuzzing::forge(data, sealed).expect("random bytes");
        opens(&forged, sealed);
        assert!(fuzzing::open(&forged, !sealed).is_err());
    }
}

fn opens(text: &str, sealed: bool) {
    let Ok(key) = fuzzing::open(text, sealed) else {
        return;
    };
    let again = |key| {
        let cursor = fuzzing::seal(key, sealed).expect("a key");
        fuzzing::open(&cursor, sealed).expect("our own")
    };
    // Numbers may come in many forms, and are sealed in one.
    let key = again(&key);
    assert_eq!(again(&key), key);
}

/// A table for samples of any kind.
const TABLE: &str = r#"{
    "TableName": "things",
    "AttributeDefinitions": [
        { "AttributeName": "PK", "AttributeType": "S" },
        { "AttributeName": "SK", "AttributeType": "S" }
    ],
    "KeySchema": [
        { "AttributeName": "PK", "KeyType": "HASH" },
        { "AttributeName": "SK", "KeyType": "RANGE" }
    ]
}"#;

/// Reads sources of item types: alone, and next to a table. Whatever they are, an import ends, with
/// source code or a reason.
pub fn import(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    for sources in [&[text][..], &[TABLE, text]] {
        let mut import = Import::new();
        let mut read = sources.iter();
        if read.all(|source| import.read("source", source).is_ok())
            && let Ok(imported) = import.finish()
        {
            assert!(imported.rust.starts_with("//! "));
        }
    }
}
