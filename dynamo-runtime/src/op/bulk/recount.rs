//! Recounts: correcting the counters that the writes of an item type maintain, from the stored
//! items.

use std::collections::HashMap;
use std::fmt;
use std::marker::PhantomData;

use aws_sdk_dynamodb::types::AttributeValue;
use tracing::Instrument;

use super::backfill::StoredRow;
use super::parallel::{MAX_SEGMENTS, ParallelStream, Segments};
use crate::db::Db;
use crate::error::Error;
use crate::expr::{AttrPath, Clause, Node};
use crate::item::{Item, ItemType};
use crate::key::{PlainKey, PrimaryKey, key_in};
use crate::op::read::scan::ScanSpec;
use crate::op::stored_type::{is_of_type, is_stored};
use crate::op::write::count::{self, Count};
use crate::op::write::update::UpdateSpec;
use crate::op::{BoxFuture, ItemStream, Meter};
use crate::schema::CounterSchema;
use crate::wire::{Attributes, span};

/// Counts every stored item of a type and corrects the counters that its writes maintain:
/// `Order::recount()`.
///
/// Use it if items were stored before the counter was declared, were written by other programs, or
/// were removed by DynamoDB when they expired. Deploy the code that counts first.
///
/// Reads the counters, then the items, and writes each wrong counter, provided that it is still as
/// it was read. A counter that other writers change meanwhile is left as it is and reported as
/// [busy](Recounted::busy): send the recount again at a quieter time. Afterwards every other
/// counter is correct, unless several changes to it cancelled each other out while the items were
/// read; give the item with the counter a `version` to detect those as well.
///
/// Every counter of the field is corrected, and a counter without items becomes zero. So a field
/// can count the items of only one type.
///
/// Costs a consistent scan of both tables, and one write per wrong counter.
#[must_use = "an operation does nothing until it is sent"]
pub struct Recount<T> {
    spec: RecountSpec,
    marker: PhantomData<fn() -> T>,
}

/// A recount, whatever the item type.
struct RecountSpec {
    of: &'static ItemType,
    segments: u32,
    dry_run: bool,
    meter: Meter,
}

/// The result of a [`Recount`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Recounted {
    /// How many items were read.
    pub items: u64,
    /// How many items had correct counters.
    pub right: u64,
    /// How many items had wrong counters that are now corrected; in a dry run, how many would be.
    pub corrected: u64,
    /// How many items were left as they are because another writer changed their counters
    /// meanwhile.
    pub busy: u64,
    /// How many items with counters do not exist and are not created by writes.
    pub missing: u64,
}

impl Recounted {
    /// Returns whether every counter is right.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.busy == 0 && self.missing == 0
    }
}

impl fmt::Display for Recounted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            items,
            right,
            corrected,
            busy,
            missing,
        } = self;
        write!(
            f,
            "{items} items counted; counters of {right} items right, {corrected} corrected, {busy} \
             busy, {missing} missing"
        )
    }
}

impl<T: Item> Recount<T> {
    pub(crate) fn new() -> Self {
        Self {
            spec: RecountSpec {
                of: ItemType::of::<T>(),
                segments: 1,
                dry_run: false,
                meter: Meter::new(),
            },
            marker: PhantomData,
        }
    }

    /// Reads the tables in this many segments at once; one by default.
    pub fn segments(mut self, segments: u32) -> Self {
        self.spec.segments = segments.clamp(1, MAX_SEGMENTS);
        self
    }

    /// Writes nothing; only counts what would be written.
    pub fn dry_run(mut self) -> Self {
        self.spec.dry_run = true;
        self
    }

    /// Adds the capacity this consumes to a meter.
    pub fn meter(mut self, meter: &Meter) -> Self {
        self.spec.meter = meter.clone();
        self
    }

