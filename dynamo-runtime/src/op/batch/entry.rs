//! One write of a batch, encoded once, and the lists of writes a batch takes.

use std::any::TypeId;

use crate::codec::Encoder;
use crate::db::Db;
use crate::error::Error;
use crate::item::{Item, ItemType, stamped_json};
use crate::key::{Key, PlainKey, PrimaryKey};
use crate::lifecycle::Stamps;
use crate::op::physical_tables::Tables;
use crate::op::tuples::{Each, One, for_tuples};
use crate::op::write::delete::DeleteSpec;
use crate::op::write::put::PutSpec;
use crate::op::{Delete, Put};
use crate::schema::QuerySchema;
use crate::wire::BatchEntry;

/// A write in the form in which it is sent and sent again.
pub struct Entry {
    of: &'static ItemType,
    key: PlainKey,
    is_delete: bool,
    /// The item, or the key of the item to delete, in DynamoDB's JSON.
    json: Vec<u8>,
}

impl Entry {
    fn put(put: PutSpec<'_>, db: &Db) -> Result<Self, Error> {
        let mut stamps = Stamps::at(db.now());
        let item = put.unconditional(&mut stamps)?;
        let encoded = stamped_json(item, &stamps)?;
        Ok(Self {
            of: item.item_type(),
            key: PlainKey::stored(item, encoded.key),
            is_delete: false,
            json: encoded.json,
        })
    }

    fn delete(delete: DeleteSpec) -> Result<Self, Error> {
        let of = delete.of;
        let key = delete.unconditional()?;
        let json = key_json(of.primary(), key.built()?);
        Ok(Self {
            json: json.map_err(|error| Error::encode(of.name(), error))?,
            of,
            key,
            is_delete: true,
        })
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

    pub(super) fn key(&self) -> Result<&PrimaryKey, Error> {
        self.key.built()
    }

    pub(super) fn typed_key<T: Item>(&self) -> Option<Key<T>> {
        (self.of.id == TypeId::of::<T>()).then(|| self.key.clone().into())
    }

    /// The number of bytes it takes in a request's body, with the comma.
    pub(super) fn size(&self) -> usize {
        self.write().size()
    }

    /// Returns the write in the form of a request.
    pub(super) fn write(&self) -> BatchEntry<'_> {
        if self.is_delete {
            BatchEntry::Delete(&self.json)
        } else {
            BatchEntry::Put(&self.json)
        }
    }
}

/// A put or delete of any item type, for lists that mix them: `order.put().into()`.
#[must_use = "a write does nothing until it is sent"]
pub struct Write<'a>(Box<dyn FnOnce(&Db) -> Result<Entry, Error> + Send + 'a>);

impl Write<'static> {
    pub(super) fn again(entry: Entry) -> Self {
        Self(Box::new(|_| Ok(entry)))
    }

    /// A delete of an item of any type.
    pub(in crate::op) fn delete(delete: DeleteSpec) -> Self {
        Self(Box::new(|_| Entry::delete(delete)))
    }
}

impl<'a, T: Item> From<Put<'a, T>> for Write<'a> {
    fn from(put: Put<'a, T>) -> Self {
        Self(Box::new(move |db| put.entry(db)))
    }
}

impl<T: Item> From<Delete<T>> for Write<'_> {
    fn from(delete: Delete<T>) -> Self {
        Self(Box::new(move |db| delete.entry(db)))
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
    fn entry(self, db: &Db) -> Result<Entry, Error>;
}

impl WriteOp for Write<'_> {
    fn entry(self, db: &Db) -> Result<Entry, Error> {
        (self.0)(db)
    }
}

impl<T: Item> WriteOp for Put<'_, T> {
    fn entry(self, db: &Db) -> Result<Entry, Error> {
        Entry::put(self.spec, db)
    }
}

impl<T: Item> WriteOp for Delete<T> {
    fn entry(self, _: &Db) -> Result<Entry, Error> {
        Entry::delete(self.spec)
    }
}

fn key_json(primary: &QuerySchema, key: &PrimaryKey) -> Result<Vec<u8>, crate::codec::EncodeError> {
    let mut encoder = Encoder::json();
    encoder.begin_item(2)?;
    encoder.entry_with(primary.pk[0].attribute, |to| key.pk.encode(to))?;
    for (spec, value) in primary.sk.iter().zip(&key.sk) {
        encoder.entry_with(spec.attribute, |to| value.encode(to))?;
    }
    encoder.end_item()?;
    encoder.into_json()
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
    fn encode(self, db: &Db, to: &mut Vec<Entry>) -> Result<(), Error>;
}

impl<W: WriteOp> WriteList<One> for W {
    fn encode(self, db: &Db, to: &mut Vec<Entry>) -> Result<(), Error> {
        to.push(self.entry(db)?);
        Ok(())
    }
}

impl<I: IntoIterator<Item: WriteOp>> WriteList<Each> for I {
    fn encode(self, db: &Db, to: &mut Vec<Entry>) -> Result<(), Error> {
        for write in self {
            to.push(write.entry(db)?);
        }
        Ok(())
    }
}

macro_rules! tuples {
    ($(($($list:ident $marker:ident $at:tt),+))+) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($list: WriteList<$marker>, $marker),+> WriteList<($($marker,)+)> for ($($list,)+) {
            fn encode(self, db: &Db, to: &mut Vec<Entry>) -> Result<(), Error> {
                $(self.$at.encode(db, to)?;)+
                Ok(())
            }
        }
    )+};
}

for_tuples!(tuples);
