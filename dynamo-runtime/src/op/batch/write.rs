//! Writing many items.

use std::future::{Future, IntoFuture};
use std::pin::Pin;

use tracing::Instrument;

use super::Limits;
use super::drive::{BatchOutcome, drive, split};
use super::entry::{Entries, Entry, WriteList};
use super::unwritten::Unwritten;
use crate::db::Db;
use crate::error::Error;
use crate::op::explain::Step;
use crate::op::physical_tables::Tables;
use crate::op::{Explanation, Meter, meter};
use crate::wire::answer::{members, unprocessed_items};
use crate::wire::{self, Call, Refused, span};

/// The most writes a request may have, and the most bytes.
///
/// <https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchWriteItem.html>
const MAX_WRITES: usize = 25;
const MAX_BYTES: usize = 16 * 1024 * 1024;

/// Writes many items: `db.batch_write(writes).await`.
///
/// Takes puts and deletes of any item types and tables: a single write, an iterator, or a tuple of
/// those. [`Write`](crate::op::Write) is a write of any type, for lists that mix them. Times, `ttl`
/// and `version` are filled in as in a single put, with the time of this call.
///
/// Writes are sent 25 per request, several requests at once, so in no particular order. Writes that
/// DynamoDB does not process because of throttling are sent again after a pause. If that takes too
/// long, or a request fails for good, [`Error::Unwritten`] hands back every write that was not
/// made. A batch is not a transaction: each write succeeds or fails on its own.
///
/// DynamoDB checks no conditions in a batch. So `create()`, `replace()`, writes with a condition,
/// and puts of an item whose `version` says that it was stored before are refused before anything
/// is sent; use [`transact`](Db::transact) for those. Two writes to the same key are refused, too.
/// An item whose `version` is unset is written without checking whether it exists.
///
/// Costs the same as the individual writes.
///
/// ```
/// # use dynamo_runtime::op::Write;
/// # use dynamo_runtime::{Db, Error, Item};
/// # #[derive(Item)]
/// # #[table(name = "users", pk = "id")]
/// # struct User { id: String }
/// # #[derive(Item)]
/// # #[table(name = "teams", pk = "id")]
/// # struct Team { id: String }
/// # async fn example(db: &Db, users: Vec<User>, team: Team) -> Result<(), Error> {
/// db.batch_write(users.iter().map(User::put)).await?;
/// db.batch_write((team.put(), ["ada", "bob"].map(|id| User::key(id).delete()))).await?;
///
/// let mut writes: Vec<Write> = users.iter().map(|user| user.put().into()).collect();
/// writes.push(Team::key("old").delete().into());
/// db.batch_write(writes).await?;
/// # Ok(())
/// # }
/// ```
#[must_use = "a batch does nothing until it is awaited"]
pub struct BatchWrite<'db> {
    db: &'db Db,
    entries: Result<Entries, Error>,
    limits: Limits,
    meter: Option<Meter>,
}

impl Db {
    /// Returns a batch that makes many writes, of one item type or of several.
    pub fn batch_write<M>(&self, writes: impl WriteList<M>) -> BatchWrite<'_> {
        let mut entries = Entries::new();
        let encoded = writes.encode(self, &mut entries);
        BatchWrite {
            db: self,
            entries: encoded.map(|()| entries),
            limits: Limits::default(),
            meter: None,
        }
    }
}

impl BatchWrite<'_> {
    setters!(batch_limits, meter, rate);

    /// Explains the batch without sending it: its requests as text, and their minimum cost.
    ///
    /// # Errors
    ///
    /// Returns the errors that are known before anything is sent.
    pub fn explain(self) -> Result<Explanation, Error> {
        let writer = Writer::new(self.db, self.entries?, None)?;
        let requests = split(writer.entries.sizes(), MAX_WRITES, MAX_BYTES).len();
        let method = "Db::batch_write".to_owned();
        if requests == 0 {
            return Ok(Explanation::of(method, []));
        }
        let count = writer.entries.list.len();
        let step = Step::together("BatchWriteItem", &writer.tables.names())
            .writing(count)
            .in_requests(requests)
            .with_part("writes", count.to_string());
        Ok(Explanation::of(method, [step]))
    }

    async fn write(self) -> Result<(), Error> {
        let writer = Writer::new(self.db, self.entries?, self.meter)?;
        let groups = split(writer.entries.sizes(), MAX_WRITES, MAX_BYTES);
        let span = span::of_operation("Db", "batch_write");
        let send = |entries: &[usize]| writer.request(entries.to_vec());
        let limits = self.limits.at_rate_of(writer.meter.as_ref());
        let outcome = drive(self.db, limits, groups, send).instrument(span).await;
        let BatchOutcome {
            left,
            failure,
            undone,
        } = outcome;
        if left.is_empty() {
            return Ok(());
        }
        let left = writer.entries.take(left);
        let failure = failure.map(|error| error.on_tables_of(left.iter().map(Entry::item_type)));
        let unwritten = Unwritten::new(left, failure, undone);
        Err(Error::Unwritten(Box::new(unwritten)))
    }
}

