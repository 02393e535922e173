//! The traits that the derives implement: tables, items, and the records read from an index.

mod counted_key;
mod item_type;
mod keys;
mod written;

use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;

#[cfg(feature = "streams")]
use crate::change::{Change, Changes};
use crate::codec::{DecodeError, Decoder, EncodeError, Encoder};
use crate::error::Error;
use crate::expr::{AttrPath, Condition, Node, Partial, Unchecked};
use crate::key::{Components, Key, KeyError, KeyPart, KeyValue, PrimaryKey};
use crate::lifecycle::Stamps;
use crate::op::bulk::{Backfill, Recount};
use crate::op::{Delete, KeyChecks, Keys, Modify, Put, Row, Scan, Update};
use crate::schema::{ItemSchema, TableSchema};
pub(crate) use crate::wire::Attributes;

#[doc(hidden)]
pub use crate::__private::{Stored, ViewField};
#[doc(hidden)]
pub use crate::field::FieldPlace;
pub use crate::field::{
    CounterField, CounterValue, FieldCodec, FieldDecode, FieldInfo, Own, Serde, StoredField,
};

#[doc(hidden)]
pub use self::counted_key::CountedKey;
#[doc(hidden)]
pub use self::written::{WhenValue, decoder, default_of};

pub(crate) use self::item_type::{ItemType, Writable};
pub(crate) use self::keys::{
    build, build_shards, build_whole, is_needed_now, primary_components, primary_key, recompute,
};
use self::keys::{check_index_fields, index_key};

/// A table that items live in and `Db::create_table` can create.
///
/// Derived with `#[derive(Table)]`, or with `#[derive(Item)]` for an item that has its own table.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a table",
    label = "expected a type that derives `Table`, or an `Item` with its own `#[table(...)]`",
    note = "for an item of a shared table write the table it names in `#[dynamo(table = ...)]`"
)]
pub trait Table: Send + Sync + 'static {
    /// The table's keys, indexes and options.
    const SCHEMA: TableSchema;
}

/// A table that items name with `#[dynamo(table = ...)]`.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a shared table",
    label = "expected a type that derives `Table`",
    note = "a shared table is a struct without fields that derives `Table`, with `#[table(name = \"...\", pk = \"...\")]`"
)]
pub trait SharedTable: Table {
    /// Required by the items.
    const IS_DECLARED: () = ();
}

/// Says which feature is off.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`changes` needs the feature `streams` of `dynamo-runtime`",
    label = "add `features = [\"streams\"]` to the dependency"
)]
pub trait FeatureStreams {}

#[cfg(feature = "streams")]
impl<T: ?Sized> FeatureStreams for T {}
/// A type that derives `Table`. Apart from [`SharedTable`], so that a message does not list every
/// table of every crate.
#[doc(hidden)]
pub trait DeclaredTable: Table {}

#[diagnostic::do_not_recommend]
impl<T: DeclaredTable> SharedTable for T {}

/// One item type, which can be scanned. A shared table and a collection never are.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` stands for several item types, and has no `scan` of its own",
    label = "write the `scan` of one item type, as in `Customer::scan()`",
    note = "a scan of an item type reads the whole table, and returns the items of that type"
)]
pub trait OneItemType<'a> {
    /// The operation.
    type Scan;
}

