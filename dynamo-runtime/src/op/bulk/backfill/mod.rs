//! Backfills: the key attributes of every stored item, computed again.

mod claims;
mod rekey;
mod report;
mod work;
mod write;

use std::marker::PhantomData;
use std::time::Duration;

use aws_sdk_dynamodb::types::AttributeValue;
use tracing::Instrument;

pub use self::report::{Backfilled, Conflict, Rewritten};
use self::work::Worker;
use super::checkpoint::{Checkpoint, IntoCheckpoint};
use super::parallel::{ParallelStream, Segments};
use super::rate::RateLimit;
use crate::codec::{DecodeError, Decoder};
use crate::db::Db;
use crate::error::Error;
use crate::expr::{AttrPath, Node};
use crate::item::{Item, ItemType, Record, rewritten};
use crate::key::{Components, KeyPart};
use crate::op::pace::{Deadline, at_once};
use crate::op::read::scan::ScanSpec;
use crate::op::write::update::Rewrite;
use crate::op::write::{count, unique};
use crate::op::{BoxFuture, ItemStream, Meter};
use crate::wire::{Attributes, span};

/// Recomputes the key attributes of every stored item of a type and corrects those that are wrong:
/// `Order::backfill()`.
///
/// Use it after you add an index or change a template, for the items that were written before. It
/// compares the key attributes that the type builds with the stored ones, sets those that differ,
/// and removes those that should not be there, for example because the type has left an index of
/// its table. Everything else stays as it is. An item whose keys are correct is not written, so a
/// second run writes nothing.
///
/// It also claims the unique values of items without claims: items that were written before a field
/// was `unique`, and items whose claims name the type's old entity. If another item already has the
/// value, the item counts as failed, and [`Backfilled::conflicts`] has the keys of both. Claims
/// made under the [former](Self::formerly) entity, or on an attribute that is no longer `unique`,
/// are removed.
///
/// Each write checks that the fields the keys are built from have not changed since they were read.
/// If another writer was faster, the item is read again, so no update is lost. Deploy the code that
/// writes the new keys first: an item that old code writes after the backfill has passed it keeps
/// its old keys.
///
/// Costs a scan of the table and one write per changed item; for items with `unique` fields also a
/// consistent read per claim, and a transaction if a claim is missing.
///
/// ```
/// # use dynamo_runtime::{Db, Error, Item};
/// # #[derive(Item)]
/// # #[table(name = "trades", pk = "id")]
/// # #[gsi(name = "by_market", pk = "{market}", pk_attr = "gsi1pk", query = "by_market")]
/// # struct Trade { id: String, market: String }
/// # #[tokio::main]
/// # async fn main() -> Result<(), Error> {
/// # let db = Db::embedded().await?;
/// # db.create_table::<Trade>().await?;
/// let planned = Trade::backfill().dry_run().send(&db).await?;
/// println!("{planned}");
/// let done = Trade::backfill()
///     .segments(8)
///     .units_per_second(500)
///     .progress(|done| eprintln!("{done}, at {}", done.checkpoint))
///     .send(&db)
///     .await?;
/// assert!(done.is_complete());
/// # Ok(())
/// # }
/// ```
#[must_use = "an operation does nothing until it is sent"]
pub struct Backfill<T> {
    spec: BackfillSpec,
    marker: PhantomData<fn() -> T>,
}

/// A backfill, whatever the item type.
struct BackfillSpec {
    of: &'static ItemType,
    rewrite: Rewrite,
    scan: ScanSpec,
    segments: u32,
    concurrency: usize,
    deadline: Option<Duration>,
    dry_run: bool,
    moving: bool,
    formerly: Option<String>,
    resume: Option<Checkpoint>,
    progress: Option<Box<dyn FnMut(&Backfilled) + Send>>,
    meter: Meter,
}

impl<T: Item> Backfill<T> {
    pub(crate) fn new() -> Self {
        let of = ItemType::of::<T>();
        let spec = BackfillSpec {
            of,
            rewrite: rewritten::<T>,
            scan: ScanSpec::of_any_type(of),
            segments: 1,
            concurrency: 8,
            deadline: None,
            dry_run: false,
            moving: false,
            formerly: None,
            resume: None,
            progress: None,
            meter: Meter::new(),
        };
        Self {
            spec,
            marker: PhantomData,
        }
    }

