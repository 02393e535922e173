//! Records of a table's stream, read as changes to typed items.

#[cfg(feature = "streams")]
mod follow;
#[cfg(feature = "lambda")]
pub mod lambda;
#[cfg(feature = "lambda")]
mod lambda_record;
#[cfg(feature = "streams")]
mod sdk_record;

use std::collections::HashMap;
use std::fmt;

use aws_sdk_dynamodb::types::AttributeValue;

use crate::error::Error;
use crate::item::{Item, ItemType, Record};
use crate::key::{Key, PlainKey, RESERVED, key_in};
use crate::wire::Attributes;

#[cfg(feature = "streams")]
pub use self::follow::{ChangeStream, Changes, StreamCheckpoint, TableChanges};

/// A change to an item, read from a record of its table's stream.
///
/// `T` is an item type, or a [`Collection`](crate::Collection) for a table that several types
/// share.
///
/// ```
/// use dynamo_runtime::change::ChangeRecord;
/// use dynamo_runtime::{Change, ChangeKind, Collection, Error, Item, Record, Table};
///
/// #[derive(Table)]
/// #[table(name = "shop", pk = "PK", sk = "SK", type_attr = "type")]
/// struct Shop;
///
/// #[derive(Debug, Clone, PartialEq, Item)]
/// #[dynamo(table = Shop)]
/// #[key(pk = "CUSTOMER#{id}", sk = literal("PROFILE"))]
/// struct Customer { id: String }
///
/// #[derive(Debug, Clone, PartialEq, Item)]
/// #[dynamo(table = Shop)]
/// #[key(pk = "CUSTOMER#{customer}", sk = "ORDER#{id}")]
/// struct Order { customer: String, id: String }
///
/// #[derive(Debug, PartialEq, Collection)]
/// #[collection(table = Shop)]
/// enum Entry { Customer(Customer), Order(Order) }
///
/// # fn main() -> Result<(), Error> {
/// let ada = Customer { id: "ada".to_owned() };
/// // With the feature `lambda` or `streams`, a record of a Lambda event or of the SDK.
/// let record = ChangeRecord::new(ChangeKind::Insert, ada.to_item()?).with_new(ada.to_item()?);
///
/// let change = Change::<Entry>::from_record(record)?;
/// assert_eq!(change.kind, ChangeKind::Insert);
/// assert_eq!(change.new, Some(Entry::Customer(ada)));
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Change<T> {
    /// The kind of change.
    pub kind: ChangeKind,
    /// The item before, if the stream has old images and there was one.
    pub old: Option<T>,
    /// The item after, if the stream has new images and there is one.
    pub new: Option<T>,
    /// Whether DynamoDB removed the item because it expired.
    pub expired: bool,
    /// The sequence number of the record, to report where a batch failed.
    pub sequence_number: Option<String>,
    keys: ChangedKeys,
}

/// The kind of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ChangeKind {
    /// It was created.
    Insert,
    /// It was changed.
    Modify,
    /// It was removed.
    Remove,
}

impl<T: Record> Change<T> {
    /// Reads a record of a stream.
    ///
    /// # Errors
    ///
    /// Returns [`Error::OtherType`] if the item is of another type, [`Error::Decode`] if an image
    /// does not fit its type, [`Error::Stream`] if the record is incomplete.
    pub fn from_record(record: impl IntoChangeRecord) -> Result<Self, Error> {
        let record = record.into_change_record()?;
        T::check_type(record.telling())?;
        Self::decode(record)
    }

