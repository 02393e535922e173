//! Reading many items by their keys.

use std::any::Any;
use std::future::{Future, IntoFuture};
use std::pin::Pin;
use std::sync::Arc;

use tracing::Instrument;

use super::Limits;
use super::drive::{BatchOutcome, drive, split};
use super::finds::{Finds, FoundRows, List, Shown};
use super::unread::Unread;
use crate::db::Db;
use crate::error::Error;
use crate::item::Item;
use crate::key::Key;
use crate::op::explain::Step;
use crate::op::tuples::{Each, for_tuples};
use crate::op::visible::Visible;
use crate::op::{BoxFuture, Explanation, Meter};
use crate::wire::answer::{members, take_units, unprocessed_keys};
use crate::wire::{self, Call, KeyAttributes, Refused, span};

/// The most keys a request may have.
///
/// <https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_BatchGetItem.html>
const MAX_KEYS: usize = 100;

/// Reads many items by their keys: `db.batch_get(keys).await`.
///
/// Takes an iterator over keys of one item type and returns a `Vec<Option<T>>` in the same order,
/// with `None` for items that do not exist. For several types, pass a tuple of up to twelve such
/// iterators, of any types and tables, and get a tuple back. If a key occurs twice, its item is
/// read once and returned twice. Deleted and expired items are left out, as in a [get](crate::Get).
///
/// Keys are sent 100 per request, several requests at once. Keys that DynamoDB does not process,
/// because of throttling or because a response holds at most 16 MB, are requested again after a
/// pause. If that takes too long, or a request fails for good, [`Error::Unread`] hands back the
/// items that were read and the keys that were not.
///
/// Costs as much as the individual gets, including those of missing items.
///
/// ```
/// # use dynamo_runtime::{Db, Error, Item};
/// # #[derive(Debug, PartialEq, Item)]
/// # #[table(name = "users", pk = "id")]
/// # struct User { id: String }
/// # #[derive(Debug, PartialEq, Item)]
/// # #[table(name = "teams", pk = "id")]
/// # struct Team { id: String }
/// # async fn example(db: &Db) -> Result<(), Error> {
/// let users = db.batch_get(["ada", "bob"].map(User::key)).consistent().await?;
/// assert_eq!(users.len(), 2);
///
/// let (users, teams) = db.batch_get(([User::key("ada")], [Team::key("core")])).await?;
/// # Ok(())
/// # }
/// ```
#[must_use = "a batch does nothing until it is awaited"]
pub struct BatchGet<'db, L> {
    db: &'db Db,
    lists: L,
    spec: BatchGetSpec,
}

impl Db {
    /// Returns a batch that reads many items by their keys, of one type or of several.
    pub fn batch_get<K: KeyList<M>, M>(&self, keys: K) -> BatchGet<'_, K::Lists> {
        BatchGet {
            db: self,
            lists: keys.into_lists(),
            spec: BatchGetSpec::default(),
        }
    }
}

impl<L: KeyLists> BatchGet<'_, L> {
    setters!(spec: consistent, visible, batch_limits, meter, rate);

    /// Explains the batch without sending it: its requests as text, and their minimum cost.
    ///
    /// # Errors
    ///
    /// Returns the errors that are known before anything is sent.
    pub fn explain(self) -> Result<Explanation, Error> {
        let mut finds = self.spec.finds(self.db);
        self.lists.add_to(self.db, &mut finds)?;
        Ok(self.spec.explain(&finds))
    }

    async fn read(self) -> Result<L::Found, Error> {
        let mut finds = self.spec.finds(self.db);
        self.lists.add_to(self.db, &mut finds)?;
        let outcome = self.spec.read(self.db, &finds).await;
        let found = self.lists.found();
        if outcome.left.is_empty() {
            return Ok(found);
        }
        Err(unread(&finds, outcome, Box::new(found)))
    }
}

impl<'db, L: KeyLists> IntoFuture for BatchGet<'db, L> {
    type Output = Result<L::Found, Error>;
    type IntoFuture = Pin<Box<dyn Future<Output = Self::Output> + Send + 'db>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.read())
    }
}

