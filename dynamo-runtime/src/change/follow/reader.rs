//! One shard being read.

use std::collections::VecDeque;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use aws_sdk_dynamodbstreams::types::Record;

use super::source::{Fetched, TableStream, Unfetched};
use super::stream_checkpoint::ShardPlace;
use crate::change::{ChangeRecord, IntoChangeRecord};
use crate::error::Error;

/// How far the service's clock may be behind ours.
const CLOCKS_APART: Duration = Duration::from_mins(1);

/// The longest rest after requests that were throttled.
const LONGEST_REST: Duration = Duration::from_secs(30);

/// How often a shard is throttled in a row before that is reported.
const MOST_THROTTLES: u32 = 6;

/// A shard, and the records of it that were not taken yet.
pub(super) struct ShardReader {
    pub(super) id: String,
    pub(super) place: ShardPlace,
    iterator: Option<String>,
    records: VecDeque<Record>,
    /// Whether there are no more records behind those that were read.
    is_read: bool,
    /// Whether its last answer was without records.
    pub(super) is_quiet: bool,
    throttles: u32,
    state: ReaderState,
}

pub(super) type Boxed<T> = Pin<Box<dyn Future<Output = T> + Send>>;

enum ReaderState {
    Ready,
    Fetching(Boxed<Result<Fetched, Unfetched>>),
    Resting(Boxed<()>),
}

/// The outcome of a step of a reader.
pub(super) enum ReaderProgress {
    /// It waits for an answer or rests.
    Waits,
    /// It can go on.
    Moved,
    /// Its answer has records, or is the last one.
    Answered { records: usize },
    /// An error to report.
    Failed(Error),
    /// An error that ends the stream.
    Gone(Error),
}

impl ShardReader {
    pub(super) fn new(id: String, place: ShardPlace, iterator: Option<String>) -> Self {
        Self {
            id,
            place,
            iterator,
            records: VecDeque::new(),
            is_read: false,
            is_quiet: false,
            throttles: 0,
            state: ReaderState::Ready,
        }
    }

    /// Takes the next record that was read.
    pub(super) fn take(&mut self) -> Option<Result<ChangeRecord, Error>> {
        while let Some(record) = self.records.pop_front() {
            if let ShardPlace::Since(seconds) = self.place
                && is_before(&record, seconds)
            {
                continue;
            }
            let number = record.dynamodb().and_then(|body| body.sequence_number());
            if let Some(number) = number {
                self.place = ShardPlace::After(number.to_owned());
            }
            return Some(record.into_change_record());
        }
        None
    }

    /// Whether everything in the shard was taken.
    pub(super) fn is_done(&self) -> bool {
        self.is_read && self.records.is_empty()
    }

    pub(super) fn is_fetching(&self) -> bool {
        matches!(self.state, ReaderState::Fetching(_))
    }

    /// Whether it could send a request.
    pub(super) fn is_ready(&self) -> bool {
        let is_ready = matches!(self.state, ReaderState::Ready);
        is_ready && !self.is_read && self.records.is_empty()
    }

    /// Requests the next records.
    pub(super) fn fetch(&mut self, source: &Arc<TableStream>) {
        let source = Arc::clone(source);
        let (id, place) = (self.id.clone(), self.place.clone());
        let iterator = self.iterator.clone();
        self.state = ReaderState::Fetching(Box::pin(async move {
            source.fetch(&id, &place, iterator).await
        }));
    }

    /// Does nothing for a while.
    pub(super) fn rest(&mut self, source: &Arc<TableStream>, pause: Duration) {
        self.state = ReaderState::Resting(resting(source, pause));
    }

    pub(super) fn poll(
        &mut self,
        context: &mut Context<'_>,
        source: &Arc<TableStream>,
        every: Duration,
    ) -> ReaderProgress {
        match &mut self.state {
            ReaderState::Ready => ReaderProgress::Waits,
            ReaderState::Resting(rest) => {
                if rest.as_mut().poll(context).is_pending() {
                    return ReaderProgress::Waits;
                }
                self.state = ReaderState::Ready;
                ReaderProgress::Moved
            }
            ReaderState::Fetching(fetch) => {
                let Poll::Ready(fetched) = fetch.as_mut().poll(context) else {
                    return ReaderProgress::Waits;
                };
                self.state = ReaderState::Ready;
                match fetched {
                    Ok(fetched) => self.absorb(fetched),
                    Err(error) => self.fail(error, source, every),
                }
            }
        }
    }

    fn absorb(&mut self, fetched: Fetched) -> ReaderProgress {
        self.throttles = 0;
        self.is_read = fetched.next.is_none();
        self.iterator = fetched.next;
        let records = fetched.records.len();
        self.is_quiet = records == 0;
        self.records.extend(fetched.records);
        ReaderProgress::Answered { records }
    }

    fn fail(
        &mut self,
        error: Unfetched,
        source: &Arc<TableStream>,
        every: Duration,
    ) -> ReaderProgress {
        match error {
            Unfetched::Trimmed => {
                self.place = ShardPlace::Start;
                self.iterator = None;
                ReaderProgress::Failed(source.lost(super::source::TRIMMED))
            }
            Unfetched::Gone(error) => ReaderProgress::Gone(error),
            Unfetched::Throttled(error) => {
                self.throttles += 1;
                let pause = every.max(Duration::from_millis(100)) * (1 << self.throttles.min(8));
                self.rest(source, pause.min(LONGEST_REST));
                if self.throttles < MOST_THROTTLES {
                    return ReaderProgress::Moved;
                }
                self.throttles = 0;
                ReaderProgress::Failed(error)
            }
            Unfetched::Failed(error) => {
                self.rest(source, every);
                ReaderProgress::Failed(error)
            }
            // A new iterator does not expire; the next request gets another.
            Unfetched::Expired => {
                self.iterator = None;
                self.rest(source, every);
                ReaderProgress::Moved
            }
        }
    }
}

/// Waits on the client's clock.
pub(super) fn resting(source: &Arc<TableStream>, pause: Duration) -> Boxed<()> {
    let source = Arc::clone(source);
    Box::pin(async move { source.db.sleep(pause).await })
}

/// The place of a shard from which only later records are of interest, now.
pub(super) fn since(now: SystemTime) -> ShardPlace {
    let seconds = now.duration_since(UNIX_EPOCH).unwrap_or_default();
    ShardPlace::Since(seconds.saturating_sub(CLOCKS_APART).as_secs())
}

/// Whether a record is certainly older than a moment.
fn is_before(record: &Record, seconds: u64) -> bool {
    let body = record.dynamodb();
    let at = body.and_then(|body| body.approximate_creation_date_time());
    at.is_some_and(|at| u64::try_from(at.secs()).is_ok_and(|at| at < seconds))
}
