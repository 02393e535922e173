//! The typed primary key of an item.

use std::collections::HashMap;
use std::fmt;
use std::marker::PhantomData;

use aws_sdk_dynamodb::types::AttributeValue;

use super::value::CanonicalValue;
use super::{Args, Components, KeyError, KeyValue, Piece, truncated};
use crate::error::Error;
use crate::expr::{Assigned, MayBeAbsent};
use crate::field::FieldInfo;
use crate::item::{Item, ItemType, Writable};
use crate::lifecycle::{SoftDelete, Timestamp};
use crate::op::{Delete, Exists, Get, Modify, Update};
use crate::schema::{ItemSchema, KeySpec, QuerySchema};

/// The primary key of an item of type `T`.
///
/// Made by the generated `T::key(…)` or by [`Item::to_key`]. A key that cannot be built (an empty
/// component, one that contains the delimiter, one that is too long) is reported when an operation
/// on it is sent, before anything is.
pub struct Key<T> {
    pub(crate) plain: PlainKey,
    item: PhantomData<fn() -> T>,
}

/// The primary key of an item of any type.
#[derive(Clone)]
pub(crate) struct PlainKey {
    pub(crate) values: Result<PrimaryKey, KeyError>,
    /// Components that are not read back whole from the key: text whose format loses something, and
    /// numbers.
    pub(crate) originals: Vec<(usize, Piece<'static>)>,
}

impl PlainKey {
    /// Builds the key of an item from what has its components.
    pub(crate) fn build(schema: &ItemSchema, components: &dyn Components) -> Self {
        let primary = schema.primary();
        let values = crate::item::primary_key(primary, components);
        Self {
            values: values.map_err(|error| error.with_item(schema.name)),
            originals: originals(primary, components),
        }
    }

    /// The key an item is stored under, which is not its own if the runtime fills a part of it.
    pub(crate) fn stored(item: &dyn Writable, key: PrimaryKey) -> Self {
        Self {
            values: Ok(key),
            originals: originals(item.item_type().primary(), item),
        }
    }

    pub(crate) fn built(&self) -> Result<&PrimaryKey, Error> {
        self.values
            .as_ref()
            .map_err(|error| Error::Key(error.clone()))
    }

    pub(crate) fn into_built(self) -> Result<PrimaryKey, Error> {
        self.values.map_err(Error::Key)
    }
}

impl From<PrimaryKey> for PlainKey {
    fn from(values: PrimaryKey) -> Self {
        Self {
            values: Ok(values),
            originals: Vec::new(),
        }
    }
}

/// The values of a primary key.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct PrimaryKey {
    pub(crate) pk: KeyValue,
    pub(crate) sk: Option<KeyValue>,
}

impl PrimaryKey {
    /// The values in the one form DynamoDB gives them back in, to compare keys by.
    pub(crate) fn as_canonical(&self) -> (CanonicalValue<'_>, Option<CanonicalValue<'_>>) {
        (
            self.pk.as_canonical(),
            self.sk.as_ref().map(KeyValue::as_canonical),
        )
    }

    /// The key in the one form DynamoDB gives it back in, whatever text a number was made from.
    pub(crate) fn canonical(self) -> Self {
        Self {
            pk: self.pk.canonical(),
            sk: self.sk.map(KeyValue::canonical),
        }
    }
}

impl<T: Item> Key<T> {
    /// Builds the key from the arguments of the generated method.
    #[doc(hidden)]
    #[must_use]
    pub fn from_args(checked: Result<(), KeyError>, args: &Args<'_>) -> Self {
        let schema = ItemType::of::<T>().schema;
        let mut plain = PlainKey::build(schema, args);
        if let Err(error) = checked {
            plain.values = Err(error.with_item(schema.name));
        }
        plain.into()
    }

    pub(crate) fn of(item: &T) -> Self {
        Self::from_components(item)
    }

    /// Builds the key from an item, or from a part that has the components of its key.
    #[doc(hidden)]
    #[must_use]
    pub fn from_components(components: &dyn Components) -> Self {
        PlainKey::build(ItemType::of::<T>().schema, components).into()
    }

