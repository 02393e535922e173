//! The body of a request, in DynamoDB's JSON.

use super::call::{BatchGetCall, BatchWriteCall};
use super::request::{ApiOperation, KeyAttributes, Request, Returns};
use crate::codec::{EncodeError, Encoder};

/// The approximate size of a body without its items.
const FRAME_BYTES: usize = 512;

/// A body under construction.
pub(super) struct Body {
    to: Encoder,
    /// Whether it asks for the capacity by index.
    by_index: bool,
}

impl Body {
    pub(super) fn new(by_index: bool) -> Self {
        Self {
            to: Encoder::json(),
            by_index,
        }
    }

    pub(super) fn finish(self) -> Result<Vec<u8>, EncodeError> {
        self.to.into_json()
    }

    /// Writes a request that is sent on its own.
    pub(super) fn one(&mut self, request: &Request) -> Result<(), EncodeError> {
        let to = &mut self.to;
        // Without conditions, not much stands beside an item.
        let frame = if request.item.is_empty() {
            FRAME_BYTES
        } else {
            FRAME_BYTES / 2 + request.condition.as_ref().map_or(0, String::len)
        };
        to.reserve(frame + request.item.len());
        to.raw("{");
        members(to, request)?;
        let word = |returns| match returns {
            Returns::Old => "ALL_OLD",
            Returns::New => "ALL_NEW",
            Returns::Updated => "UPDATED_NEW",
        };
        text(to, "ReturnValues", request.returns.map(word));
        let asked = request.condition.is_some().then_some("ALL_OLD");
        text(to, "ReturnValuesOnConditionCheckFailure", asked);
        text(to, "IndexName", request.index);
        text(
            to,
            "KeyConditionExpression",
            request.key_condition.as_deref(),
        );
        if request.operation == ApiOperation::Search {
            search(to, request, self.by_index);
            return Ok(());
        }
        text(to, "FilterExpression", request.filter.as_deref());
        text(to, "Select", request.counts.then_some("COUNT"));
        plain(to, "ConsistentRead", request.consistent.then_some("true"));
        plain(
            to,
            "ScanIndexForward",
            request.descending.then_some("false"),
        );
        number(to, "Limit", request.limit);
        if let Some(start) = &request.start {
            to.member("ExclusiveStartKey");
            to.attributes(start)?;
        }
        if let Some((segment, total)) = request.segment {
            number(to, "Segment", Some(segment));
            number(to, "TotalSegments", Some(total));
        }
        end(to, capacity(request.metered, self.by_index));
        Ok(())
    }

    /// Writes a batch of reads.
    pub(super) fn batch_get(&mut self, batch: &BatchGetCall) -> Result<(), EncodeError> {
        let to = &mut self.to;
        to.raw("{\"RequestItems\":{");
        for (table, keys) in &batch.tables {
            to.member(table);
            to.raw("{\"Keys\":[");
            for attributes in keys {
                to.next();
                key(to, attributes)?;
            }
            to.raw("]");
            plain(to, "ConsistentRead", batch.consistent.then_some("true"));
            to.raw("}");
        }
        to.raw("}");
        end(to, capacity(batch.metered, self.by_index));
        Ok(())
    }

    /// Writes a batch of writes, whose items are already JSON.
    pub(super) fn batch_write(&mut self, batch: &BatchWriteCall<'_>) {
        let to = &mut self.to;
        let entries = batch.tables.iter().flat_map(|(_, entries)| entries);
        let bytes = entries.map(|entry| entry.size()).sum::<usize>();
        to.reserve(FRAME_BYTES + bytes);
        to.raw("{\"RequestItems\":{");
        for (table, entries) in &batch.tables {
            to.member(table);
            to.raw("[");
            for entry in entries {
                to.next();
                let (before, after) = entry.frame();
                to.raw(before);
                to.raw_bytes(entry.json());
                to.raw(after);
            }
            to.raw("]");
        }
        to.raw("}");
        end(to, capacity(batch.metered, self.by_index));
    }