    /// Reads the table in this many segments at once; one by default.
    pub fn segments(mut self, segments: u32) -> Self {
        self.spec.segments = segments.max(1);
        self
    }

    /// Sends at most this many writes at once; eight by default, a thousand at most.
    pub fn concurrency(mut self, writes: usize) -> Self {
        self.spec.concurrency = at_once(writes);
        self
    }

    /// Has DynamoDB look at no more than this many items per request.
    pub fn page_size(mut self, size: u32) -> Self {
        self.spec.scan.set_page_size(size);
        self
    }

    /// Makes the reads strongly consistent, so that an item which old code has just written is
    /// seen. Doubles the cost of the read.
    pub fn consistent(mut self) -> Self {
        self.spec.scan.consistent = true;
        self
    }

    /// Consumes at most this many capacity units per second on average: reads and writes, of the
    /// table and its indexes; fewer while DynamoDB throttles. A page is read in one go;
    /// [`page_size`](Self::page_size) makes it smaller.
    pub fn units_per_second(self, units: u32) -> Self {
        self.rate_limit(&RateLimit::per_second(units))
    }

    /// Shares a rate with other operations.
    pub fn rate_limit(mut self, limit: &RateLimit) -> Self {
        self.spec.meter = self.spec.meter.limited_by(Some(limit));
        self
    }

    /// Stops after this long with [`Error::Interrupted`]. To continue, use the last checkpoint that
    /// was passed to `progress`. Requests that are unanswered by then are not awaited.
    pub fn deadline(mut self, deadline: Duration) -> Self {
        self.spec.deadline = Some(deadline);
        self
    }

    /// Writes nothing; only counts what would be written.
    pub fn dry_run(mut self) -> Self {
        self.spec.dry_run = true;
        self
    }

    /// Moves items that are stored under a primary key other than their own, after you changed a
    /// template of the primary key. Without this, they are counted and left alone.
    ///
    /// An item is put under its own key and deleted under the old one in one transaction, unless it
    /// changes meanwhile or another item has that key. If at that very moment another writer adds
    /// an attribute that the type has no field for, that attribute is lost.
    pub fn move_items(mut self) -> Self {
        self.spec.moving = true;
        self
    }

    /// Treats items that are stored under another entity name as items of this type, after you
    /// changed `entity`, and makes new claims on their unique values.
    ///
    /// In a table without entity names, claims name the struct: pass its former name after you
    /// rename it.
    pub fn formerly(mut self, entity: impl Into<String>) -> Self {
        self.spec.formerly = Some(entity.into());
        self
    }

    /// Continues where an earlier run stopped. The checkpoint determines the number of segments.
    pub fn resume(mut self, checkpoint: impl IntoCheckpoint<Checkpoint>) -> Self {
        self.spec.resume = checkpoint.into_checkpoint();
        self
    }

    /// Calls a function every few items, with the report so far.
    ///
    /// A later run can [`resume`](Self::resume) from the report's
    /// [checkpoint](Backfilled::checkpoint).
    pub fn progress(mut self, tell: impl FnMut(&Backfilled) + Send + 'static) -> Self {
        self.spec.progress = Some(Box::new(tell));
        self
    }

    /// Adds the capacity this consumes to a meter.
    pub fn meter(mut self, meter: &Meter) -> Self {
        self.spec.meter = meter.clone().limited_by(self.spec.meter.limit());
        self
    }

    /// Checks every item, and corrects those whose keys are wrong.
    ///
    /// An item that cannot be read, or whose keys cannot be built, counts as failed and is left as
    /// it is.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Interrupted`] with the number of items checked if the scan or a write fails
    /// for good; [`Error::Refused`] for moving items with `unique` fields, whose claims name their
    /// key; [`Error::Cursor`] if the checkpoint is of another scan.
    pub async fn send(self, db: &Db) -> Result<Backfilled, Error> {
        self.spec.send(db).await
    }
}

