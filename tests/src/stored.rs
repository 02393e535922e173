//! Stored items, as the SDK shows them and not as the library reads them.

#![allow(clippy::missing_panics_doc, reason = "a test that cannot go on panics")]

use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_runtime::{Db, Item, Key};

/// The attributes of an item by name.
pub type Stored = HashMap<String, AttributeValue>;

/// The attributes of an item; none if it does not exist.
pub async fn stored<T: Item>(db: &Db, key: Key<T>) -> Stored {
    let request = key.get().consistent().into_sdk(db).expect("a request");
    let output = request.send().await.expect("a read");
    output.item.unwrap_or_default()
}

/// The attributes of an item, which is also what the item, decoded and encoded again, is made of.
pub async fn consistent<T: Item>(db: &Db, key: Key<T>) -> Stored {
    let stored = stored(db, key).await;
    let again = T::from_item(stored.clone()).expect("an item").to_item();
    assert_eq!(again.expect("attributes"), stored, "keys follow the fields");
    stored
}

/// An attribute as text or as the text of a number.
#[must_use]
pub fn text<'a>(item: &'a Stored, name: &str) -> Option<&'a str> {
    match item.get(name)? {
        AttributeValue::S(text) | AttributeValue::N(text) => Some(text),
        other => panic!("`{name}` is {other:?}"),
    }
}

/// Sets one attribute behind the library's back.
pub async fn overwrite<T: Item>(db: &Db, key: Key<T>, name: &str, value: Option<AttributeValue>) {
    let request = key.get().into_sdk(db).expect("a request");
    let keys = request.get_key().clone();
    let table = request.get_table_name().clone().expect("a table");
    let request = db
        .client()
        .update_item()
        .table_name(table)
        .set_key(keys)
        .expression_attribute_names("#name", name);
    let request = match value {
        Some(value) => request
            .update_expression("SET #name = :value")
            .expression_attribute_values(":value", value),
        None => request.update_expression("REMOVE #name"),
    };
    request.send().await.expect("a raw update");
}
