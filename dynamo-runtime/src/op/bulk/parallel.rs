//! Scans in several segments at once.

use std::pin::Pin;
use std::task::{Context, Poll};

use futures_core::Stream;

use super::checkpoint::{Checkpoint, IntoCheckpoint, SegmentPlace};
use super::progress::{OnProgress, Progress, ProgressCounter};
use super::waiting_segments::WaitingSegments;
use crate::cursor::Fingerprint;
use crate::db::Db;
use crate::error::Error;
use crate::item::Item;
use crate::op::Explanation;
use crate::op::read::pager::Pager;
use crate::op::read::query::Selected;
use crate::op::read::scan::{Scan, ScanSpec};
use crate::op::read::select::{Output, Scanned, Whole};
use crate::op::read::stream::{ItemStream, Position};

/// The most segments DynamoDB accepts.
///
/// <https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_Scan.html>
pub(super) const MAX_SEGMENTS: u32 = 1_000_000;

/// The most segments that are read at once; the others wait, and take almost no memory.
const MOST_AT_ONCE: usize = 1_000;

impl<T: Item, O: Output<Scanned<T>>> Scan<T, O> {
    /// Reads in this many segments, at most a million and up to a thousand of them at once.
    pub fn parallel(self, segments: u32) -> ParallelScan<T, O> {
        ParallelScan {
            scan: self,
            segments: segments.clamp(1, MAX_SEGMENTS),
            resume: None,
            progress: None,
            ahead: 0,
        }
    }
}

/// Reads every item of a type, in several segments at once: `Order::scan().parallel(8)`.
///
/// Items come in the order in which they arrive.
#[must_use = "an operation does nothing until it is sent"]
pub struct ParallelScan<T, O = Whole> {
    scan: Scan<T, O>,
    segments: u32,
    resume: Option<Checkpoint>,
    progress: OnProgress,
    ahead: usize,
}

impl<T: Item, O: Output<Scanned<T>>> ParallelScan<T, O> {
    /// Requests this many pages of each segment ahead of time: see [`ItemStream::read_ahead`].
    /// [`all`](Self::all) reads one page ahead.
    pub fn read_ahead(mut self, pages: usize) -> Self {
        self.ahead = pages;
        self
    }

    /// Calls a function after each page and each finished segment.
    pub fn progress(mut self, tell: impl FnMut(Progress) + Send + 'static) -> Self {
        self.progress = Some(Box::new(tell));
        self
    }

    /// Continues where an earlier run of the same scan stopped. The checkpoint determines the
    /// number of segments.
    pub fn resume(mut self, checkpoint: impl IntoCheckpoint<Checkpoint>) -> Self {
        self.resume = checkpoint.into_checkpoint();
        self
    }

    /// Explains the operation without sending it: its requests as text, and their minimum cost.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`stream`](Self::stream).
    pub fn explain(self, db: &Db) -> Result<Explanation, Error> {
        self.scan.spec.limit_of_all()?;
        Ok(self.scan.explain(db)?.in_segments(self.segments))
    }

    /// Reads every item, up to the scan's `limit` if there is one.
    ///
    /// # Errors
    ///
    /// The same as [`Scan::send`].
    pub async fn all(self, db: &Db) -> Result<Vec<O::Item>, Error> {
        let ahead = self.ahead.max(1);
        let mut stream = self.read_ahead(ahead).stream(db)?;
        let mut items = Vec::new();
        while let Some(item) = stream.next().await {
            items.push(item?);
        }
        Ok(items)
    }

    /// Streams every item, holding one page per segment.
    ///
    /// # Errors
    ///
    /// Returns errors that are known before anything is sent; the stream yields the others.
    pub fn stream(self, db: &Db) -> Result<ParallelStream<O::Item>, Error> {
        let limit = self.scan.spec.limit_of_all()?;
        let segments = Segments {
            count: self.segments,
            resume: self.resume,
            progress: self.progress,
            ahead: self.ahead,
        };
        let stream = move |pager| ItemStream::new::<Scanned<T>, O>(pager, limit);
        ParallelStream::of(self.scan.spec, segments, O::attributes(), db, stream)
    }
}

/// How a scan is split, and the function that is told its progress.
pub(super) struct Segments {
    pub(super) count: u32,
    pub(super) resume: Option<Checkpoint>,
    pub(super) progress: OnProgress,
    /// How many pages of each segment are read ahead.
    pub(super) ahead: usize,
}

/// A segment in progress.
struct ScanSegment<T> {
    number: usize,
    stream: ItemStream<T>,
    fingerprint: Fingerprint,
    pages: u64,
    /// Whether reading it failed before the end.
    failed: bool,
}

