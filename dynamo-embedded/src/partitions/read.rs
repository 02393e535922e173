//! Reads: carried out first, since they change nothing, and refused if a partition they used is
//! exhausted.

use std::collections::BTreeMap;

use aws_smithy_runtime_api::client::result::ConnectorError;
use dynoxide::types::item_size;
use serde_json::{Value, json};

use super::usage::{Access, Charge};
use super::{Session, answer, consumed, object, write};
use crate::dispatch::Operation;
use crate::layout::{Keys, Layout};
use crate::respond::{Reply, Respond};

const CAPACITY: &str = "ReturnConsumedCapacity";

impl<R: Respond> Session<'_, R> {
    /// Reads an item, or a page of a query or a scan, or refuses the request.
    pub(super) fn read(
        &mut self,
        operation: Operation,
        body: &[u8],
    ) -> Result<Reply, ConnectorError> {
        let request = object(body);
        let layout = request
            .as_ref()
            .and_then(|request| self.layout(&request["TableName"]));
        let (Some(mut request), Some(layout)) = (request, layout) else {
            return self.inner.respond(operation, body);
        };
        let told = request.get(CAPACITY).is_some_and(|asked| asked != "NONE");
        if !told {
            request[CAPACITY] = json!("TOTAL");
        }
        let sent = request.to_string();
        let reply = self.inner.respond(operation, sent.as_bytes())?;
        let Some(mut answer) = object(&reply.body).filter(|_| reply.status == 200) else {
            return Ok(reply);
        };
        let charges = self.read_charges(operation, &layout, &request, consumed(&answer));
        if let Some(over) = self.state.usage.exceeded(&charges) {
            return Ok(answer::throttled(&layout, over));
        }
        self.state.usage.charge(charges);
        if told {
            return Ok(reply);
        }
        if let Some(members) = answer.as_object_mut() {
            members.remove("ConsumedCapacity");
        }
        Ok(Reply::ok(answer.to_string().into_bytes()))
    }

    fn read_charges(
        &self,
        operation: Operation,
        layout: &Layout,
        request: &Value,
        units: f64,
    ) -> Vec<Charge> {
        let global = request["IndexName"]
            .as_str()
            .and_then(|name| layout.global(name));
        // A local index is in the partition of its table.
        let keys = global.map_or(&layout.keys, |index| &index.keys);
        let name = global.map(|index| index.name.as_str());
        let charge = |key, units| Charge::of(layout, name, key, Access::Read, units);
        let key = match operation {
            Operation::GetItem => keys.partition_in(&request["Key"]),
            Operation::Query => queried(keys, request),
            _ => {
                let shares = self.scanned(keys, request).into_iter();
                return shares
                    .map(|(key, share)| charge(key, units * share))
                    .collect();
            }
        };
        key.map(|key| charge(key, units)).into_iter().collect()
    }

    /// The partitions that a page of a scan reads, and the share of each.
    fn scanned(&self, keys: &Keys, request: &Value) -> BTreeMap<String, f64> {
        // Items and attributes that a filter or a projection leaves out are read all the same.
        let mut whole = request.clone();
        if let Some(members) = whole.as_object_mut() {
            let kept = [
                "TableName",
                "IndexName",
                "Limit",
                "ExclusiveStartKey",
                "Segment",
            ];
            let kept = [&kept[..], &["TotalSegments", "ConsistentRead"]].concat();
            members.retain(|name, _| kept.contains(&name.as_str()));
        }
        let page = self.ask(Operation::Scan, &whole).unwrap_or_default();
        let mut sizes: BTreeMap<String, u32> = BTreeMap::new();
        for item in page["Items"].as_array().into_iter().flatten() {
            if let Some((key, item)) = keys.partition_in(item).zip(write::read(item)) {
                *sizes.entry(key).or_default() += u32::try_from(item_size(&item)).unwrap_or(1);
            }
        }
        let total = f64::from(sizes.values().sum::<u32>());
        let share = |(key, size)| (key, f64::from(size) / total);
        sizes.into_iter().map(share).collect()
    }
}

/// The partition that a query reads; `None` if it does not say.
fn queried(keys: &Keys, request: &Value) -> Option<String> {
    let mut key = serde_json::Map::new();
    for name in keys.partition() {
        let value = match request["KeyConditionExpression"].as_str() {
            Some(expression) => equal_to(name, expression, request)?,
            None => &request["KeyConditions"][name]["AttributeValueList"][0],
        };
        key.insert(name.clone(), value.clone());
    }
    keys.partition_in(&Value::Object(key))
}

/// The value that an attribute must equal.
fn equal_to<'r>(name: &str, expression: &str, request: &'r Value) -> Option<&'r Value> {
    let spaced = expression.replace('=', " = ").replace(['(', ')'], " ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let is_name = |word: &str| {
        word == name || request["ExpressionAttributeNames"][word].as_str() == Some(name)
    };
    let value = words.windows(3).find_map(|words| match *words {
        [left, "=", right] if is_name(left) => Some(right),
        [left, "=", right] if is_name(right) => Some(left),
        _ => None,
    })?;
    request["ExpressionAttributeValues"].get(value)
}
