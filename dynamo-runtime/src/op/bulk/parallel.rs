//! Scans in several segments at once.

use std::pin::Pin;
use std::task::{Context, Poll};

use futures_core::Stream;

use super::checkpoint::{Checkpoint, Place};
use super::progress::{Counter, Progress, Told};
use crate::cursor::{self, Fingerprint};
use crate::db::Db;
use crate::error::{CursorError, Error};
use crate::item::Item;
use crate::op::read::scan::{Scan, ScanSpec};
use crate::op::read::select::{Output, Scanned, Whole};
use crate::op::read::stream::{ItemStream, Position};

/// The most segments DynamoDB takes.
///
/// <https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_Scan.html>
pub(super) const MAX_SEGMENTS: u32 = 1_000_000;

impl<T: Item, O: Output<Scanned<T>>> Scan<T, O> {
    /// Reads in this many segments at once; DynamoDB takes a million at most.
    pub fn parallel(self, segments: u32) -> ParallelScan<T, O> {
        ParallelScan {
            scan: self,
            segments: segments.clamp(1, MAX_SEGMENTS),
            resume: None,
            progress: None,
        }
    }
}

/// Reads every item of a type, in several segments at once: `Order::scan().parallel(8)`.
///
/// The order of the items is that in which they arrive.
#[must_use = "an operation does nothing until it is sent"]
pub struct ParallelScan<T, O = Whole> {
    scan: Scan<T, O>,
    segments: u32,
    resume: Option<Checkpoint>,
    progress: Told,
}

impl<T: Item, O: Output<Scanned<T>>> ParallelScan<T, O> {
    /// Calls a function after each page and each segment that is finished.
    pub fn progress(mut self, tell: impl FnMut(Progress) + Send + 'static) -> Self {
        self.progress = Some(Box::new(tell));
        self
    }

    /// Goes on where an earlier run of the same scan had come to. The number of segments is that of
    /// the checkpoint.
    pub fn resume(mut self, checkpoint: impl Into<Option<Checkpoint>>) -> Self {
        self.resume = checkpoint.into();
        self
    }

    /// Reads every item, up to the scan's `limit` where there is one.
    ///
    /// # Errors
    ///
    /// As [`Scan::send`].
    pub async fn all(self, db: &Db) -> Result<Vec<O::Item>, Error> {
        let mut stream = self.stream(db)?;
        let mut items = Vec::new();
        while let Some(item) = stream.next().await {
            items.push(item?);
        }
        Ok(items)
    }

    /// Streams every item, holding one page a segment.
    ///
    /// # Errors
    ///
    /// What can be known before anything is sent; the rest comes from the stream.
    pub fn stream(self, db: &Db) -> Result<ParallelStream<O::Item>, Error> {
        let segments = Segments {
            count: self.segments,
            resume: self.resume,
            progress: self.progress,
        };
        ParallelStream::of(&self.scan.spec, segments, db, |scan| {
            let limit = scan.limit;
            let pager = scan.into_pager(db, O::attributes())?;
            Ok(ItemStream::new::<Scanned<T>, O>(pager, limit))
        })
    }
}

/// How a scan is parted, and who is told of it.
pub(super) struct Segments {
    pub(super) count: u32,
    pub(super) resume: Option<Checkpoint>,
    pub(super) progress: Told,
}

struct Segment<T> {
    /// None after its end.
    stream: Option<ItemStream<T>>,
    fingerprint: Fingerprint,
    pages: u64,
}

/// Every item of a parallel scan, as they arrive.
///
/// A [`Stream`] that needs no pinning; [`next`](Self::next) takes items without another crate. A
/// segment that fails ends with the error, and the others go on; the
/// [checkpoint](Self::checkpoint) then goes on with the page that could not be read.
#[must_use = "a stream does nothing until it is read"]
pub struct ParallelStream<T> {
    segments: Vec<Segment<T>>,
    /// The segment to look at first, so that all have their turn.
    next: usize,
    remaining: Option<usize>,
    counter: Counter,
    db: Db,
}