/// Every item of a parallel scan, as they arrive.
///
/// Implements [`Stream`], and needs no pinning. [`next`](Self::next) works without another crate. A
/// segment that fails ends with the error, and the others continue. A later run from the
/// [checkpoint](Self::checkpoint) starts at the page that could not be read.
#[must_use = "a stream does nothing until it is read"]
pub struct ParallelStream<T> {
    waiting: WaitingSegments,
    /// Turns the pager of a segment into a stream.
    stream: Box<dyn Fn(Box<Pager>) -> ItemStream<T> + Send + Sync>,
    /// The segments in progress.
    segments: Vec<ScanSegment<T>>,
    /// The segment to poll first, so that all get their turn.
    next: usize,
    remaining: Option<usize>,
    counter: ProgressCounter,
}

impl<T: 'static> ParallelStream<T> {
    /// Streams all segments; a function turns the pager of each into a stream.
    pub(super) fn of(
        scan: ScanSpec,
        segments: Segments,
        selected: Selected<'static>,
        db: &Db,
        stream: impl Fn(Box<Pager>) -> ItemStream<T> + Send + Sync + 'static,
    ) -> Result<Self, Error> {
        let remaining = scan.limit_of_all()?;
        let (waiting, counter) = WaitingSegments::of(scan, segments, selected, db)?;
        let mut parallel = Self {
            waiting,
            stream: Box::new(stream),
            segments: Vec::new(),
            next: 0,
            remaining,
            counter,
        };
        parallel.begin()?;
        Ok(parallel)
    }

    /// Begins waiting segments, unless too many are in progress.
    fn begin(&mut self) -> Result<(), Error> {
        while self.segments.len() < MOST_AT_ONCE
            && let Some((number, pager, fingerprint)) = self.waiting.begin()?
        {
            self.segments.push(ScanSegment {
                number,
                stream: (self.stream)(pager).read_ahead(self.waiting.ahead),
                fingerprint,
                pages: 0,
                failed: false,
            });
        }
        Ok(())
    }

    /// Takes the next item; `None` after the last one.
    pub async fn next(&mut self) -> Option<Result<T, Error>> {
        std::future::poll_fn(|context| self.poll_item(context)).await
    }

    /// Returns how far the scan has come, for another run to continue from.
    ///
    /// A page that was only partly taken is read again in full, so that nothing is left out.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Encode`] if a key cannot be written, which does not happen with keys that
    /// were read.
    pub fn checkpoint(&self) -> Result<Checkpoint, Error> {
        let mut places = self.waiting.places.clone();
        for segment in &self.segments {
            let position = segment.stream.position();
            places[segment.number] = self.waiting.place(position, &segment.fingerprint)?;
        }
        Ok(Checkpoint(places))
    }

    fn poll_item(&mut self, context: &mut Context<'_>) -> Poll<Option<Result<T, Error>>> {
        if self.remaining == Some(0) {
            return Poll::Ready(None);
        }
        loop {
            let (mut pending, mut finished) = (false, None);
            let count = self.segments.len();
            for turn in 0..count {
                let at = (self.next + turn) % count;
                let segment = &mut self.segments[at];
                if segment.failed {
                    continue;
                }
                let polled = segment.stream.poll_item(context);
                let pages = segment.stream.pages();
                if pages.read > segment.pages {
                    segment.pages = pages.read;
                    self.counter.page(pages.last);
                }
                match polled {
                    Poll::Pending => pending = true,
                    Poll::Ready(None) => {
                        // A segment that failed is kept: a checkpoint continues with the page it
                        // could not read.
                        if matches!(segment.stream.position(), Position::End) {
                            finished = Some(at);
                            break;
                        }
                        segment.failed = true;
                    }
                    Poll::Ready(Some(item)) => {
                        // A page is taken to its end before the next segment gets its turn.
                        self.next = at;
                        if item.is_ok() {
                            self.remaining = self.remaining.map(|remaining| remaining - 1);
                        }
                        return Poll::Ready(Some(item));
                    }
                }
            }
            let Some(at) = finished else {
                return if pending {
                    Poll::Pending
                } else {
                    Poll::Ready(None)
                };
            };
            let segment = self.segments.swap_remove(at);
            self.waiting.places[segment.number] = SegmentPlace::End;
            self.counter.finish();
            if let Err(error) = self.begin() {
                return Poll::Ready(Some(Err(error)));
            }
        }
    }
}

impl<T> Unpin for ParallelStream<T> {}

impl<T: 'static> Stream for ParallelStream<T> {
    type Item = Result<T, Error>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.get_mut().poll_item(context)
    }
}