/// A batch read, whatever the item types.
#[derive(Default)]
pub(in crate::op) struct BatchGetSpec {
    pub(in crate::op) consistent: bool,
    pub(in crate::op) visible: Visible,
    pub(in crate::op) limits: Limits,
    pub(in crate::op) meter: Option<Meter>,
}

impl BatchGetSpec {
    /// The keys to read, of which there are none yet.
    fn finds(&self, db: &Db) -> Finds {
        Finds::new(Shown {
            visible: self.visible,
            now: db.now(),
        })
    }

    fn explain(&self, finds: &Finds) -> Explanation {
        let keys = finds.entries.len();
        let method = "Db::batch_get".to_owned();
        if keys == 0 {
            return Explanation::of(method, []);
        }
        let step = Step::together("BatchGetItem", &finds.tables.names())
            .reading(keys, self.consistent)
            .in_requests(keys.div_ceil(MAX_KEYS))
            .with_part("keys", keys.to_string());
        Explanation::of(method, [step])
    }

    /// Reads the items. An item that cannot be decoded counts as not read, so the caller learns its
    /// key and still gets the others.
    fn read<'a>(self, db: &'a Db, finds: &'a Finds) -> BoxFuture<'a, BatchOutcome> {
        Box::pin(async move {
            let limits = self.limits.at_rate_of(self.meter.as_ref());
            let reader = BatchReader {
                db,
                finds,
                consistent: self.consistent,
                meter: self.meter,
            };
            let span = span::of_operation("Db", "batch_get");
            let groups = split(std::iter::repeat_n(0, finds.entries.len()), MAX_KEYS, 0);
            let send = |entries: &[usize]| reader.request(entries.to_vec());
            let mut outcome = drive(db, limits, groups, send).instrument(span).await;
            for (entry, error) in finds.undecoded() {
                outcome.left.push(entry);
                outcome.failure.get_or_insert(error);
            }
            outcome.left.sort_unstable();
            outcome.left.dedup();
            outcome
        })
    }

    /// Reads the items of one list into it.
    pub(in crate::op) fn fetch(
        self,
        db: &Db,
        list: Arc<dyn List>,
    ) -> BoxFuture<'_, Result<(), Error>> {
        Box::pin(async move {
            let mut finds = self.finds(db);
            finds.add(db, Arc::clone(&list))?;
            let outcome = self.read(db, &finds).await;
            if outcome.left.is_empty() {
                return Ok(());
            }
            Err(unread(&finds, outcome, list.take_found()))
        })
    }
}

/// The error that names the keys that were not read.
fn unread(finds: &Finds, outcome: BatchOutcome, found: Box<dyn Any + Send + Sync>) -> Error {
    Error::Unread(Box::new(Unread::new(finds, outcome, found)))
}

/// Sends the requests of one batch.
struct BatchReader<'a> {
    db: &'a Db,
    finds: &'a Finds,
    consistent: bool,
    meter: Option<Meter>,
}

impl BatchReader<'_> {
    fn request(&self, entries: Vec<usize>) -> super::drive::SentBatch<'_> {
        Box::pin(self.send(entries))
    }

    /// Reads some entries and returns those that DynamoDB did not process.
    async fn send(&self, entries: Vec<usize>) -> Result<Vec<usize>, Error> {
        let batch = self.batch(&entries);
        let call = || Call::BatchGet(&batch);
        let body = wire::send(self.db, call()).await;
        let body = body.map_err(Refused::unconditional)?;
        let mut left = Vec::new();
        let mut consumed = 0.0;
        members(&body, &mut |member, from| {
            match member {
                "Responses" => self.finds.responses(from)?,
                "UnprocessedKeys" => left = unprocessed_keys(from)?,
                _ => return take_units(member, from, &mut consumed),
            }
            Ok(true)
        })
        .map_err(|error| wire::unreadable(&call(), error))?;
        if let Some(meter) = &self.meter {
            meter.add(consumed);
        }
        let left = left.iter().map(|(table, key)| self.finds.entry(table, key));
        // An unknown key must be one of these; reading them all again is safe.
        Ok(left.collect::<Option<Vec<_>>>().unwrap_or(entries))
    }

    /// The keys of some entries, by table.
    fn batch(&self, entries: &[usize]) -> wire::BatchGetCall {
        let mut tables: Vec<(usize, Vec<KeyAttributes>)> = Vec::new();
        for entry in entries.iter().map(|entry| &self.finds.entries[*entry]) {
            let key = self.finds.tables.get(entry.table).named(&entry.key);
            match tables.iter_mut().find(|(table, _)| *table == entry.table) {
                Some((_, keys)) => keys.push(key),
                None => tables.push((entry.table, vec![key])),
            }
        }
        let named = |(table, keys)| (self.finds.tables.get(table).name.clone(), keys);
        wire::BatchGetCall {
            tables: tables.into_iter().map(named).collect(),
            consistent: self.consistent,
            metered: self.meter.is_some(),
        }
    }
}

