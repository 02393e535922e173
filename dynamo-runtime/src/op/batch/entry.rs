//! One write of a batch, encoded once, and the lists of writes a batch takes.

use std::any::TypeId;
use std::ops::Range;
use std::time::SystemTime;

use crate::codec::{EncodeError, Encoder};
use crate::db::Db;
use crate::error::Error;
use crate::item::{Item, ItemType, KeySlots, encode_item};
use crate::key::{CanonicalValue, Key, KeyValue, PlainKey, PrimaryKey};
use crate::lifecycle::Stamps;
use crate::op::physical_tables::Tables;
use crate::op::tuples::{Each, One, for_tuples};
use crate::op::write::delete::DeleteSpec;
use crate::op::write::put::PutSpec;
use crate::op::{Delete, Put};
use crate::schema::QuerySchema;
use crate::wire::BatchEntry;

/// The most writes, and bytes, that memory is reserved for before they come.
const MOST_FORESEEN: usize = 100;
const MOST_FORESEEN_BYTES: usize = 256 * 1024;

/// The writes of a batch, encoded one after another.
pub struct Entries {
    pub(super) list: Vec<Listed>,
    /// All items, and the keys of those to delete, in DynamoDB's JSON.
    json: Encoder,
    /// The keys that are text, one after another: one allocation, not two per write.
    keys: String,
    /// The slots that the keys of each put are built in.
    slots: KeySlots,
    /// The time of the batch, once it is needed.
    now: Option<SystemTime>,
}

/// A write in the form in which it is sent and sent again.
pub(super) struct Entry<K, J> {
    of: &'static ItemType,
    key: K,
    is_delete: bool,
    /// The item, or the key of the item to delete, in DynamoDB's JSON.
    json: J,
}

/// A write among others, whose texts are those of all.
type Listed = Entry<ListedKey, Range<usize>>;

/// A write on its own, after its batch.
pub(super) type OwnedEntry = Entry<PlainKey, Vec<u8>>;

/// The key of a write among others.
pub(super) enum ListedKey {
    /// Where the partition key is among the keys that are text, and the sort key.
    Text(Range<usize>, Option<Range<usize>>),
    Other(PlainKey),
}

impl ListedKey {
    /// Adds a key that is text to the others.
    fn text(keys: &mut String, (pk, sk): (&str, Option<&str>)) -> Self {
        let mut add = |text: &str| {
            let start = keys.len();
            keys.push_str(text);
            start..keys.len()
        };
        Self::Text(add(pk), sk.map(add))
    }
}

/// A key in the form that keys are compared in.
pub(super) type ComparedKey<'a> = (CanonicalValue<'a>, Option<CanonicalValue<'a>>);

impl Entries {
    pub(super) fn new() -> Self {
        Self {
            list: Vec::new(),
            json: Encoder::json(),
            keys: String::new(),
            slots: KeySlots::default(),
            now: None,
        }
    }

    fn put(&mut self, put: PutSpec<'_>, db: &Db) -> Result<(), Error> {
        let mut stamps = Stamps::at(*self.now.get_or_insert_with(|| db.now()));
        let item = put.unconditional(&mut stamps)?;
        let of = item.item_type();
        let start = self.json.as_json().len();
        encode_item(item, &stamps, &mut self.json, &mut self.slots)?;
        let key = match self.slots.primary_text() {
            Some(text) if !of.primary().is_lossy() => ListedKey::text(&mut self.keys, text),
            _ => ListedKey::Other(PlainKey::stored(item, self.slots.take_primary())),
        };
        self.list(of, key, false, start);
        Ok(())
    }

    fn delete(&mut self, delete: DeleteSpec) -> Result<(), Error> {
        let of = delete.of;
        let key = delete.unconditional()?;
        let start = self.json.as_json().len();
        encode_key(of.primary(), key.built()?, &mut self.json)
            .map_err(|error| Error::encode(of.name(), error))?;
        let key = self.listed(key);
        self.list(of, key, true, start);
        Ok(())
    }

