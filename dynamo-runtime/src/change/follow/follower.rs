//! All shards of a stream at once, parents first: the part that knows no item type.

use std::collections::VecDeque;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::{Duration, SystemTime};

use super::lineage::Lineage;
use super::reader::{Boxed, ReaderProgress, ShardReader, resting, since};
use super::source::{Listing, TRIMMED, TableStream};
use super::stream_checkpoint::{ShardPlace, StreamCheckpoint};
use crate::change::ChangeRecord;
use crate::error::Error;

/// How often to look for new shards while others are read. A shard that ends is a reason to look at
/// once.
const LOOK_EVERY: Duration = Duration::from_secs(30);

/// How requests are paced.
pub(super) struct Pace {
    pub(super) every: Duration,
    pub(super) at_once: usize,
    /// After how long without a change to stop.
    pub(super) idle: Option<Duration>,
}

/// Follows a stream.
pub(super) struct Follower {
    source: Arc<TableStream>,
    pace: Pace,
    lineage: Lineage,
    readers: Vec<ShardReader>,
    /// The reader whose records are taken.
    turn: usize,
    /// The reader that may send the next request, so that all get their turn.
    next: usize,
    look: Look,
    errors: VecDeque<Error>,
    /// Since when every answer was without records.
    quiet_since: Option<SystemTime>,
    is_off: bool,
    is_over: bool,
}

/// The search for new shards.
enum Look {
    Later(Boxed<()>),
    Now(Boxed<Result<Listing, Error>>),
}

impl Follower {
    pub(super) async fn from_start(source: TableStream, pace: Pace) -> Result<Self, Error> {
        let listing = source.shards().await?;
        let lineage = Lineage::new(listing.shards);
        Ok(Self::new(source, pace, lineage, listing.is_off))
    }

    pub(super) async fn from_now(source: TableStream, pace: Pace) -> Result<Self, Error> {
        let listing = source.shards().await?;
        let start = since(source.db.client_time());
        let lineage = Lineage::from_now(listing.shards);
        let mut follower = Self::new(source, pace, lineage, listing.is_off);
        for reader in &mut follower.readers {
            let iterator = follower.source.iterator_from_now(&reader.id).await?;
            *reader = ShardReader::new(reader.id.clone(), start.clone(), iterator);
        }
        Ok(follower)
    }

    pub(super) async fn after(
        source: TableStream,
        pace: Pace,
        checkpoint: StreamCheckpoint,
    ) -> Result<Self, Error> {
        if checkpoint.arn != source.arn {
            return Err(of_another_stream(&source, &checkpoint));
        }
        let listing = source.shards().await?;
        let lineage = Lineage::after(listing.shards, &checkpoint.places);
        let lost = checkpoint
            .places
            .iter()
            .any(|(shard, place)| *place != ShardPlace::End && !lineage.knows(shard));
        let mut follower = Self::new(source, pace, lineage, listing.is_off);
        if lost {
            let error = follower.source.lost(TRIMMED);
            follower.errors.push_back(error);
        }
        Ok(follower)
    }

    fn new(source: TableStream, pace: Pace, lineage: Lineage, is_off: bool) -> Self {
        let source = Arc::new(source);
        let mut follower = Self {
            look: Look::Later(resting(&source, LOOK_EVERY)),
            source,
            pace,
            lineage,
            readers: Vec::new(),
            turn: 0,
            next: 0,
            errors: VecDeque::new(),
            quiet_since: None,
            is_off,
            is_over: false,
        };
        follower.begin();
        follower
    }

    pub(super) fn checkpoint(&self) -> StreamCheckpoint {
        let readers = self.readers.iter();
        let places = readers.map(|reader| (reader.id.clone(), reader.place.clone()));
        let mut places = places.collect();
        self.lineage.complete(&mut places);
        StreamCheckpoint {
            arn: self.source.arn.clone(),
            places,
        }
    }