/// Something read from a table or an index: an item, or the part of one that an index projects.
pub trait Record: Components + Sized + Send + Sync + 'static {
    /// The type's name, for errors.
    const NAME: &'static str;

    /// Decodes the attributes of one record.
    ///
    /// # Errors
    ///
    /// Returns an error if an attribute is missing or does not fit the field's type.
    fn decode(from: &mut Decoder<'_>) -> Result<Self, DecodeError>;

    /// Decodes a record, and keeps the key attributes that are not its fields.
    #[doc(hidden)]
    fn decode_with(from: &mut Decoder<'_>, keys: &mut Keys) -> Result<Self, DecodeError> {
        let _ = keys;
        Self::decode(from)
    }

    /// Whether it was read but is of another type, and so left out.
    #[doc(hidden)]
    fn is_foreign(&self) -> bool {
        false
    }

    /// Whether it is in the ranges of a query.
    #[doc(hidden)]
    fn is_within(&self, checks: &KeyChecks) -> bool {
        checks.hold(0, self)
    }

    /// The primary key it was found under, if that is not always the one its fields build.
    #[doc(hidden)]
    fn found_key(&self) -> Option<(&KeyValue, Option<&KeyValue>)> {
        None
    }

    /// Refuses an item that is stored as another type.
    #[doc(hidden)]
    fn check_type(item: &HashMap<String, AttributeValue>) -> Result<(), Error> {
        let _ = item;
        Ok(())
    }

    /// Decodes an item that the SDK has already read: a stream's image, or the response to your own
    /// request.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Decode`] if an attribute is missing or does not fit the field's type,
    /// [`Error::OtherType`] if the item is stored as another type.
    fn from_item(item: HashMap<String, AttributeValue>) -> Result<Self, Error> {
        Self::check_type(&item)?;
        let mut decoder = Decoder::from_item(item);
        Self::decode(&mut decoder).map_err(|error| Error::decode(Self::NAME, error))
    }
}

/// Reads an item and writes it again, as its type does.
pub(crate) fn rewritten<T: Item>(item: Attributes) -> Result<Attributes, Error> {
    T::from_item(item)?.to_item()
}

/// Decodes a borrowed item: like [`Record::from_item`], without copying it.
pub(crate) fn decoded<T: Record>(item: &HashMap<String, AttributeValue>) -> Result<T, Error> {
    T::check_type(item)?;
    T::decode(&mut Decoder::of_item(item)).map_err(|error| Error::decode(T::NAME, error))
}

/// A shared table that holds items of type `T`. Implemented by `#[derive(Item)]`, so that the
/// table's page in the docs lists its item types.
pub trait Holds<T> {}

/// A struct stored as an item of a DynamoDB table; derived with `#[derive(Item)]`.
///
/// ```
/// use dynamo_runtime::{Db, Error, Item};
///
/// #[derive(Debug, Clone, PartialEq, Item)]
/// #[table(name = "orders", pk = "customer", sk = "id")]
/// #[gsi(name = "ByStatus", pk = "status", sk = "total", query = "by_status")]
/// struct Order {
///     customer: String,
///     id: u32,
///     status: String,
///     total: u32,
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Error> {
/// # let db = Db::embedded().await?;
/// # db.create_table::<Order>().await?;
/// let order = Order { customer: "ada".into(), id: 1, status: "open".into(), total: 40 };
/// order.create().send(&db).await?;
///
/// assert_eq!(Order::key("ada", 1).get().send(&db).await?, Some(order.clone()));
/// assert_eq!(Order::by_status("open").all(&db).await?, [order]);
/// # Ok(())
/// # }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an item",
    label = "expected a struct that derives `Item`",
    note = "add `#[derive(Item)]` and `#[table(...)]` to `{Self}`"
)]
pub trait Item: Record {
    /// The table the item lives in.
    type Table: Table;

    /// The record that is decoded for it if other item types may be read with it.
    #[doc(hidden)]
    type Row: Row<Self>;

    /// The item's attributes and keys.
    const SCHEMA: ItemSchema;

    /// Writes the stored fields, including the values that the runtime filled in.
    #[doc(hidden)]
    fn encode_fields(&self, to: &mut Encoder, stamps: &Stamps) -> Result<(), EncodeError>;

    /// Whether the condition with this number, a `when`, holds, including the values that the
    /// runtime filled in.
    #[doc(hidden)]
    fn holds(&self, condition: usize, stamps: &Stamps) -> bool {
        let _ = (condition, stamps);
        true
    }