    fn again(&mut self, write: OwnedEntry) {
        let start = self.json.as_json().len();
        self.json.raw_bytes(&write.json);
        let key = self.listed(write.key);
        self.list(write.of, key, write.is_delete, start);
    }

    /// Adds the write whose text begins here.
    fn list(&mut self, of: &'static ItemType, key: ListedKey, is_delete: bool, start: usize) {
        self.list.push(Entry {
            of,
            key,
            is_delete,
            json: start..self.json.as_json().len(),
        });
    }

    /// A key in the form of this list.
    fn listed(&mut self, key: PlainKey) -> ListedKey {
        match key.text() {
            Some(text) => ListedKey::text(&mut self.keys, text),
            None => ListedKey::Other(key),
        }
    }

    /// The key of a write, to compare it with others.
    pub(super) fn key(&self, number: usize) -> Result<ComparedKey<'_>, Error> {
        let text = |at: &Range<usize>| CanonicalValue::Text(&self.keys[at.clone()]);
        Ok(match &self.list[number].key {
            ListedKey::Text(pk, sk) => (text(pk), sk.as_ref().map(text)),
            ListedKey::Other(key) => key.built()?.as_canonical(),
        })
    }

    /// The number of bytes that each entry takes in a request's body, with the comma.
    pub(super) fn sizes(&self) -> impl Iterator<Item = usize> {
        self.list.iter().map(|entry| self.form(entry).size())
    }

    /// A write in the form of a request.
    pub(super) fn write(&self, number: usize) -> BatchEntry<'_> {
        self.form(&self.list[number])
    }

    fn form(&self, entry: &Listed) -> BatchEntry<'_> {
        let json = &self.json.as_json()[entry.json.clone()];
        if entry.is_delete {
            BatchEntry::Delete(json)
        } else {
            BatchEntry::Put(json)
        }
    }

    /// Some of the writes, each with its own text.
    pub(super) fn take(self, numbers: Vec<usize>) -> Vec<OwnedEntry> {
        let mut list: Vec<_> = self.list.into_iter().map(Some).collect();
        let taken = numbers.into_iter().filter_map(|number| list[number].take());
        let text = |at: Range<usize>| KeyValue::Text(self.keys[at].to_owned());
        let owned = taken.map(|entry| Entry {
            of: entry.of,
            key: match entry.key {
                ListedKey::Text(pk, sk) => PrimaryKey {
                    pk: text(pk),
                    sk: sk.map(text),
                }
                .into(),
                ListedKey::Other(key) => key,
            },
            is_delete: entry.is_delete,
            json: self.json.as_json()[entry.json].to_vec(),
        });
        owned.collect()
    }
}

impl<K, J> Entry<K, J> {
    pub(super) fn item_type(&self) -> &'static ItemType {
        self.of
    }

    pub(super) fn item(&self) -> &'static str {
        self.of.name()
    }

    pub(super) fn is_delete(&self) -> bool {
        self.is_delete
    }

    pub(super) fn table(&self, tables: &mut Tables, db: &Db) -> Result<usize, Error> {
        tables.number(self.of, db)
    }
}

impl OwnedEntry {
    pub(super) fn key(&self) -> Result<&PrimaryKey, Error> {
        self.key.built()
    }

    pub(super) fn typed_key<T: Item>(&self) -> Option<Key<T>> {
        (self.of.id == TypeId::of::<T>()).then(|| self.key.clone().into())
    }
}

/// Adds a write to those of a batch.
type AddWrite<'a> = dyn FnOnce(&Db, &mut Entries) -> Result<(), Error> + Send + 'a;

/// A put or delete of any item type, for lists that mix them: `order.put().into()`.
#[must_use = "a write does nothing until it is sent"]
pub struct Write<'a>(Box<AddWrite<'a>>);

