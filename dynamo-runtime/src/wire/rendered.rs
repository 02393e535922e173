//! Rendering the SDK's outputs as the JSON they were read from.
//!
//! A client's own interceptors may change an output after it was read. The changed output is
//! rendered here, and then read like any other answer.

use std::collections::HashMap;

use aws_sdk_dynamodb::operation::batch_get_item::BatchGetItemOutput;
use aws_sdk_dynamodb::operation::batch_write_item::BatchWriteItemOutput;
use aws_sdk_dynamodb::operation::delete_item::DeleteItemOutput;
use aws_sdk_dynamodb::operation::get_item::GetItemOutput;
use aws_sdk_dynamodb::operation::put_item::PutItemOutput;
use aws_sdk_dynamodb::operation::query::QueryOutput;
use aws_sdk_dynamodb::operation::scan::ScanOutput;
use aws_sdk_dynamodb::operation::search_vectors::SearchVectorsOutput;
use aws_sdk_dynamodb::operation::transact_get_items::TransactGetItemsOutput;
use aws_sdk_dynamodb::operation::transact_write_items::TransactWriteItemsOutput;
use aws_sdk_dynamodb::operation::update_item::UpdateItemOutput;
use aws_sdk_dynamodb::types::{Capacity, ConsumedCapacity, VectorCapacity};
use bytes::Bytes;

use super::request::Attributes;
use crate::codec::{EncodeError, Encoder};

/// An output of the SDK that can be rendered.
pub(super) trait Render {
    fn render(self, to: &mut Encoder) -> Result<(), EncodeError>;
}

/// The body that an output was read from, with the members that are used.
pub(super) fn rendered(output: impl Render) -> Result<Bytes, EncodeError> {
    let mut to = Encoder::json();
    to.raw("{");
    output.render(&mut to)?;
    to.raw("}");
    to.into_json().map(Bytes::from)
}

fn item(to: &mut Encoder, member: &str, item: Option<&Attributes>) -> Result<(), EncodeError> {
    let Some(item) = item else { return Ok(()) };
    to.member(member);
    to.attributes(item)
}

fn items(to: &mut Encoder, items: &[Attributes]) -> Result<(), EncodeError> {
    to.raw("[");
    for item in items {
        to.next();
        to.attributes(item)?;
    }
    to.raw("]");
    Ok(())
}

fn capacity<'c>(to: &mut Encoder, consumed: impl IntoIterator<Item = &'c ConsumedCapacity>) {
    let mut consumed = consumed.into_iter().peekable();
    if consumed.peek().is_none() {
        return;
    }
    to.member("ConsumedCapacity");
    to.raw("[");
    for consumed in consumed {
        to.next();
        to.raw("{");
        if let Some(table) = &consumed.table_name {
            to.member("TableName");
            to.quoted(table);
        }
        units(to, consumed.capacity_units);
        if let Some(table) = &consumed.table {
            to.member("Table");
            to.raw("{");
            units(to, table.capacity_units);
            to.raw("}");
        }
        indexes(
            to,
            "LocalSecondaryIndexes",
            consumed.local_secondary_indexes.as_ref(),
        );
        indexes(
            to,
            "GlobalSecondaryIndexes",
            consumed.global_secondary_indexes.as_ref(),
        );
        to.raw("}");
    }
    to.raw("]");
}

fn units(to: &mut Encoder, units: Option<f64>) {
    to.member("CapacityUnits");
    to.raw(zmij::Buffer::new().format(units.unwrap_or_default()));
}

fn indexes(to: &mut Encoder, member: &str, consumed: Option<&HashMap<String, Capacity>>) {
    let Some(consumed) = consumed else { return };
    to.member(member);
    to.raw("{");
    for (index, capacity) in consumed {
        to.member(index);
        to.raw("{");
        units(to, capacity.capacity_units);
        to.raw("}");
    }
    to.raw("}");
}

