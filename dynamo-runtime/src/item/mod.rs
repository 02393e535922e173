//! The traits that the derives implement.

mod counted_key;
mod encoded;
mod item_type;
mod keys;
mod record;
mod table;
mod user_expressions;

use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;

#[cfg(feature = "streams")]
use crate::change::{Change, Changes};
use crate::codec::{EncodeError, Encoder};
use crate::error::Error;
use crate::expr::{AttrPath, Condition, Node, Partial, Unchecked};
use crate::key::Key;
use crate::lifecycle::Stamps;
#[cfg(not(feature = "streams"))]
use crate::op::Itself;
use crate::op::bulk::{Backfill, Recount};
use crate::op::{Delete, Modify, Put, Scan, Told, Update};
use crate::schema::ItemSchema;
pub(crate) use crate::wire::Attributes;

#[doc(hidden)]
pub use crate::__private::{ReadField, SameType, Stored, ViewField};
#[doc(hidden)]
pub use crate::field::FieldPlace;
pub use crate::field::{
    CounterField, CounterValue, FieldCodec, FieldDecode, FieldInfo, Own, Serde, StoredField,
};

#[doc(hidden)]
pub use self::counted_key::CountedKey;
pub use self::record::Record;
#[doc(hidden)]
pub use self::table::{DeclaredTable, FeatureStreams, OneItemType, SharedTable};
pub use self::table::{Holds, StoredValue, Table};
#[doc(hidden)]
pub use self::user_expressions::{WhenValue, decoder, default_of};

pub(crate) use self::encoded::{encode_item, stamped_item};
pub(crate) use self::item_type::{ItemType, Writable};
pub(crate) use self::keys::{
    KeySlots, build, build_shards, build_whole, is_needed_now, primary_components, primary_key,
    recompute,
};
pub(crate) use self::record::decoded;

/// Reads an item and writes it again, as its type does.
pub(crate) fn rewritten<T: Item>(item: Attributes) -> Result<Attributes, Error> {
    T::from_item(item)?.to_item()
}

/// A struct stored as an item of a DynamoDB table; derived with `#[derive(Item)]`. It is `Send` and
/// `Sync`.
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
pub trait Item: Record + SharedItem {
    /// The table the item lives in.
    type Table: Table;

    /// How it is told from other item types that are read with it.
    #[doc(hidden)]
    type Told: Told<Self>;

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
    #[doc(alias("save", "insert"))]
    fn put(&self) -> Put<'_, Self> {
        Put::new(self)
    }

    /// Returns an operation that writes the item and fails if it exists.
    #[doc(alias("insert", "if_not_exists"))]
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
    fn changes<N: FeatureStreams>() -> N::Changes
    where
        Self: Itself<N>,
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

/// An item, which threads can share.
///
/// `Send` and `Sync` are not supertraits of `Item` itself, because the compiler would require them
/// again wherever an item is used. Through this trait it requires them once, where `Item` is
/// implemented.
#[doc(hidden)]
pub trait SharedItem: Send + Sync {}

impl<T: Item> SharedItem for T {}

/// The trait that an item would need to be updated without its key; none has it.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is updated through its key",
    label = "write `.to_key().update()`, or `.modify(|item| …)`",
    note = "`modify` changes the item in a closure and writes what changed"
)]
pub trait UpdateByItem {}