    /// Returns an operation that reads the item.
    pub fn get(self) -> Get<T> {
        Get::new(self)
    }

    /// Returns an operation that deletes the item.
    pub fn delete(self) -> Delete<T> {
        Delete::new(self)
    }

    /// Returns an operation that tells whether the item exists, without reading it whole.
    pub fn exists(self) -> Exists<T> {
        Exists::new(self)
    }

    /// Returns an operation that changes parts of the item, and the index keys made of them.
    pub fn update(self) -> Update<T> {
        Update::new(self)
    }

    /// Returns an operation that reads the item, changes it and writes what changed.
    ///
    /// The change is made again on what is stored then if another writer was faster, so it may be
    /// called several times.
    pub fn modify<F: Fn(&mut T)>(self, change: F) -> Modify<T, F> {
        Modify::new(self, change)
    }

    /// Returns an operation that marks the item as deleted, so that it counts as absent. One that
    /// is deleted already does, too.
    pub fn soft_delete(self) -> Update<T>
    where
        T: SoftDelete,
    {
        Update::late(self, |now| {
            let now = truncated(now, <T::Field as FieldInfo>::precision());
            Assigned::new::<T::Field>(Timestamp::at(now))
        })
    }

    /// Returns an operation that takes back a soft delete. The item may be a live one.
    pub fn restore(self) -> Update<T>
    where
        T: SoftDelete,
    {
        Update::late(self, |_| Assigned::new::<T::Field>(MayBeAbsent::none())).include_deleted()
    }

    /// Returns the value of the partition key.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Key`] if the key could not be built.
    pub fn partition(&self) -> Result<&KeyValue, Error> {
        self.built().map(|key| &key.pk)
    }

    /// Returns the value of the sort key, if the table has one.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Key`] if the key could not be built.
    pub fn sort(&self) -> Result<Option<&KeyValue>, Error> {
        self.built().map(|key| key.sk.as_ref())
    }

    pub(crate) fn built(&self) -> Result<&PrimaryKey, Error> {
        self.plain.built()
    }
}

impl<T> From<PlainKey> for Key<T> {
    fn from(plain: PlainKey) -> Self {
        Self {
            plain,
            item: PhantomData,
        }
    }
}

/// Takes the key from stored attributes, if they can be those of a type with these keys.
pub(crate) fn key_in(
    primary: &QuerySchema,
    item: &HashMap<String, AttributeValue>,
) -> Option<PrimaryKey> {
    let value = |spec: &KeySpec| {
        let value = KeyValue::from_attribute(item.get(spec.attribute)?.clone())?;
        spec.template.fits(&value).then_some(value)
    };
    let sk = match primary.sk.first() {
        Some(spec) => Some(value(spec)?),
        None => None,
    };
    let pk = value(&primary.pk[0])?;
    Some(PrimaryKey { pk, sk })
}

/// The components that the key's templates do not give back.
fn originals(primary: &QuerySchema, components: &dyn Components) -> Vec<(usize, Piece<'static>)> {
    // Most keys have none.
    let lossy = primary.keys().filter(|spec| spec.template.is_lossy());
    let lossy = lossy.flat_map(|spec| spec.template.lossy());
    let piece = |field| Some((field, components.component(field)?.piece()?.into_owned()));
    lossy.filter_map(piece).collect()
}

impl<T> Clone for Key<T> {
    fn clone(&self) -> Self {
        self.plain.clone().into()
    }
}

impl<T> PartialEq for Key<T> {
    fn eq(&self, other: &Self) -> bool {
        self.plain.values == other.plain.values
    }
}

impl<T> fmt::Debug for Key<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.plain.fmt(f)
    }
}

impl fmt::Debug for PlainKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.values {
            Ok(key) => write!(f, "Key{key:?}"),
            Err(error) => write!(f, "Key({error})"),
        }
    }
}

impl fmt::Debug for PrimaryKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({:?}, {:?})", self.pk, self.sk)
    }
}