/// The argument of [`Db::batch_get`]: an iterator over the keys of one item type, or a tuple of up
/// to twelve of those.
///
/// `M` only tells the compiler which of the two it is; callers never name it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a list of keys",
    label = "expected something that iterates over `Key<T>`, such as a `Vec`, or a tuple of those",
    note = "`Order::key(…)` and `item.to_key()` make a key; write `[key]` for one"
)]
pub trait KeyList<M> {
    /// The lists the keys make.
    type Lists: KeyLists;

    /// Collects the keys.
    #[doc(hidden)]
    fn into_lists(self) -> Self::Lists;
}

#[diagnostic::do_not_recommend]
impl<I: IntoIterator<Item: IntoKey>> KeyList<Each> for I {
    type Lists = Listed<<I::Item as IntoKey>::Item>;

    fn into_lists(self) -> Self::Lists {
        let keys = self.into_iter().map(IntoKey::into_key);
        Listed(Arc::new(FoundRows::new(keys.collect())))
    }
}

/// A [`Key`], or a reference to one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a key",
    label = "expected a `Key<T>`, as `T::key(…)` and `item.to_key()` make it"
)]
pub trait IntoKey {
    /// The item type.
    type Item: Item;

    /// Returns the key.
    fn into_key(self) -> Key<Self::Item>;
}

impl<T: Item> IntoKey for Key<T> {
    type Item = T;

    fn into_key(self) -> Self {
        self
    }
}

impl<T: Item> IntoKey for &Key<T> {
    type Item = T;

    fn into_key(self) -> Key<T> {
        self.clone()
    }
}

/// Lists of keys, and the items that a batch finds under them.
pub trait KeyLists: Send + Sync + 'static {
    /// The result: a `Vec<Option<T>>` in the order of the keys, or a tuple of those.
    type Found: Send + Sync + 'static;

    #[doc(hidden)]
    fn add_to(&self, db: &Db, finds: &mut Finds) -> Result<(), Error>;

    #[doc(hidden)]
    fn found(&self) -> Self::Found;
}

/// The keys of one item type in a batch.
pub struct Listed<T>(Arc<FoundRows<T>>);

impl<T: Item> KeyLists for Listed<T> {
    type Found = Vec<Option<T>>;

    fn add_to(&self, db: &Db, finds: &mut Finds) -> Result<(), Error> {
        finds.add(db, self.0.clone())
    }

    fn found(&self) -> Self::Found {
        self.0.take()
    }
}

macro_rules! tuples {
    ($(($($list:ident $marker:ident $at:tt),+))+) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($list: KeyList<$marker>, $marker),+> KeyList<($($marker,)+)> for ($($list,)+) {
            type Lists = ($($list::Lists,)+);

            fn into_lists(self) -> Self::Lists {
                ($(self.$at.into_lists(),)+)
            }
        }

        impl<$($list: KeyLists),+> KeyLists for ($($list,)+) {
            type Found = ($($list::Found,)+);

            fn add_to(&self, db: &Db, finds: &mut Finds) -> Result<(), Error> {
                $(self.$at.add_to(db, finds)?;)+
                Ok(())
            }

            fn found(&self) -> Self::Found {
                ($(self.$at.found(),)+)
            }
        }
    )+};
}

for_tuples!(tuples);
