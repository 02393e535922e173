//! Batches, which may be left partly undone, and transactions, which are cancelled as a whole.

use std::sync::Arc;

use aws_smithy_runtime_api::client::result::ConnectorError;
use serde_json::{Value, json};

use super::usage::{Access, Charge};
use super::write::Written;
use super::{Session, answer, object};
use crate::batch::Split;
use crate::dispatch::Operation;
use crate::layout::Layout;
use crate::respond::{Reply, Respond};

/// One entry of a batch or action of a transaction, and the units it takes.
struct ChargedEntry {
    layout: Arc<Layout>,
    charges: Vec<Charge>,
    /// The write, if it is charged by what it changes.
    written: Option<Written>,
}

impl<R: Respond> Session<'_, R> {
    /// Carries out the entries of a batch whose partitions are not exhausted; the others come back
    /// as unprocessed. If all are exhausted, the batch is refused.
    pub(super) fn batch(
        &mut self,
        operation: Operation,
        body: &[u8],
    ) -> Result<Reply, ConnectorError> {
        let mut refused = None;
        let split = Split::of(operation, body, |table, asked, entries| {
            let entries = entries.iter();
            entries
                .map(
                    |entry| match self.batch_entry(&json!(table), asked, entry) {
                        Some(entry) => self.admit(entry, &mut refused),
                        None => true,
                    },
                )
                .collect()
        });
        let Some(mut split) = split else {
            return self.inner.respond(operation, body);
        };
        let Some(request) = split.request() else {
            return match refused {
                Some(refused) => Ok(refused),
                None => self.inner.respond(operation, body),
            };
        };
        if refused.is_none() {
            return self.inner.respond(operation, body);
        }
        let reply = self.inner.respond(operation, &request)?;
        if reply.status != 200 {
            return Ok(reply);
        }
        Ok(Reply::ok(split.response(operation, Some(&reply.body))))
    }

    /// Charges an entry, or says why it is refused.
    fn admit(&mut self, entry: ChargedEntry, refused: &mut Option<Reply>) -> bool {
        if let Some(over) = self.state.usage.exceeded(&entry.charges) {
            refused.get_or_insert_with(|| answer::throttled(&entry.layout, over));
            return false;
        }
        self.state.usage.charge(entry.charges);
        true
    }

    /// Reads an entry; `None` if it is not valid.
    fn batch_entry(&mut self, table: &Value, asked: &Value, entry: &Value) -> Option<ChargedEntry> {
        if asked.is_object() {
            let is_consistent = asked["ConsistentRead"] == true;
            return self.get(table, entry, if is_consistent { 1.0 } else { 0.5 });
        }
        let (operation, mut write) = match entry.get("PutRequest") {
            Some(put) => (Operation::PutItem, put.clone()),
            None => (Operation::DeleteItem, entry.get("DeleteRequest")?.clone()),
        };
        write
            .as_object_mut()?
            .insert("TableName".to_owned(), table.clone());
        let written = self.written(operation, &write, 1.0)?;
        Some(ChargedEntry {
            layout: Arc::clone(written.layout()),
            charges: written.charges(),
            written: None,
        })
    }

    /// The read of one item, at this many times the units of a consistent read.
    fn get(&mut self, table: &Value, key: &Value, factor: f64) -> Option<ChargedEntry> {
        let layout = self.layout(table)?;
        let partition = layout.keys.partition_in(key)?;
        let (_, units) = self.look(table, key);
        let charge = Charge::of(&layout, None, partition, Access::Read, units * factor);
        Some(ChargedEntry {
            layout,
            charges: vec![charge],
            written: None,
        })
    }

    /// Carries out a transaction, or cancels it.
    pub(super) fn transaction(
        &mut self,
        operation: Operation,
        body: &[u8],
    ) -> Result<Reply, ConnectorError> {
        let request = object(body).unwrap_or_default();
        let actions = request["TransactItems"]
            .as_array()
            .cloned()
            .unwrap_or_default();
        let entries: Vec<Option<ChargedEntry>> =
            actions.iter().map(|action| self.action(action)).collect();
        let over = entries.iter().enumerate().filter_map(|(at, entry)| {
            let entry = entry.as_ref()?;
            self.state.usage.exceeded(&entry.charges)?;
            Some((at, entry.layout.is_on_demand))
        });
        let over: Vec<(usize, bool)> = over.collect();
        if !over.is_empty() {
            return Ok(answer::cancelled(actions.len(), &over));
        }
        let reply = self.inner.respond(operation, body)?;
        for entry in entries.into_iter().flatten() {
            match entry.written {
                Some(written) if reply.status == 200 => self.settle(&written),
                _ => self.state.usage.charge(entry.charges),
            }
        }
        Ok(reply)
    }

    /// Reads an action of a transaction; `None` if it is not valid.
    fn action(&mut self, action: &Value) -> Option<ChargedEntry> {
        let (kind, request) = action.as_object()?.iter().next()?;
        let operation = match kind.as_str() {
            "Get" => return self.get(&request["TableName"], &request["Key"], 2.0),
            "Put" => Operation::PutItem,
            "Update" => Operation::UpdateItem,
            "Delete" => Operation::DeleteItem,
            _ => return self.check(request),
        };
        let written = self.written(operation, request, 2.0)?;
        Some(ChargedEntry {
            layout: Arc::clone(written.layout()),
            charges: written.charges(),
            written: Some(written),
        })
    }

    /// A check costs as much as writing the item unchanged.
    fn check(&mut self, request: &Value) -> Option<ChargedEntry> {
        let written = self.written(Operation::DeleteItem, request, 2.0)?;
        let charges = written.charges().into_iter();
        Some(ChargedEntry {
            layout: Arc::clone(written.layout()),
            charges: charges
                .filter(|charge| charge.partition.index.is_none())
                .collect(),
            written: None,
        })
    }
}
