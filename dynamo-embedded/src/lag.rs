//! Indexes that are behind on purpose: a layer that answers reads of global indexes from a copy of
//! the data that gets each write later.

use std::collections::VecDeque;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use aws_smithy_runtime_api::client::result::ConnectorError;
use dynoxide::Database;
use serde::Deserialize;

use super::clock::EngineClock;
use super::dispatch::{Dispatch, Operation};
use super::layout::Layout;
use super::respond::{Reply, Respond};

/// How far the indexes of one engine are behind, shared by everything that uses its data.
#[derive(Default)]
pub(super) struct Lag(Mutex<LagState>);

#[derive(Default)]
struct LagState {
    lag: Duration,
    /// The data that indexes show; made when it is first needed.
    copy: Option<Replica>,
}

/// The data as it was a while ago, and the requests that it lacks.
struct Replica {
    database: Database,
    /// Writes that were made, each with the time when indexes show it.
    pending: VecDeque<(Duration, Operation, Vec<u8>)>,
}

impl Lag {
    pub(super) fn set(&self, lag: Duration) {
        let mut state = self.state();
        state.lag = lag;
        state.copy = None;
    }

    /// Lets indexes show everything, after the data was replaced.
    pub(super) fn forget(&self) {
        self.state().copy = None;
    }

    fn state(&self) -> MutexGuard<'_, LagState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Deletes what has expired from the copy.
    pub(super) fn sweep(&self) -> dynoxide::Result<()> {
        if let Some(copy) = &self.state().copy {
            copy.database.sweep_ttl()?;
        }
        Ok(())
    }
}

/// Answers reads of global indexes late; the rest passes through.
pub(super) struct Lagging<R> {
    pub(super) lag: Arc<Lag>,
    pub(super) database: Database,
    pub(super) clock: Arc<EngineClock>,
    pub(super) inner: R,
}

impl<R: Respond> Respond for Lagging<R> {
    fn respond(&self, operation: Operation, body: &[u8]) -> Result<Reply, ConnectorError> {
        // Kept to the end: the copy gets writes in the order in which they were made.
        let mut state = self.lag.state();
        if state.lag.is_zero() {
            drop(state);
            return self.inner.respond(operation, body);
        }
        let (now, lag) = (self.clock.since_epoch(), state.lag);
        let copy = match &mut state.copy {
            Some(copy) => copy,
            none => none.insert(
                Replica::of(&self.database, &self.clock).map_err(|reason| failed(&reason))?,
            ),
        };
        match kind(operation) {
            Kind::Read if !self.is_of_global_index(operation, body) => {
                self.inner.respond(operation, body)
            }
            Kind::Read => {
                copy.catch_up(Some(now))?;
                Dispatch(copy.database.clone()).respond(operation, body)
            }
            Kind::Write => {
                let reply = self.inner.respond(operation, body)?;
                if reply.status == 200 {
                    let due = now.saturating_add(lag);
                    copy.pending.push_back((due, operation, body.to_vec()));
                }
                Ok(reply)
            }
            Kind::Table => {
                let reply = self.inner.respond(operation, body)?;
                if reply.status == 200 {
                    copy.catch_up(None)?;
                    Dispatch(copy.database.clone()).respond(operation, body)?;
                }
                Ok(reply)
            }
            Kind::Other => self.inner.respond(operation, body),
        }
    }
}

impl<R> Lagging<R> {
    fn is_of_global_index(&self, operation: Operation, body: &[u8]) -> bool {
        if operation == Operation::SearchVectors {
            return true;
        }
        let Ok(request) = serde_json::from_slice::<IndexRead>(body) else {
            return false;
        };
        let (Some(table), Some(index)) = (request.table, request.index) else {
            return false;
        };
        // An ARN ends in the name.
        let name = table.rsplit('/').next().unwrap_or_default();
        Layout::of(&self.database, name).is_some_and(|layout| layout.global(&index).is_some())
    }
}

impl Replica {
    /// Copies what is stored, through a file: the engine has no other way.
    fn of(database: &Database, clock: &Arc<EngineClock>) -> Result<Self, String> {
        let words = |error: dynoxide::DynoxideError| error.to_string();
        let copy = Database::memory_with_clock(clock.clone()).map_err(words)?;
        if database.table_count().map_err(words)? > 0 {
            let file = TemporaryFile::new();
            let path = file
                .0
                .to_str()
                .ok_or("the path of a temporary file is not UTF-8")?;
            database.vacuum_into(path).map_err(words)?;
            copy.restore_from(path).map_err(words)?;
        }
        Ok(Self {
            database: copy,
            pending: VecDeque::new(),
        })
    }

    /// Makes the writes that are due by a time, or all of them.
    fn catch_up(&mut self, time: Option<Duration>) -> Result<(), ConnectorError> {
        let is_due = |due: &Duration| time.is_none_or(|time| *due <= time);
        while let Some((_, operation, body)) = self.pending.pop_front_if(|(due, ..)| is_due(due)) {
            Dispatch(self.database.clone()).respond(operation, &body)?;
        }
        Ok(())
    }
}

/// A file that is removed in the end.
struct TemporaryFile(std::path::PathBuf);

impl TemporaryFile {
    fn new() -> Self {
        use std::sync::atomic::{AtomicU64, Ordering};
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("dynamo-embedded-{}-{number}.db", std::process::id());
        Self(std::env::temp_dir().join(name))
    }
}

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        // It may never have been written.
        let _ = std::fs::remove_file(&self.0);
    }
}

fn failed(reason: &str) -> ConnectorError {
    ConnectorError::user(format!("cannot copy the data for lagging indexes: {reason}").into())
}

#[derive(Deserialize)]
struct IndexRead {
    #[serde(rename = "TableName")]
    table: Option<String>,
    #[serde(rename = "IndexName")]
    index: Option<String>,
}

enum Kind {
    /// May read an index.
    Read,
    /// Changes items.
    Write,
    /// Changes a table.
    Table,
    Other,
}

fn kind(operation: Operation) -> Kind {
    match operation {
        Operation::Query | Operation::Scan | Operation::SearchVectors => Kind::Read,
        Operation::BatchExecuteStatement
        | Operation::BatchWriteItem
        | Operation::DeleteItem
        | Operation::ExecuteStatement
        | Operation::ExecuteTransaction
        | Operation::PutItem
        | Operation::TransactWriteItems
        | Operation::UpdateItem => Kind::Write,
        Operation::CreateTable
        | Operation::DeleteTable
        | Operation::UpdateTable
        | Operation::UpdateTimeToLive => Kind::Table,
        _ => Kind::Other,
    }
}

impl<R: fmt::Debug> fmt::Debug for Lagging<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Lagging").field(&self.inner).finish()
    }
}