    /// Counts the items and corrects the counters.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Decode`] if an item cannot be read, before anything is written; an error
    /// before anything is read if the type has no `#[count]`; and the errors of the scans and the
    /// writes.
    pub async fn send(self, db: &Db) -> Result<Recounted, Error> {
        self.spec.send(db).await
    }
}

/// The counters of one item type, and the counts of the items.
struct Holder {
    of: &'static ItemType,
    counters: Vec<&'static CounterSchema>,
    /// The stored items with the counters, by key.
    found: HashMap<PrimaryKey, Attributes>,
    /// The counts, by the key of the item with the counters.
    tallies: HashMap<PrimaryKey, CounterTally>,
}

/// The counts for one item.
struct CounterTally {
    key: PlainKey,
    /// One number per counter.
    counts: Vec<i64>,
}

impl RecountSpec {
    fn send(self, db: &Db) -> BoxFuture<'_, Result<Recounted, Error>> {
        Box::pin(async move {
            let span = span::of_operation(self.of.name(), "recount");
            self.run(db).instrument(span).await
        })
    }

    async fn run(self, db: &Db) -> Result<Recounted, Error> {
        let mut done = Recounted::default();
        let mut holders = holders(self.of);
        if holders.is_empty() {
            let item = self.of.name();
            return Err(Error::refused(
                "recount",
                format!("`{item}` is counted nowhere; declare its counter with `#[count(…)]`"),
            ));
        }
        // Read before the items, so that changes in between are noticed.
        for holder in &mut holders {
            holder.found = self.found(holder.of, db).await?;
        }
        let mut items = self.scan(self.of, db)?;
        while let Some(item) = items.next().await {
            let item = item?;
            if is_of_type(self.of, &item).is_err() {
                continue;
            }
            done.items += 1;
            for count in count::places(self.of, Some(&item))? {
                let id = count.counter.of().id;
                if let Some(holder) = holders.iter_mut().find(|holder| holder.of.id == id) {
                    holder.count(count)?;
                }
            }
        }
        for holder in holders {
            self.correct(holder, db, &mut done).await?;
        }
        Ok(done)
    }

    /// The items of a type as they are stored, by key.
    async fn found(
        &self,
        of: &'static ItemType,
        db: &Db,
    ) -> Result<HashMap<PrimaryKey, Attributes>, Error> {
        let mut items = self.scan(of, db)?;
        let mut found = HashMap::new();
        while let Some(item) = items.next().await {
            let item = item?;
            if is_of_type(of, &item).is_ok()
                && let Some(key) = key_in(of.primary(), &item)
            {
                found.insert(key.canonical(), item);
            }
        }
        Ok(found)
    }

    /// Writes the counters that differ from the counts.
    async fn correct(
        &self,
        mut holder: Holder,
        db: &Db,
        done: &mut Recounted,
    ) -> Result<(), Error> {
        for (key, tally) in std::mem::take(&mut holder.tallies) {
            let stored = holder.found.remove(&key);
            self.set((&holder, db), stored.as_ref(), tally, done)
                .await?;
        }
        for (key, stored) in std::mem::take(&mut holder.found) {
            let tally = holder.nothing(key.into());
            self.set((&holder, db), Some(&stored), tally, done).await?;
        }
        Ok(())
    }

    /// Sets the counters of one item, provided that they are as they were read.
    async fn set(
        &self,
        (holder, db): (&Holder, &Db),
        stored: Option<&Attributes>,
        tally: CounterTally,
        done: &mut Recounted,
    ) -> Result<(), Error> {
        let (clauses, is_made) = holder.wrong(stored, &tally);
        if clauses.is_empty() {
            done.right += 1;
            return Ok(());
        }
        if stored.is_none() && !is_made {
            done.missing += 1;
            return Ok(());
        }
        if self.dry_run {
            done.corrected += 1;
            return Ok(());
        }
        let of = holder.of;
        let rewrite = holder.counters.first().filter(|_| stored.is_none());
        let rewrite = rewrite.map(|counter| counter.rewrite());
        let guard = match stored {
            None => Node::NotExists(AttrPath::root(of.partition_key())),
            Some(stored) => holder.unchanged(stored),
        };
        let update = UpdateSpec::of_clauses(of, tally.key, clauses, rewrite);
        match update.guarded(guard, &self.meter).write(db, None).await {
            Ok(_) => done.corrected += 1,
            Err(error) if error.is_condition_failed() || is_conflict(&error) => done.busy += 1,
            Err(error) => return Err(error),
        }
        Ok(())
    }

    /// Every item of the table, as it is stored.
    fn scan(&self, of: &'static ItemType, db: &Db) -> Result<ParallelStream<Attributes>, Error> {
        let mut scan = ScanSpec::of_any_type(of);
        scan.consistent = true;
        scan.meter = Some(self.meter.clone());
        let segments = Segments {
            count: self.segments,
            resume: None,
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

/// The item types with counters that the items of a type are counted in.
fn holders(of: &ItemType) -> Vec<Holder> {
    let mut holders: Vec<Holder> = Vec::new();
    for counter in of.schema.counted {
        let of = counter.of();
        let at = holders.iter().position(|holder| holder.of.id == of.id);
        let at = at.unwrap_or_else(|| {
            holders.push(Holder {
                of,
                counters: Vec::new(),
                found: HashMap::new(),
                tallies: HashMap::new(),
            });
            holders.len() - 1
        });
        if holders[at].number(counter).is_none() {
            holders[at].counters.push(counter);
        }
    }
    holders
}

impl Holder {
    /// The number of a counter. Several declarations may count in one field.
    fn number(&self, counter: &CounterSchema) -> Option<usize> {
        let mut counters = self.counters.iter();
        counters.position(|other| other.attribute == counter.attribute)
    }

    fn nothing(&self, key: PlainKey) -> CounterTally {
        CounterTally {
            key,
            counts: vec![0; self.counters.len()],
        }
    }

    fn count(&mut self, count: Count) -> Result<(), Error> {
        let Some(number) = self.number(count.counter) else {
            return Ok(());
        };
        let key = count.primary_key()?;
        if !self.tallies.contains_key(&key) {
            let tally = self.nothing(count.into_key());
            self.tallies.insert(key.clone(), tally);
        }
        if let Some(tally) = self.tallies.get_mut(&key) {
            tally.counts[number] += 1;
        }
        Ok(())
    }

    /// The clauses that correct wrong counters, and whether the item is created for them.
    fn wrong(&self, stored: Option<&Attributes>, tally: &CounterTally) -> (Vec<Clause>, bool) {
        let mut is_made = true;
        let mut clauses = Vec::new();
        for (counter, count) in self.counters.iter().zip(&tally.counts) {
            let value = stored.and_then(|stored| stored.get(counter.attribute));
            let value = value.and_then(|value| value.as_n().ok());
            // A counter that was never used lacks the attribute.
            if value.map_or(Some(0), |text| text.parse().ok()) != Some(*count) {
                is_made &= counter.upsert;
                let total = AttributeValue::N(count.to_string());
                clauses.push(Clause::Set(AttrPath::root(counter.attribute), total));
            }
        }
        (clauses, is_made)
    }

    /// The condition that the counters are as they were read, and the version if there is one.
    fn unchanged(&self, stored: &Attributes) -> Node {
        let counters = self.counters.iter().map(|counter| counter.attribute);
        let version = self.of.schema.roles.version;
        let names = counters.chain(version);
        names.fold(is_stored(self.of), |node, name| {
            let path = AttrPath::root(name);
            node.and(match stored.get(name) {
                Some(value) => Node::Compare(path, "=", value.clone()),
                None => Node::NotExists(path),
            })
        })
    }
}

/// Whether a transaction was writing the item.
fn is_conflict(error: &Error) -> bool {
    matches!(error, Error::Sdk(failure) if failure.code() == "TransactionConflictException")
}