impl Render for SearchVectorsOutput {
    fn render(self, to: &mut Encoder) -> Result<(), EncodeError> {
        let consumed = self.consumed_capacity.as_ref();
        if let Some(bytes) = consumed.and_then(VectorCapacity::vector_search_request_bytes) {
            to.member("ConsumedCapacity");
            to.raw("{\"VectorSearchRequestBytes\":");
            to.raw(zmij::Buffer::new().format(bytes));
            to.raw("}");
        }
        to.member("SearchResults");
        to.raw("[");
        for result in self.search_results() {
            to.next();
            to.raw("{");
            item(to, "Item", result.item())?;
            to.member("Score");
            to.raw(zmij::Buffer::new().format(result.score));
            to.raw("}");
        }
        to.raw("]");
        Ok(())
    }
}

impl Render for GetItemOutput {
    fn render(self, to: &mut Encoder) -> Result<(), EncodeError> {
        capacity(to, &self.consumed_capacity);
        item(to, "Item", self.item.as_ref())
    }
}

/// Outputs of writes, with the item before or after.
macro_rules! writes {
    ($($output:ty),*) => {$(
        impl Render for $output {
            fn render(self, to: &mut Encoder) -> Result<(), EncodeError> {
                capacity(to, &self.consumed_capacity);
                item(to, "Attributes", self.attributes.as_ref())
            }
        }
    )*};
}

writes!(PutItemOutput, UpdateItemOutput, DeleteItemOutput);

/// Outputs that are pages.
macro_rules! pages {
    ($($output:ty),*) => {$(
        impl Render for $output {
            fn render(self, to: &mut Encoder) -> Result<(), EncodeError> {
                to.member("Count");
                to.raw(itoa::Buffer::new().format(self.count));
                to.member("ScannedCount");
                to.raw(itoa::Buffer::new().format(self.scanned_count));
                capacity(to, &self.consumed_capacity);
                item(to, "LastEvaluatedKey", self.last_evaluated_key.as_ref())?;
                if let Some(found) = &self.items {
                    to.member("Items");
                    items(to, found)?;
                }
                Ok(())
            }
        }
    )*};
}

pages!(QueryOutput, ScanOutput);

impl Render for BatchGetItemOutput {
    fn render(self, to: &mut Encoder) -> Result<(), EncodeError> {
        capacity(to, self.consumed_capacity.iter().flatten());
        to.member("Responses");
        to.raw("{");
        for (table, found) in self.responses.iter().flatten() {
            to.member(table);
            items(to, found)?;
        }
        to.raw("}");
        to.member("UnprocessedKeys");
        to.raw("{");
        for (table, left) in self.unprocessed_keys.iter().flatten() {
            to.member(table);
            to.raw("{\"Keys\":");
            items(to, left.keys())?;
            to.raw("}");
        }
        to.raw("}");
        Ok(())
    }
}

impl Render for BatchWriteItemOutput {
    fn render(self, to: &mut Encoder) -> Result<(), EncodeError> {
        capacity(to, self.consumed_capacity.iter().flatten());
        to.member("UnprocessedItems");
        to.raw("{");
        for (table, left) in self.unprocessed_items.iter().flatten() {
            to.member(table);
            to.raw("[");
            for write in left {
                to.next();
                to.raw("{");
                if let Some(put) = &write.put_request {
                    to.raw("\"PutRequest\":{");
                    item(to, "Item", Some(&put.item))?;
                    to.raw("}");
                } else if let Some(delete) = &write.delete_request {
                    to.raw("\"DeleteRequest\":{");
                    item(to, "Key", Some(&delete.key))?;
                    to.raw("}");
                }
                to.raw("}");
            }
            to.raw("]");
        }
        to.raw("}");
        Ok(())
    }
}

impl Render for TransactGetItemsOutput {
    fn render(self, to: &mut Encoder) -> Result<(), EncodeError> {
        capacity(to, self.consumed_capacity.iter().flatten());
        to.member("Responses");
        to.raw("[");
        for response in self.responses.iter().flatten() {
            to.next();
            to.raw("{");
            item(to, "Item", response.item.as_ref())?;
            to.raw("}");
        }
        to.raw("]");
        Ok(())
    }
}

impl Render for TransactWriteItemsOutput {
    fn render(self, to: &mut Encoder) -> Result<(), EncodeError> {
        capacity(to, self.consumed_capacity.iter().flatten());
        Ok(())
    }
}