    /// Reads a record of a stream; `None` if the item is of another type, or is a claim that the
    /// library stores for a unique value.
    ///
    /// # Errors
    ///
    /// The same as [`from_record`](Self::from_record), except for other types.
    pub fn of_known(record: impl IntoChangeRecord) -> Result<Option<Self>, Error> {
        let record = record.into_change_record()?;
        if record.is_claim() {
            return Ok(None);
        }
        match T::check_type(record.telling()) {
            Ok(()) => Self::decode(record).map(Some),
            Err(Error::OtherType { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn decode(record: ChangeRecord) -> Result<Self, Error> {
        Ok(Self {
            kind: record.kind,
            old: record.old.map(T::from_item).transpose()?,
            new: record.new.map(T::from_item).transpose()?,
            expired: record.expired,
            sequence_number: record.sequence_number,
            keys: record.keys,
        })
    }
}

impl<T> Change<T> {
    /// Returns the primary key of the item, if it can be a key of type `I`. Works even if the
    /// stream has no images.
    #[must_use]
    pub fn key<I: Item>(&self) -> Option<Key<I>> {
        let key = key_in(ItemType::of::<I>().primary(), &self.keys.0)?;
        Some(PlainKey::from(key).into())
    }

    /// Returns the item after the change or, if there is none, before it.
    pub fn item(&self) -> Option<&T> {
        self.new.as_ref().or(self.old.as_ref())
    }
}

/// A record of a stream before its images are decoded.
///
/// Created from a record of the SDK (feature `streams`) or of a Lambda event (feature `lambda`), or
/// by hand from any other source.
#[derive(Debug, Clone, PartialEq)]
pub struct ChangeRecord {
    kind: ChangeKind,
    keys: ChangedKeys,
    old: Option<Attributes>,
    new: Option<Attributes>,
    expired: bool,
    sequence_number: Option<String>,
}

impl ChangeRecord {
    /// Creates a record without images. `keys` has the key attributes of the item; other attributes
    /// are ignored.
    #[must_use]
    pub fn new(kind: ChangeKind, keys: HashMap<String, AttributeValue>) -> Self {
        Self {
            kind,
            keys: ChangedKeys(keys),
            old: None,
            new: None,
            expired: false,
            sequence_number: None,
        }
    }

    /// Adds the item before the change.
    #[must_use]
    pub fn with_old(mut self, image: HashMap<String, AttributeValue>) -> Self {
        self.old = Some(image);
        self
    }

    /// Adds the item after the change.
    #[must_use]
    pub fn with_new(mut self, image: HashMap<String, AttributeValue>) -> Self {
        self.new = Some(image);
        self
    }

    /// Marks the item as removed by DynamoDB because it expired.
    #[must_use]
    pub fn expired(mut self) -> Self {
        self.expired = true;
        self
    }

    /// Adds the sequence number of the record.
    #[must_use]
    pub fn with_sequence_number(mut self, number: impl Into<String>) -> Self {
        self.sequence_number = Some(number.into());
        self
    }

    /// Returns the kind of change.
    #[must_use]
    pub fn kind(&self) -> ChangeKind {
        self.kind
    }

    /// Returns the key attributes of the item.
    #[must_use]
    pub fn keys(&self) -> &HashMap<String, AttributeValue> {
        &self.keys.0
    }

    /// Returns the item before the change, if the record has it.
    #[must_use]
    pub fn old_image(&self) -> Option<&HashMap<String, AttributeValue>> {
        self.old.as_ref()
    }

    /// Returns the item after the change, if the record has it.
    #[must_use]
    pub fn new_image(&self) -> Option<&HashMap<String, AttributeValue>> {
        self.new.as_ref()
    }

    /// Whether the item is a claim on a unique value, which no item type has.
    pub(crate) fn is_claim(&self) -> bool {
        let mut keys = self.keys.0.values();
        let is_reserved = |key: &AttributeValue| matches!(key, AttributeValue::S(text) if text.starts_with(RESERVED));
        !self.keys.0.is_empty() && keys.all(is_reserved)
    }

    /// The attributes that show the item's type: those of an image or, without one, its keys.
    fn telling(&self) -> &Attributes {
        self.new
            .as_ref()
            .or(self.old.as_ref())
            .unwrap_or(&self.keys.0)
    }
}

/// A type that can be read as a record of a stream.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a record of a DynamoDB stream",
    label = "expected a `ChangeRecord`, or with the feature `streams` a record of the SDK, or with `lambda` one of a Lambda event"
)]
pub trait IntoChangeRecord {
    /// Returns the record.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Stream`] if it is incomplete.
    fn into_change_record(self) -> Result<ChangeRecord, Error>;
}

impl IntoChangeRecord for ChangeRecord {
    fn into_change_record(self) -> Result<ChangeRecord, Error> {
        Ok(self)
    }
}

/// Key attributes, whose `Debug` prints no values.
#[derive(Clone, PartialEq)]
struct ChangedKeys(Attributes);

impl fmt::Debug for ChangedKeys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.0.keys()).finish()
    }
}

#[cfg(any(feature = "lambda", feature = "streams"))]
impl ChangeKind {
    /// Reads DynamoDB's name of a kind.
    fn named(name: &str) -> Result<Self, Error> {
        match name {
            "INSERT" => Ok(Self::Insert),
            "MODIFY" => Ok(Self::Modify),
            "REMOVE" => Ok(Self::Remove),
            other => Err(Error::Stream {
                reason: format!(
                    "the event name of a record is `{other}`, not INSERT, MODIFY or REMOVE"
                ),
            }),
        }
    }
}

/// Whether a change was made by DynamoDB's TTL.
#[cfg(any(feature = "lambda", feature = "streams"))]
fn is_expiry(kind: Option<&str>, principal: Option<&str>) -> bool {
    kind == Some("Service") && principal == Some("dynamodb.amazonaws.com")
}