    /// Whether the condition with this number holds for the values of an update; `None` if they do
    /// not decide it.
    #[doc(hidden)]
    #[must_use]
    fn holds_with(condition: usize, values: &Partial<'_>) -> Option<bool> {
        let _ = (condition, values);
        None
    }

    /// Fills the fields that a write of the whole item fills.
    #[doc(hidden)]
    fn stamp(&self, stamps: &mut Stamps) {
        let _ = stamps;
    }

    /// Fills the fields that every update fills.
    #[doc(hidden)]
    fn stamp_update(stamps: &mut Stamps) {
        let _ = stamps;
    }

    /// Fills the fields of an update that creates the item, including those of its primary key.
    #[doc(hidden)]
    fn stamp_insert(stamps: &mut Stamps, key: &Partial<'_>) {
        let _ = (stamps, key);
    }

    /// The key of the counter with this number that the item is counted in; `None` if a component
    /// is absent.
    #[doc(hidden)]
    fn counter_key(&self, counter: usize) -> Option<CountedKey> {
        let _ = counter;
        None
    }

    /// Returns an operation that writes the item, whether or not it exists.
    fn put(&self) -> Put<'_, Self> {
        Put::new(self)
    }

    /// Returns an operation that writes the item and fails if it exists.
    fn create(&self) -> Put<'_, Self> {
        Put::creating(self)
    }

    /// Returns an operation that writes the item and fails if it does not exist.
    fn replace(&self) -> Put<'_, Self> {
        Put::replacing(self)
    }

    /// Returns an operation that deletes the item. If it has a `version`, the stored one must be
    /// the same.
    fn delete(&self) -> Delete<Self> {
        Delete::of(self)
    }

    /// Returns an operation that reads the item, changes it and writes the difference.
    ///
    /// If another writer was faster, the closure is called again on the new item, so it may run
    /// several times.
    fn modify<F: Fn(&mut Self)>(&self, change: F) -> Modify<Self, F> {
        self.to_key().modify(change)
    }

    /// Fails to compile, with a hint to update the item by its key.
    #[doc(hidden)]
    fn update(&self) -> Update<Self>
    where
        Self: UpdateByItem,
    {
        self.to_key().update()
    }

    /// Returns the condition that there is no such item, to combine with others:
    /// `lock.put().condition(Lock::absent().or(Lock::OWNER.eq("me")))`.
    ///
    /// A deleted or expired item counts as absent.
    fn absent() -> Condition<Self, Unchecked> {
        let key = Self::SCHEMA.primary().pk[0].attribute;
        Condition::new(Node::NotExists(AttrPath::root(key)))
    }

    /// Returns an operation that reads every item of this type by scanning the whole table.
    fn scan() -> Scan<Self> {
        Scan::new()
    }

    /// Returns an operation that recomputes the key attributes of every stored item of this type,
    /// after an index was added or a template changed.
    fn backfill() -> Backfill<Self> {
        Backfill::new()
    }

    /// Returns an operation that follows the changes to items of this type in the live stream of the
    /// table.
    #[cfg(feature = "streams")]
    fn changes() -> Changes<Change<Self>> {
        Changes::of_item()
    }

    /// Says which feature is off.
    #[cfg(not(feature = "streams"))]
    #[doc(hidden)]
    fn changes()
    where
        for<'a> &'a Self: FeatureStreams,
    {
        unreachable!("`FeatureStreams` is not implemented")
    }

    /// Returns an operation that recounts every stored item of this type, and corrects the counters
    /// that its writes maintain.
    fn recount() -> Recount<Self> {
        Recount::new()
    }

    /// Returns the item's primary key.
    #[must_use]
    fn to_key(&self) -> Key<Self> {
        Key::of(self)
    }

    /// Encodes the item with its keys, in the SDK's form.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Encode`] if a value cannot be stored, [`Error::Key`] if a key cannot be
    /// built, [`Error::TooLarge`] if the item is over 400 KB.
    fn to_item(&self) -> Result<HashMap<String, AttributeValue>, Error> {
        stamped_item(self, &Stamps::default())
    }
}