impl<'db> IntoFuture for BatchWrite<'db> {
    type Output = Result<(), Error>;
    type IntoFuture = Pin<Box<dyn Future<Output = Self::Output> + Send + 'db>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.write())
    }
}

/// Sends the requests of one batch.
struct Writer<'db> {
    db: &'db Db,
    tables: Tables,
    entries: Entries,
    /// The table of each entry.
    places: Vec<usize>,
    meter: Option<Meter>,
}

impl<'db> Writer<'db> {
    /// Finds the tables of the writes, and refuses two writes to one key.
    fn new(db: &'db Db, entries: Entries, meter: Option<Meter>) -> Result<Self, Error> {
        let mut tables = Tables::default();
        let mut places = Vec::with_capacity(entries.list.len());
        for entry in &entries.list {
            places.push(entry.table(&mut tables, db)?);
        }
        if let Some((first, number)) = same_key(&entries, &places)? {
            return Err(Error::refused(
                "batch_write",
                format!(
                    "the writes at index {first} and {number} are to the same `{}`; \
                     a batch has no order, so leave one of them out",
                    entries.list[number].item()
                ),
            ));
        }
        Ok(Self {
            db,
            tables,
            entries,
            places,
            meter,
        })
    }

    fn request(&self, entries: Vec<usize>) -> super::drive::SentBatch<'_> {
        Box::pin(self.send(entries))
    }

    /// Makes some writes and returns those that DynamoDB did not process.
    async fn send(&self, mut entries: Vec<usize>) -> Result<Vec<usize>, Error> {
        // A request lists its entries by table.
        entries.sort_by_key(|entry| self.places[*entry]);
        let tables = entries.chunk_by(|a, b| self.places[*a] == self.places[*b]);
        let tables = tables.map(|of_table| {
            let table = self.tables.get(self.places[of_table[0]]);
            let entries = of_table.iter().map(|entry| self.entries.write(*entry));
            ((table.name.as_str(), entries.collect()), table.pk)
        });
        let (tables, partition_keys) = tables.unzip();
        let batch = wire::BatchWriteCall {
            tables,
            partition_keys,
            metered: self.meter.is_some(),
        };
        let call = || Call::BatchWrite(&batch);
        let body = wire::send(self.db, call()).await;
        let body = body.map_err(Refused::unconditional)?;
        meter::record(self.meter.as_ref(), &body);
        let mut left = Vec::new();
        members(&body, &mut |member, from| {
            let is_it = member == "UnprocessedItems";
            if is_it {
                left = unprocessed_items(from)?;
            }
            Ok(is_it)
        })
        .map_err(|error| wire::unreadable(&call(), error))?;
        let left = left.iter().map(|(table, item)| {
            let table = self.tables.named(table)?;
            let key = self.tables.get(table).key_in(item)?;
            let is_left = |entry: &&usize| {
                let own = self.entries.key(**entry);
                self.places[**entry] == table && own.is_ok_and(|own| own == key.as_canonical())
            };
            entries.iter().find(is_left).copied()
        });
        // An unknown write must be one of these; making them all again changes nothing.
        Ok(left.collect::<Option<Vec<_>>>().unwrap_or(entries))
    }
}

/// The first write to a key that an earlier one writes, and that earlier one.
///
/// Sorts the keys: hashing them takes several times as long.
fn same_key(entries: &Entries, places: &[usize]) -> Result<Option<(usize, usize)>, Error> {
    let mut keys = Vec::with_capacity(places.len());
    for (number, table) in places.iter().enumerate() {
        keys.push((*table, entries.key(number)?, number));
    }
    keys.sort_unstable();
    let same = keys.windows(2).filter_map(|pair| match pair {
        [(table, key, first), (other, same, number)] if table == other && key == same => {
            Some((*first, *number))
        }
        _ => None,
    });
    Ok(same.min_by_key(|(_, number)| *number))
}