impl Write<'static> {
    pub(super) fn again(write: OwnedEntry) -> Self {
        Self(Box::new(|_, to| {
            to.again(write);
            Ok(())
        }))
    }

    /// A delete of an item of any type.
    pub(in crate::op) fn delete(delete: DeleteSpec) -> Self {
        Self(Box::new(|_, to| to.delete(delete)))
    }
}

impl<'a, T: Item> From<Put<'a, T>> for Write<'a> {
    fn from(put: Put<'a, T>) -> Self {
        Self(Box::new(move |db, to| put.add_to(db, to)))
    }
}

impl<T: Item> From<Delete<T>> for Write<'_> {
    fn from(delete: Delete<T>) -> Self {
        Self(Box::new(move |db, to| delete.add_to(db, to)))
    }
}

/// A write that can be in a batch: a [`Put`], a [`Delete`], or a [`Write`] of any type.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be in a batch",
    label = "expected a put or a delete that gives nothing back",
    note = "`db.transact(…)` takes updates and checks as well"
)]
pub trait WriteOp {
    #[doc(hidden)]
    fn add_to(self, db: &Db, to: &mut Entries) -> Result<(), Error>;
}

impl WriteOp for Write<'_> {
    fn add_to(self, db: &Db, to: &mut Entries) -> Result<(), Error> {
        (self.0)(db, to)
    }
}

impl<T: Item> WriteOp for Put<'_, T> {
    fn add_to(self, db: &Db, to: &mut Entries) -> Result<(), Error> {
        to.put(self.spec, db)
    }
}

impl<T: Item> WriteOp for Delete<T> {
    fn add_to(self, _: &Db, to: &mut Entries) -> Result<(), Error> {
        to.delete(self.spec)
    }
}

fn encode_key(
    primary: &QuerySchema,
    key: &PrimaryKey,
    to: &mut Encoder,
) -> Result<(), EncodeError> {
    to.begin_item(2)?;
    key.pk.encode_as(primary.pk[0].attribute, to)?;
    for (spec, value) in primary.sk.iter().zip(&key.sk) {
        value.encode_as(spec.attribute, to)?;
    }
    to.end_item()
}

/// The argument of [`Db::batch_write`]: one write, an iterator over writes, or a tuple of up to
/// twelve of those.
///
/// `M` only tells the compiler which of the three it is; callers never name it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a list of writes",
    label = "expected puts and deletes that give nothing back: one, a `Vec`, or a tuple of those",
    note = "`db.transact(…)` takes updates and checks as well"
)]
pub trait WriteList<M> {
    #[doc(hidden)]
    fn encode(self, db: &Db, to: &mut Entries) -> Result<(), Error>;
}

impl<W: WriteOp> WriteList<One> for W {
    fn encode(self, db: &Db, to: &mut Entries) -> Result<(), Error> {
        self.add_to(db, to)
    }
}

impl<I: IntoIterator<Item: WriteOp>> WriteList<Each> for I {
    fn encode(self, db: &Db, to: &mut Entries) -> Result<(), Error> {
        let mut writes = self.into_iter();
        let before = (to.json.as_json().len(), to.keys.len());
        let more = writes.size_hint().0.min(MOST_FORESEEN);
        to.list.reserve(more);
        if let Some(first) = writes.next() {
            first.add_to(db, to)?;
        }
        // The others are probably of the same size.
        let bytes = more * (to.json.as_json().len() - before.0);
        to.json.reserve(bytes.min(MOST_FORESEEN_BYTES));
        to.keys.reserve(more * (to.keys.len() - before.1));
        for write in writes {
            write.add_to(db, to)?;
        }
        Ok(())
    }
}

macro_rules! tuples {
    ($(($($list:ident $marker:ident $at:tt),+))+) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($list: WriteList<$marker>, $marker),+> WriteList<($($marker,)+)> for ($($list,)+) {
            fn encode(self, db: &Db, to: &mut Entries) -> Result<(), Error> {
                $(self.$at.encode(db, to)?;)+
                Ok(())
            }
        }
    )+};
}

for_tuples!(tuples);