/// The trait that an item would need to be updated without its key; none has it.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "an item is updated by its key, `{Self}` as any other",
    label = "write `.to_key().update()`, or `.modify(|item| …)`",
    note = "`modify` changes the item in a closure and writes what changed"
)]
pub trait UpdateByItem {}

/// The most bytes an item may have, names and values together.
///
/// <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html>
const MAX_ITEM_BYTES: usize = 400 * 1024;

/// The whole item in the SDK's form, including the values that the runtime filled in.
pub(crate) fn stamped_item(
    item: &dyn Writable,
    stamps: &Stamps,
) -> Result<HashMap<String, AttributeValue>, Error> {
    let mut encoder = Encoder::map();
    encode_item(item, stamps, &mut encoder)?;
    encoder
        .into_item()
        .map_err(|error| Error::encode(item.item_type().schema.name, error))
}

/// An item in DynamoDB's JSON.
pub(crate) struct Encoded {
    /// The key it is stored under.
    pub(crate) key: PrimaryKey,
    pub(crate) json: Vec<u8>,
    /// Its size as DynamoDB counts it.
    pub(crate) size: usize,
}

/// The whole item in DynamoDB's JSON.
pub(crate) fn stamped_json(item: &dyn Writable, stamps: &Stamps) -> Result<Encoded, Error> {
    let mut encoder = Encoder::json();
    let key = encode_item(item, stamps, &mut encoder)?;
    let size = encoder.size();
    let json = encoder
        .into_json()
        .map_err(|error| Error::encode(item.item_type().schema.name, error))?;
    Ok(Encoded { key, json, size })
}

/// An item with the values that the runtime filled in.
struct Stamped<'a> {
    item: &'a dyn Writable,
    stamps: &'a Stamps,
}

impl Components for Stamped<'_> {
    fn component(&self, field: usize) -> Option<&dyn KeyPart> {
        match self.stamps.filled(field) {
            Some(filled) => filled.component(field),
            None => self.item.component(field),
        }
    }
}

/// Writes the whole item: keys, type attribute, fields. Returns the key it is stored under.
fn encode_item(
    item: &dyn Writable,
    stamps: &Stamps,
    to: &mut Encoder,
) -> Result<PrimaryKey, Error> {
    let ItemType { schema, table, .. } = item.item_type();
    let fault = |error| Error::encode(schema.name, error);
    let start = to.size();
    to.begin_item(schema.fields.len() + 8).map_err(fault)?;
    let primary = schema.primary();
    let stamped = Stamped { item, stamps };
    let unkeyed = |error: KeyError| Error::Key(error.with_item(schema.name));
    let PrimaryKey { pk, sk } = primary_key(primary, &stamped).map_err(unkeyed)?;
    for (spec, value) in primary
        .pk
        .iter()
        .zip([&pk])
        .chain(primary.sk.iter().zip(&sk))
    {
        if spec.built {
            to.entry_with(spec.attribute, |to| value.encode(to))
                .map_err(fault)?;
        }
    }
    for key in schema.index_keys {
        let holds = |condition| Ok(item.meets(condition, stamps));
        if let Some(value) = index_key(key, &stamped, &holds).map_err(unkeyed)? {
            to.entry_with(key.attribute, |to| value.encode_into(to))
                .map_err(fault)?;
        }
    }
    check_index_fields(schema, &stamped).map_err(unkeyed)?;
    if let (Some(attribute), Some(entity)) = (table.type_attr, schema.entity) {
        to.entry_with(attribute, |to| to.string(entity))
            .map_err(fault)?;
    }
    item.write_fields(to, stamps).map_err(fault)?;
    to.end_item().map_err(fault)?;
    let size = to.size() - start;
    if size > MAX_ITEM_BYTES {
        return Err(Error::TooLarge {
            item: schema.name,
            size,
            limit: MAX_ITEM_BYTES,
        });
    }
    Ok(PrimaryKey { pk, sk })
}