    pub(super) fn poll_record(
        &mut self,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<ChangeRecord, Error>>> {
        loop {
            if let Some(error) = self.errors.pop_front() {
                return Poll::Ready(Some(Err(error)));
            }
            if let Some(record) = self.take() {
                return Poll::Ready(Some(record));
            }
            if self.is_over() {
                return Poll::Ready(None);
            }
            let looked = self.poll_look(context);
            let read = self.poll_readers(context);
            if !looked && !read {
                return Poll::Pending;
            }
        }
    }

    /// Takes a record that was read. The records of one answer are taken before those of another
    /// shard.
    fn take(&mut self) -> Option<Result<ChangeRecord, Error>> {
        let count = self.readers.len();
        for step in 0..count {
            let at = (self.turn + step) % count;
            let record = self.readers[at].take();
            if self.readers[at].is_done() {
                self.finish(at);
                self.turn = at;
                if record.is_none() {
                    // The readers have changed places.
                    return self.take();
                }
                return record;
            }
            if record.is_some() {
                self.turn = at;
                return record;
            }
        }
        None
    }

    /// Puts a shard that was taken to its end aside, and looks for its children.
    fn finish(&mut self, at: usize) {
        let reader = self.readers.swap_remove(at);
        self.lineage.finish(&reader.id);
        self.begin();
        if matches!(self.look, Look::Later(_)) && !self.is_off {
            self.look_now();
        }
    }

    /// Begins to read shards whose parents are done.
    fn begin(&mut self) {
        for (id, place) in self.lineage.take_ready() {
            self.readers.push(ShardReader::new(id, place, None));
        }
    }

    fn look_now(&mut self) {
        let source = Arc::clone(&self.source);
        self.look = Look::Now(Box::pin(async move { source.shards().await }));
    }

    fn look_later(&mut self) {
        let is_short = self.readers.is_empty() || self.lineage.awaits_children();
        let pause = if is_short {
            self.pace.every
        } else {
            LOOK_EVERY
        };
        self.look = Look::Later(resting(&self.source, pause));
    }

    /// Looks for new shards; returns whether something changed.
    fn poll_look(&mut self, context: &mut Context<'_>) -> bool {
        match &mut self.look {
            Look::Later(rest) => {
                if rest.as_mut().poll(context).is_pending() {
                    return false;
                }
                if self.readers.is_empty() {
                    self.quiet();
                }
                self.look_now();
            }
            Look::Now(listing) => {
                let Poll::Ready(listing) = listing.as_mut().poll(context) else {
                    return false;
                };
                match listing {
                    Ok(listing) => {
                        self.is_off = listing.is_off;
                        self.lineage.learn(listing.shards);
                        self.begin();
                    }
                    Err(error) => {
                        self.is_over |= is_gone(&error);
                        self.errors.push_back(error);
                    }
                }
                self.look_later();
            }
        }
        true
    }

    /// Reads all shards, some at once; returns whether something changed.
    fn poll_readers(&mut self, context: &mut Context<'_>) -> bool {
        let mut moved = false;
        let mut fetching = self.readers.iter().filter(|one| one.is_fetching()).count();
        let (count, first) = (self.readers.len(), self.next);
        for step in 0..count {
            let at = (first + step) % count;
            if self.readers[at].is_ready() && fetching < self.pace.at_once {
                fetching += 1;
                self.next = at + 1;
                self.readers[at].fetch(&self.source);
            }
            let reader = &mut self.readers[at];
            match reader.poll(context, &self.source, self.pace.every) {
                ReaderProgress::Waits => continue,
                ReaderProgress::Moved => {}
                ReaderProgress::Answered { records } => self.answered(at, records),
                ReaderProgress::Failed(error) => self.errors.push_back(error),
                ReaderProgress::Gone(error) => {
                    self.is_over = true;
                    self.errors.push_back(error);
                }
            }
            moved = true;
        }
        moved
    }

    fn answered(&mut self, at: usize, records: usize) {
        if records > 0 {
            self.quiet_since = None;
            return;
        }
        self.quiet();
        // A shard with children has no more records to come: an answer without any is a gap in it.
        if !self.lineage.is_closed(&self.readers[at].id) && !self.readers[at].is_done() {
            self.readers[at].rest(&self.source, self.pace.every);
        }
    }

    fn quiet(&mut self) {
        let now = || self.source.db.client_time();
        self.quiet_since.get_or_insert_with(now);
    }

    /// Whether nothing more is to be taken, or the caller wants no more.
    fn is_over(&self) -> bool {
        if self.is_over || (self.is_off && self.readers.is_empty()) {
            return true;
        }
        let (Some(idle), Some(since)) = (self.pace.idle, self.quiet_since) else {
            return false;
        };
        let quiet = self.source.db.client_time().duration_since(since);
        quiet.is_ok_and(|quiet| quiet >= idle) && self.readers.iter().all(|reader| reader.is_quiet)
    }
}

/// Whether an error says that the stream does not exist.
fn is_gone(error: &Error) -> bool {
    matches!(error, Error::Sdk(failure) if failure.code() == "ResourceNotFoundException")
}

/// The error of a checkpoint of another stream.
fn of_another_stream(source: &TableStream, checkpoint: &StreamCheckpoint) -> Error {
    let table = |arn: &str| arn.split("/stream/").next().map(str::to_owned);
    if table(&checkpoint.arn) == table(&source.arn) {
        return source.lost("its stream was turned off and on again since the checkpoint");
    }
    Error::Stream {
        reason: format!(
            "the checkpoint is of another table than `{}`; each table needs its own",
            source.table
        ),
    }
}
