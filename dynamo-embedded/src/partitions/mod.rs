//! The throughput of partitions: a layer that refuses requests to partition keys beyond DynamoDB's
//! throughput of one partition, in virtual time.

mod answer;
mod charge;
mod many;
mod read;
mod usage;
mod write;

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use aws_smithy_runtime_api::client::result::ConnectorError;
use dynoxide::Database;
use serde_json::{Value, json};

use self::usage::Usage;
use super::clock::EngineClock;
use super::dispatch::Operation;
use super::respond::{Reply, Respond};
use crate::layout::Layout;

/// The load on the partitions of one engine, shared by everything that uses its data.
#[derive(Default)]
pub(super) struct Partitions(Mutex<PartitionState>);

#[derive(Default)]
struct PartitionState {
    is_limited: bool,
    usage: Usage,
    /// Tables as last seen; cleared by requests that may change one.
    layouts: HashMap<String, Option<Arc<Layout>>>,
}

impl Partitions {
    /// Enforces the limits from now on.
    pub(super) fn limit(&self) {
        self.state().is_limited = true;
    }

    /// Forgets the known tables.
    pub(super) fn forget(&self) {
        self.state().layouts.clear();
    }

    fn state(&self) -> MutexGuard<'_, PartitionState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Enforces the limits of partitions on requests for items; other requests pass through.
pub(super) struct Limited<R> {
    pub(super) partitions: Arc<Partitions>,
    pub(super) database: Database,
    pub(super) clock: Arc<EngineClock>,
    pub(super) inner: R,
}

impl<R: Respond> Respond for Limited<R> {
    fn respond(&self, operation: Operation, body: &[u8]) -> Result<Reply, ConnectorError> {
        // Held to the end: what is refused depends on every request before.
        let mut state = self.partitions.state();
        if !state.is_limited {
            drop(state);
            return self.inner.respond(operation, body);
        }
        state.usage.at(self.clock.virtual_time());
        let mut session = Session {
            state: &mut state,
            database: &self.database,
            inner: &self.inner,
        };
        match operation {
            Operation::GetItem | Operation::Query | Operation::Scan => {
                session.read(operation, body)
            }
            Operation::PutItem | Operation::UpdateItem | Operation::DeleteItem => {
                session.write(operation, body)
            }
            Operation::BatchGetItem | Operation::BatchWriteItem => session.batch(operation, body),
            Operation::TransactGetItems | Operation::TransactWriteItems => {
                session.transaction(operation, body)
            }
            Operation::CreateTable | Operation::UpdateTable | Operation::DeleteTable => {
                session.state.layouts.clear();
                self.inner.respond(operation, body)
            }
            _ => self.inner.respond(operation, body),
        }
    }
}

impl<R: fmt::Debug> fmt::Debug for Limited<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Limited").field(&self.inner).finish()
    }
}

/// One request, during which no other is answered.
struct Session<'a, R> {
    state: &'a mut PartitionState,
    database: &'a Database,
    inner: &'a R,
}

impl<R: Respond> Session<'_, R> {
    /// Returns the layout of a table, named as in a request; `None` if there is none.
    fn layout(&mut self, table: &Value) -> Option<Arc<Layout>> {
        let table = table.as_str()?;
        // An ARN ends in the name.
        let name = table.rsplit('/').next()?;
        if let Some(known) = self.state.layouts.get(name) {
            return known.clone();
        }
        let layout = Layout::of(self.database, name).map(Arc::new);
        self.state.layouts.insert(name.to_owned(), layout.clone());
        layout
    }

    /// Sends the engine a request of our own; `None` if it refuses.
    fn ask(&self, operation: Operation, request: &Value) -> Option<Value> {
        let reply = self
            .inner
            .respond(operation, request.to_string().as_bytes());
        let reply = reply.ok().filter(|reply| reply.status == 200)?;
        serde_json::from_slice(&reply.body).ok()
    }

    /// Reads an item for internal use: the item, and the units of a consistent read of it.
    fn look(&self, table: &Value, key: &Value) -> (Option<Value>, f64) {
        let request = json!({
            "TableName": table,
            "Key": key,
            "ConsistentRead": true,
            "ReturnConsumedCapacity": "TOTAL",
        });
        let Some(mut answer) = self.ask(Operation::GetItem, &request) else {
            return (None, 0.0);
        };
        let units = consumed(&answer);
        let item = answer.get_mut("Item").map(Value::take);
        (item, units)
    }
}

/// The consumed units that an answer reports.
fn consumed(answer: &Value) -> f64 {
    answer["ConsumedCapacity"]["CapacityUnits"]
        .as_f64()
        .unwrap_or_default()
}

fn object(body: &[u8]) -> Option<Value> {
    let request: Value = serde_json::from_slice(body).ok()?;
    request.is_object().then_some(request)
}
