//! Backfills: the key attributes of every stored item, computed anew.

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
use super::checkpoint::Checkpoint;
use super::parallel::{ParallelStream, Segments};
use crate::codec::{DecodeError, Decoder};
use crate::db::Db;
use crate::error::Error;
use crate::expr::{AttrPath, Node};
use crate::item::{Item, ItemType, Record};
use crate::key::{Components, KeyPart};
use crate::op::pace::{Deadline, at_once};
use crate::op::read::scan::ScanSpec;
use crate::op::write::unique;
use crate::op::write::update::Rewrite;
use crate::op::{BoxFuture, ItemStream, Meter};
use crate::wire::Attributes;

/// Computes the key attributes of every stored item of a type anew and writes those that are not as
/// they should be: `Order::backfill()`.
///
/// For stored items that were written before an index was added or a template changed. Attributes
/// that the type builds are compared with what is stored; those that differ are set, those that
/// should not be there are removed, also if the type has left an index of its table; everything
/// else stays as it is. An item whose keys are right is not written, so a second run writes
/// nothing.
///
/// Unique values are claimed for items that have no claims on them: those from before a field was
/// `unique`, and those whose claims name the type's old entity. An item whose value another has is
/// counted as failed, and [`Backfilled::conflicts`] has the keys of both. Claims made under the
/// [former](Self::formerly) entity, or on an attribute that is not `unique` any more, are removed.
///
/// Each write has the condition that nothing the keys are made of has changed since it was read. If
/// another writer was faster, the item as it is then is looked at again, so no update is lost.
/// Deploy the code that writes the new keys first: what old code writes after it was looked at
/// stays as that code wrote it.
///
/// Costs a scan of the table, and a write for each item that changes; for an item with `unique`
/// fields also a consistent read of each claim, and a transaction if one is missing.
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

/// A backfill of any type.
struct BackfillSpec {
    of: &'static ItemType,
    rewrite: Rewrite,
    scan: ScanSpec,
    segments: u32,
    concurrency: usize,
    units_per_second: Option<u32>,
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
            rewrite: rewrite::<T>,
            scan: ScanSpec::of_any_type(of),
            segments: 1,
            concurrency: 8,
            units_per_second: None,
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

    /// Reads the table in this many segments at once, one unless said.
    pub fn segments(mut self, segments: u32) -> Self {
        self.spec.segments = segments.max(1);
        self
    }

    /// Sends at most this many writes at once, eight unless said and a thousand at most.
    pub fn concurrency(mut self, writes: usize) -> Self {
        self.spec.concurrency = at_once(writes);
        self
    }

    /// Has DynamoDB look at no more than this many items a request.
    pub fn page_size(mut self, size: u32) -> Self {
        self.spec.scan.set_page_size(size);
        self
    }

    /// Reads what was written last, not what a replica holds, so that an item which old code wrote
    /// just before is seen. Costs twice the read.
    pub fn consistent(mut self) -> Self {
        self.spec.scan.consistent = true;
        self
    }

    /// Consumes at most this many capacity units a second on average, of the table and its indexes,
    /// read and written. A page is read at once; [`page_size`](Self::page_size) makes it small.
    pub fn units_per_second(mut self, units: u32) -> Self {
        self.spec.units_per_second = Some(units.max(1));
        self
    }

    /// Stops after this long, with [`Error::Interrupted`]: the checkpoint that `progress` was given
    /// last is one to go on from. A request that is not answered by then is not waited for.
    pub fn deadline(mut self, deadline: Duration) -> Self {
        self.spec.deadline = Some(deadline);
        self
    }

    /// Writes nothing, and counts what would be written.
    pub fn dry_run(mut self) -> Self {
        self.spec.dry_run = true;
        self
    }

    /// Moves items that are stored under another primary key than their own, after a template of
    /// the primary key was changed; they are counted and left otherwise.
    ///
    /// An item is put under its own key and deleted under the other in one transaction, unless it
    /// changes meanwhile or another item has that key. An attribute that no field of the type
    /// declares and that another writer adds in that very moment is not moved with it.
    pub fn move_items(mut self) -> Self {
        self.spec.moving = true;
        self
    }

    /// Takes items as of this type that are stored under another entity name, after `entity` was
    /// changed, and makes the claims on their unique values anew.
    ///
    /// In a table without entity names claims name the struct: give its former name after it was
    /// renamed.
    pub fn formerly(mut self, entity: impl Into<String>) -> Self {
        self.spec.formerly = Some(entity.into());
        self
    }

    /// Goes on where an earlier run had come to; the number of segments is that of the checkpoint.
    pub fn resume(mut self, checkpoint: impl Into<Option<Checkpoint>>) -> Self {
        self.spec.resume = checkpoint.into();
        self
    }

    /// Calls a function after each few items, with what is done so far.
    ///
    /// The [checkpoint](Backfilled::checkpoint) it is given is one to go on from.
    pub fn progress(mut self, tell: impl FnMut(&Backfilled) + Send + 'static) -> Self {
        self.spec.progress = Some(Box::new(tell));
        self
    }

    /// Adds the capacity this consumes to a meter.
    pub fn meter(mut self, meter: &Meter) -> Self {
        self.spec.meter = meter.clone();
        self
    }

    /// Looks at every item, and writes those whose keys are not as they should be.
    ///
    /// An item that cannot be read, or whose keys cannot be built, is counted as failed and left as
    /// it is.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Interrupted`] with the number of items looked at if the scan or a write
    /// fails for good; [`Error::Refused`] for moving items with `unique` fields, whose claims name
    /// their key; [`Error::Cursor`] if the checkpoint is of another scan.
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
            }
            let table = db.table_of(self.of)?;
            let item = self.of.name();
            let span = tracing::debug_span!("dynamo.backfill", item, %table);
            self.run(db).instrument(span).await
        })
    }

    async fn run(mut self, db: &Db) -> Result<Backfilled, Error> {
        let mut stream = self.scan(db, self.resume.clone())?;
        let mut done = Backfilled::new(self.dry_run, stream.checkpoint()?);
        let mut tell = self.progress.take();
        let started = db.stopwatch();
        let consumed_before = self.meter.capacity().units;
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
                Some(error) if error.is_throttled() => {
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
            if let Some(units) = self.units_per_second {
                let consumed = self.meter.capacity().units - consumed_before;
                let due = Duration::try_from_secs_f64(consumed / f64::from(units));
                let early = due.unwrap_or_default().checked_sub(started.elapsed());
                db.sleep(early.unwrap_or_default()).await;
            }
        }
    }

    /// Every item that may be of the type, as it is stored, deleted and expired ones included.
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
            // What was written before the table had a type attribute is told by its keys.
            let unnamed = Node::NotExists(AttrPath::root(name));
            scan.require(Node::In(AttrPath::root(name), entities.collect()).or(unnamed));
        }
        let segments = Segments {
            count: self.segments,
            resume,
            progress: None,
            // A page ahead would be read sooner than the rate allows.
            ahead: usize::from(self.units_per_second.is_none()),
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

/// Reads an item and writes it again, as its type does.
fn rewrite<T: Item>(item: Attributes) -> Result<Attributes, Error> {
    T::from_item(item)?.to_item()
}

/// An item as it is stored, whatever its shape.
struct StoredRow(Attributes);

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
