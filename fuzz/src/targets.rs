//! The fuzz targets: code that reads text from outside, and the properties that must always hold.
//! One function each; it panics if a property does not hold.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::OnceLock;

use aws_sdk_dynamodb::types::AttributeValue;
use aws_smithy_types::base64;
use dynamo_design::import::Import;
use dynamo_runtime::op::Salvaged;
use dynamo_runtime::{Attribute, Binary, Cursor, Db, Decoder, Error, Item, Record};
use sha2::{Digest as _, Sha256};

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
    if let Ok(page) = Salvaged::<Wide>::from_json(data) {
        page.items.iter().for_each(survives);
        for error in page.failed {
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

/// A query whose cursors have keys of every type.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "paged", pk = "PK", sk = "SK")]
#[dynamo(rename_all = "SCREAMING_SNAKE_CASE")]
#[gsi(name = "ByBytes", pk = "pk", sk = "b", query = "by_bytes")]
struct Paged {
    pk: String,
    sk: i64,
    b: Binary,
}

/// The partition whose cursors are opened.
const PARTITION: &str = "p";

/// A `Db`, and the beginning of its cursors of the query: everything before the checksum.
struct Pages {
    db: Db,
    header: Vec<u8>,
}

/// Reads a page, once.
fn pages(sealed: bool) -> &'static Pages {
    static PLAIN: OnceLock<Pages> = OnceLock::new();
    static SEALED: OnceLock<Pages> = OnceLock::new();
    let pages = if sealed { &SEALED } else { &PLAIN };
    pages.get_or_init(|| {
        let mut runtime = tokio::runtime::Builder::new_current_thread();
        let runtime = runtime.enable_all().build().expect("a runtime");
        runtime.block_on(read_page(sealed)).expect("a page")
    })
}

async fn read_page(sealed: bool) -> Result<Pages, Error> {
    let mut db = Db::embedded().await?;
    if sealed {
        db = db.with_cursor_secret(b"a secret of the fuzz targets")?;
    }
    db.create_table::<Paged>().await?;
    for sk in 0..2 {
        let (pk, b) = (PARTITION.to_owned(), Binary::from(vec![1]));
        Paged { pk, sk, b }.put().send(&db).await?;
    }
    let page = Paged::by_bytes(PARTITION).limit(1).send(&db).await?;
    let text = page.next.expect("a second item").to_string();
    let text = text.replace('-', "+").replace('_', "/");
    let padded = format!("{text}{}", "=".repeat((4 - text.len() % 4) % 4));
    let mut header = base64::decode(padded).expect("base64");
    // The kind and the fingerprint.
    header.truncate(17);
    Ok(Pages { db, header })
}

/// Opens a cursor: `data` as its text, and as the content inside one. An accepted key leads to the
/// partition of the query, and has the attributes of its keys.
pub fn cursor(data: &[u8]) {
    for sealed in [false, true] {
        if let Ok(text) = std::str::from_utf8(data) {
            opens(text, sealed);
        }
    }
    // Only a holder of the secret can make a sealed one.
    let mut bytes = pages(false).header.clone();
    let sum = Sha256::digest([&bytes[1..], data].concat());
    bytes.extend_from_slice(&sum[..4]);
    bytes.extend_from_slice(data);
    let text = base64::encode(bytes).replace('+', "-").replace('/', "_");
    let forged = text.trim_end_matches('=');
    opens(forged, false);
    assert!(open(forged, true).is_err());
}

fn open(text: &str, sealed: bool) -> Result<HashMap<String, AttributeValue>, Error> {
    let query = Paged::by_bytes(PARTITION).after(Cursor::from(text));
    let request = query.into_sdk(&pages(sealed).db)?;
    let key = request.get_exclusive_start_key().clone();
    Ok(key.expect("the cursor begins the page"))
}

fn opens(text: &str, sealed: bool) {
    let Ok(key) = open(text, sealed) else {
        return;
    };
    assert_eq!(key.len(), 3, "{key:?}");
    assert_eq!(key["PK"], AttributeValue::S(PARTITION.to_owned()));
    assert!(key["SK"].is_n() && key["B"].is_b(), "{key:?}");
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