impl<T: Send + Sync + 'static> ParallelStream<T> {
    /// Streams what a function makes of each segment's scan.
    pub(super) fn of(
        scan: &ScanSpec,
        segments: Segments,
        db: &Db,
        stream: impl Fn(ScanSpec) -> Result<ItemStream<T>, Error>,
    ) -> Result<Self, Error> {
        let limit = scan.limit_of_all()?;
        let places = match segments.resume {
            Some(checkpoint) => checkpoint.0,
            None => vec![Place::Start; segments.count as usize],
        };
        let total =
            u32::try_from(places.len()).map_err(|_| Error::Cursor(CursorError::Malformed))?;
        let mut counter = Counter::new(total, segments.progress);
        let mut segments = Vec::with_capacity(places.len());
        for (place, number) in places.into_iter().zip(0..) {
            let mut scan = scan.clone();
            scan.read_segment(number, total);
            let fingerprint = scan.fingerprint(db)?;
            let is_done = place == Place::End;
            if let Place::After(cursor) = place {
                scan.after = Some(cursor);
            }
            if is_done {
                counter.finish();
            }
            segments.push(Segment {
                stream: (!is_done).then(|| stream(scan)).transpose()?,
                fingerprint,
                pages: 0,
            });
        }
        Ok(Self {
            segments,
            next: 0,
            remaining: limit,
            counter,
            db: db.clone(),
        })
    }

    /// Takes the next item; `None` after the last one.
    pub async fn next(&mut self) -> Option<Result<T, Error>> {
        std::future::poll_fn(|context| self.poll_item(context)).await
    }

    /// Returns where the scan has come to, to go on from in another run.
    ///
    /// What was taken of a page that is not read to its end is read again then, so that nothing is
    /// left out.
    ///
    /// # Errors
    ///
    /// [`Error::Encode`] where a key cannot be written, which does not happen to keys that were
    /// read.
    pub fn checkpoint(&self) -> Result<Checkpoint, Error> {
        let place = |segment: &Segment<T>| {
            let Some(stream) = &segment.stream else {
                return Ok(Place::End);
            };
            Ok(match stream.position() {
                Position::Start => Place::Start,
                Position::End => Place::End,
                Position::After(key) => {
                    let fingerprint = segment.fingerprint.clone();
                    Place::After(cursor::seal(key, fingerprint, self.db.secret())?)
                }
            })
        };
        let places = self.segments.iter().map(place);
        places.collect::<Result<_, _>>().map(Checkpoint)
    }

    fn poll_item(&mut self, context: &mut Context<'_>) -> Poll<Option<Result<T, Error>>> {
        if self.remaining == Some(0) {
            return Poll::Ready(None);
        }
        let count = self.segments.len();
        let mut pending = false;
        for turn in 0..count {
            let at = (self.next + turn) % count;
            let segment = &mut self.segments[at];
            let Some(stream) = &mut segment.stream else {
                continue;
            };
            let polled = stream.poll_item(context);
            let pages = stream.pages();
            if pages.read > segment.pages {
                segment.pages = pages.read;
                self.counter.page(pages.last);
            }
            match polled {
                Poll::Pending => pending = true,
                Poll::Ready(None) => {
                    // One that failed is kept: a checkpoint goes on where it could not.
                    if matches!(stream.position(), Position::End) {
                        segment.stream = None;
                        self.counter.finish();
                    }
                }
                Poll::Ready(Some(item)) => {
                    // A page is taken to its end before the next segment has its turn.
                    self.next = at;
                    if item.is_ok() {
                        self.remaining = self.remaining.map(|remaining| remaining - 1);
                    }
                    return Poll::Ready(Some(item));
                }
            }
        }
        if pending {
            Poll::Pending
        } else {
            Poll::Ready(None)
        }
    }
}

impl<T> Unpin for ParallelStream<T> {}

impl<T: Send + Sync + 'static> Stream for ParallelStream<T> {
    type Item = Result<T, Error>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.get_mut().poll_item(context)
    }
}
