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
/// Created by the generated `T::key(…)` or by [`Item::to_key`]. If the key cannot be built (a
/// component is empty, contains the delimiter, or is too long), the error is reported when an
/// operation with it is sent, before any request is made.
///
/// ```
/// # use dynamo_runtime::{Db, Error, Item};
/// # #[derive(Debug, Clone, PartialEq, Item)]
/// # #[table(name = "orders", pk = "customer", sk = "id")]
/// # #[gsi(name = "ByStatus", pk = "status", sk = "total", query = "by_status")]
/// # struct Order { customer: String, id: u32, status: String, total: u32 }
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Error> {
/// # let db = Db::embedded().await?;
/// # db.create_table::<Order>().await?;
/// # for (id, total) in [(1, 40), (2, 10), (3, 25)] {
/// #     Order { customer: "ada".into(), id, status: "open".into(), total }.create().send(&db).await?;
/// # }
/// let key = Order::key("ada", 1);
/// assert!(key.clone().exists().send(&db).await?);
///
/// key.clone().update().set(Order::TOTAL, 45).send(&db).await?;
/// let order = key.clone().get().send(&db).await?;
/// assert_eq!(order.map(|order| order.total), Some(45));
///
/// key.clone().delete().send(&db).await?;
/// assert_eq!(key.get().send(&db).await?, None);
/// # Ok(())
/// # }
/// ```
pub struct Key<T> {
    pub(crate) plain: PlainKey,
    item: PhantomData<fn() -> T>,
}

/// A primary key, whatever the item type.
#[derive(Clone)]
pub(crate) struct PlainKey {
    pub(crate) values: Result<PrimaryKey, KeyError>,
    /// Components that cannot be fully read back from the key: text whose format loses information,
    /// and numbers.
    pub(crate) originals: Vec<(usize, Piece<'static>)>,
}

impl PlainKey {
    /// Builds the key of an item from a source of its components.
    pub(crate) fn build(schema: &ItemSchema, components: &dyn Components) -> Self {
        let primary = schema.primary();
        let values = crate::item::primary_key(primary, components);
        Self {
            values: values.map_err(|error| error.with_item(schema.name)),
            originals: originals(primary, components),
        }
    }

    /// The key an item is stored under, which differs from its own if the runtime fills a part of
    /// it.
    pub(crate) fn stored(item: &dyn Writable, key: PrimaryKey) -> Self {
        Self {
            values: Ok(key),
            originals: originals(item.item_type().primary(), item),
        }
    }

    /// The values, if they are all there is to the key and both are text.
    pub(crate) fn text(&self) -> Option<(&str, Option<&str>)> {
        if !self.originals.is_empty() {
            return None;
        }
        match self.values.as_ref().ok()? {
            PrimaryKey {
                pk: KeyValue::Text(pk),
                sk: None,
            } => Some((pk, None)),
            PrimaryKey {
                pk: KeyValue::Text(pk),
                sk: Some(KeyValue::Text(sk)),
            } => Some((pk, Some(sk))),
            _ => None,
        }
    }

    /// Whether another key leads to the same item. Keys that cannot be built lead to none.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        match (&self.values, &other.values) {
            (Ok(own), Ok(other)) => own.as_canonical() == other.as_canonical(),
            _ => false,
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
    /// The values in the canonical form that DynamoDB returns, to compare keys by.
    pub(crate) fn as_canonical(&self) -> (CanonicalValue<'_>, Option<CanonicalValue<'_>>) {
        (
            self.pk.as_canonical(),
            self.sk.as_ref().map(KeyValue::as_canonical),
        )
    }

    /// The key in the canonical form that DynamoDB returns, whatever text a number was made from.
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

    /// Builds the key from an item, or from a part of one that has all components of its key.
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

    /// Returns an operation that checks whether the item exists, without reading all of it.
    pub fn exists(self) -> Exists<T> {
        Exists::new(self)
    }

    /// Returns an operation that changes parts of the item, and the index keys built from them.
    pub fn update(self) -> Update<T> {
        Update::new(self)
    }

    /// Returns an operation that reads the item, changes it and writes the difference.
    ///
    /// If another writer was faster, the closure is called again on the new item, so it may run
    /// several times.
    pub fn modify<F: Fn(&mut T)>(self, change: F) -> Modify<T, F> {
        Modify::new(self, change)
    }

    /// Returns an operation that marks the item as deleted, so that it counts as absent. It fails
    /// if the item is already deleted, as if it did not exist.
    pub fn soft_delete(self) -> Update<T>
    where
        T: SoftDelete,
    {
        Update::late(self, |now| {
            let now = truncated(now, <T::Field as FieldInfo>::precision());
            Assigned::new::<T::Field>(Timestamp::at(now))
        })
    }

    /// Returns an operation that undoes a soft delete. It also succeeds on an item that is not
    /// deleted.
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

/// Takes the key from stored attributes, if a type with these keys could have built it.
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

/// The components that cannot be read back from the key's templates.
fn originals(primary: &QuerySchema, components: &dyn Components) -> Vec<(usize, Piece<'static>)> {
    // Most keys have none.
    if !primary.is_lossy() {
        return Vec::new();
    }
    let lossy = primary.keys().flat_map(|spec| spec.template.lossy());
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