    /// Writes a transaction of reads.
    pub(super) fn transact_get(
        &mut self,
        gets: &[Request],
        metered: bool,
    ) -> Result<(), EncodeError> {
        let to = &mut self.to;
        to.raw("{\"TransactItems\":[");
        for get in gets {
            to.next();
            to.raw("{\"Get\":{");
            members(to, get)?;
            to.raw("}}");
        }
        to.raw("]");
        end(to, capacity(metered, self.by_index));
        Ok(())
    }

    /// Writes a transaction of writes and checks.
    pub(super) fn transact_write(
        &mut self,
        writes: &[Request],
        token: &str,
        metered: bool,
    ) -> Result<(), EncodeError> {
        let to = &mut self.to;
        to.raw("{\"TransactItems\":[");
        for write in writes {
            to.next();
            to.raw(match write.operation {
                ApiOperation::Put => "{\"Put\":{",
                ApiOperation::Update => "{\"Update\":{",
                ApiOperation::Delete => "{\"Delete\":{",
                _ => "{\"ConditionCheck\":{",
            });
            members(to, write)?;
            // Every operation whose condition fails returns the item it found.
            text(to, "ReturnValuesOnConditionCheckFailure", Some("ALL_OLD"));
            to.raw("}}");
        }
        to.raw("]");
        text(to, "ClientRequestToken", Some(token));
        end(to, capacity(metered, self.by_index));
        Ok(())
    }
}

/// Writes the members that a request has on its own and in a transaction.
fn members(to: &mut Encoder, request: &Request) -> Result<(), EncodeError> {
    text(to, "TableName", Some(&request.table));
    if request.operation == ApiOperation::Put {
        to.member("Item");
        to.raw_bytes(&request.item);
    } else if !request.key.is_empty() {
        to.member("Key");
        key(to, &request.key)?;
    }
    text(to, "UpdateExpression", request.update.as_deref());
    text(to, "ConditionExpression", request.condition.as_deref());
    text(to, "ProjectionExpression", request.projection.as_deref());
    request.expressions.write(to)
}

/// Writes the members of a search, and ends the body.
fn search(to: &mut Encoder, request: &Request, by_index: bool) {
    text(to, "SearchConditionExpression", request.filter.as_deref());
    number(to, "TopK", request.limit);
    to.member("SearchVector");
    to.raw("[");
    for element in &request.vector {
        to.next();
        to.raw("{\"N\":\"");
        to.raw(zmij::Buffer::new().format(*element));
        to.raw("\"}");
    }
    to.raw("]");
    // DynamoDB reports the bytes that a search looked at, not units by index.
    end(to, capacity(request.metered || by_index, false));
}

/// The capacity that the answer is to report.
fn capacity(metered: bool, by_index: bool) -> Option<&'static str> {
    if by_index {
        return Some("INDEXES");
    }
    metered.then_some("TOTAL")
}

/// Ends the body.
fn end(to: &mut Encoder, capacity: Option<&str>) {
    text(to, "ReturnConsumedCapacity", capacity);
    to.raw("}");
}

fn text(to: &mut Encoder, name: &str, value: Option<&str>) {
    if let Some(value) = value {
        to.member(name);
        to.quoted(value);
    }
}

fn plain(to: &mut Encoder, name: &str, value: Option<&str>) {
    if let Some(value) = value {
        to.member(name);
        to.raw(value);
    }
}

fn number(to: &mut Encoder, name: &str, value: Option<i32>) {
    if let Some(value) = value {
        to.member(name);
        to.raw(itoa::Buffer::new().format(value));
    }
}

fn key(to: &mut Encoder, attributes: &KeyAttributes) -> Result<(), EncodeError> {
    to.begin_item(attributes.len())?;
    for (name, value) in attributes {
        value.encode_as(name, to)?;
    }
    to.end_item()
}