impl BackfillSpec {
    fn send(self, db: &Db) -> BoxFuture<'_, Result<Backfilled, Error>> {
        Box::pin(async move {
            if self.moving {
                let what = "their claims name the key that would change";
                unique::refuse(self.of.schema, "backfill", what)?;
                if self.of.schema.counted.iter().any(|counter| counter.sharded) {
                    let what = "the shard follows from the key that would change";
                    count::refuse(self.of.schema, "backfill", what)?;
                }
            }
            let span = span::of_operation(self.of.name(), "backfill");
            self.run(db).instrument(span).await
        })
    }

    async fn run(mut self, db: &Db) -> Result<Backfilled, Error> {
        let mut stream = self.scan(db, self.resume.clone())?;
        let mut done = Backfilled::new(self.dry_run, stream.checkpoint()?);
        let mut tell = self.progress.take();
        let worker = Worker {
            of: self.of,
            rewrite: self.rewrite,
            db,
            meter: &self.meter,
            concurrency: self.concurrency,
            dry_run: self.dry_run,
            moving: self.moving,
            formerly: self.formerly.as_deref(),
        };
        let deadline = self
            .deadline
            .map(|_| Deadline::starting_now(db, self.deadline));
        let mut throttled: Option<(Deadline<'_>, u32)> = None;
        loop {
            let step = async {
                let (items, end) = chunk(&mut stream, self.concurrency).await;
                (worker.work(items, &mut done).await, end)
            };
            let outcome = match deadline {
                Some(deadline) => deadline.bound(step).await,
                None => Some(step.await),
            };
            let late = || {
                (
                    Some(Error::TimedOut {
                        operation: "backfill",
                    }),
                    Ok(false),
                )
            };
            let (stopped, end) = outcome.unwrap_or_else(late);
            let is_end = matches!(end, Ok(true));
            let stopped = stopped.or(end.err());
            match &stopped {
                None => {
                    done.checkpoint = stream.checkpoint()?;
                    throttled = None;
                }
                Some(error) if error.is_throttled_request() => {
                    let begin = || (Deadline::starting_now(db, None), 0);
                    let (deadline, attempt) = throttled.get_or_insert_with(begin);
                    if let Some(pause) = deadline.pause(*attempt) {
                        *attempt += 1;
                        db.sleep(pause).await;
                        stream = self.scan(db, Some(done.checkpoint.clone()))?;
                        continue;
                    }
                }
                Some(_) => {}
            }
            if let Some(tell) = &mut tell {
                tell(&done);
            }
            if let Some(error) = stopped {
                return Err(Error::Interrupted {
                    done: done.read,
                    source: Box::new(error),
                });
            }
            if is_end {
                return Ok(done);
            }
        }
    }

    /// Scans every item that may be of the type as it is stored, deleted and expired ones included.
    fn scan(
        &self,
        db: &Db,
        resume: Option<Checkpoint>,
    ) -> Result<ParallelStream<Attributes>, Error> {
        let mut scan = self.scan.clone();
        scan.meter = Some(self.meter.clone());
        if let (Some(name), Some(entity)) = (self.of.table.type_attr, self.of.schema.entity) {
            let entities = [Some(entity), self.formerly.as_deref()];
            let entities = entities.into_iter().flatten();
            let entities = entities.map(|entity| AttributeValue::S(entity.to_owned()));
            // Items written before the table had a type attribute are recognised by their keys.
            let unnamed = Node::NotExists(AttrPath::root(name));
            scan.require(Node::In(AttrPath::root(name), entities.collect()).or(unnamed));
        }
        let segments = Segments {
            count: self.segments,
            resume,
            progress: None,
            ahead: 1,
        };
        ParallelStream::of(scan, segments, None, db, |pager| {
            ItemStream::of_rows(pager, None, |rows: Vec<StoredRow>| {
                rows.into_iter().map(|row| row.0).collect()
            })
        })
    }
}

/// The next few items, and whether they are the last.
async fn chunk(
    stream: &mut ParallelStream<Attributes>,
    concurrency: usize,
) -> (Vec<Attributes>, Result<bool, Error>) {
    let most = concurrency * 4;
    let mut items = Vec::with_capacity(most);
    while items.len() < most {
        match stream.next().await {
            Some(Ok(item)) => items.push(item),
            Some(Err(error)) => return (items, Err(error)),
            None => return (items, Ok(true)),
        }
    }
    (items, Ok(false))
}

/// A stored item, whatever its shape.
pub(super) struct StoredRow(pub(super) Attributes);

impl Components for StoredRow {
    fn component(&self, _: usize) -> Option<&dyn KeyPart> {
        None
    }
}

impl Record for StoredRow {
    const NAME: &'static str = "stored item";

    fn decode(from: &mut Decoder<'_>) -> Result<Self, DecodeError> {
        from.item().map(Self)
    }
}
