//! Writing a whole item.

mod spec;

use std::marker::PhantomData;

use aws_sdk_dynamodb::operation::put_item::builders::PutItemFluentBuilder;

pub(in crate::op) use self::spec::{PutSpec, version_node};
use crate::db::Db;
use crate::error::Error;
use crate::expr::IntoCondition;
use crate::item::Item;
use crate::op::visible::Visible;
use crate::op::write::presence::Existence;
use crate::op::{Explanation, New, Nothing, Old};

/// Writes an item: [`put`](Item::put), [`create`](Item::create) or [`replace`](Item::replace).
///
/// The fields `created_at`, `updated_at`, `ttl` and `version` are filled in on the stored item, not
/// in the struct; [`returning_new`](Self::returning_new) returns the item as it was written.
///
/// Costs one write unit per KB of the item, and the same again per index that it enters, leaves or
/// changes in.
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
/// let order = Order { customer: "ada".into(), id: 1, status: "open".into(), total: 50 };
/// assert!(order.create().send(&db).await.is_err(), "it exists");
///
/// order.put().send(&db).await?; // whether or not it exists
/// let shipped = Order { status: "shipped".into(), ..order };
/// shipped.replace().condition(Order::STATUS.eq("open")).send(&db).await?;
/// # Ok(())
/// # }
/// ```
#[must_use = "an operation does nothing until it is sent"]
pub struct Put<'a, T, R = Nothing> {
    pub(in crate::op) spec: PutSpec<'a>,
    marker: PhantomData<fn() -> (T, R)>,
}

impl<'a, T: Item> Put<'a, T> {
    pub(crate) fn new(item: &'a T) -> Self {
        Self::requiring(item, Existence::Either)
    }

    pub(crate) fn creating(item: &'a T) -> Self {
        Self::requiring(item, Existence::Vacant)
    }

    pub(crate) fn replacing(item: &'a T) -> Self {
        Self::requiring(item, Existence::Present)
    }

    fn requiring(item: &'a T, existence: Existence) -> Self {
        Self {
            spec: PutSpec {
                item,
                existence,
                condition: None,
                guard: None,
                visible: Visible::default(),
                known: None,
                meter: None,
            },
            marker: PhantomData,
        }
    }

    fn giving_back<R>(self) -> Put<'a, T, R> {
        Put {
            spec: self.spec,
            marker: PhantomData,
        }
    }

    /// Writes the item.
    ///
    /// # Errors
    ///
    /// Returns [`Error::ConditionFailed`] if a condition does not hold; [`Error::Key`],
    /// [`Error::Encode`] or [`Error::TooLarge`] before anything is sent; and any error from the
    /// SDK.
    pub async fn send(self, db: &Db) -> Result<(), Error> {
        self.spec.send(db).await
    }

    /// Returns the item as it is written, with the values that the runtime filled in.
    pub fn returning_new(self) -> Put<'a, T, New> {
        self.giving_back()
    }

    /// Returns the item that was there before.
    pub fn returning_old(self) -> Put<'a, T, Old> {
        self.giving_back()
    }
}

impl<'a, T: Item, R> Put<'a, T, R> {
    /// Writes only if a condition on the stored item holds. If called several times, all conditions
    /// must hold.
    pub fn condition(mut self, condition: impl IntoCondition<T>) -> Self {
        let condition = condition.into_condition().node;
        condition.require(&mut self.spec.condition);
        self
    }

    /// States which item this one replaces, so that its `unique` values can be freed, and its
    /// counters updated, without reading it first. A transaction needs this, because it cannot
    /// read. The write fails if the stored item has other values.
    ///
    /// Has no effect on an item type that has no `unique` fields and is not counted.
    pub fn instead_of(mut self, before: &'a T) -> Self {
        self.spec.known = Some(before);
        self
    }

    setters!(spec: including, meter);

    /// Explains the operation without sending it: its requests as text, and their minimum cost.
    ///
    /// # Errors
    ///
    /// Returns the errors of `send` that are known before anything is sent.
    pub fn explain(self, db: &Db) -> Result<Explanation, Error> {
        self.spec.explain(db)
    }

    /// Returns the SDK's own request, for anything that this library does not cover.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Key`], [`Error::Encode`], [`Error::TooLarge`] or
    /// [`Error::UnknownVariable`].
    pub fn into_sdk(self, db: &Db) -> Result<PutItemFluentBuilder, Error> {
        self.spec.into_sdk(db)
    }
}

impl<T: Item> Put<'_, T, Old> {
    /// Writes the item and returns the one that was there before. Returns `None` if there was none,
    /// or it was deleted or expired.
    ///
    /// # Errors
    ///
    /// The same as [`Put::send`], and [`Error::Decode`] if the old item does not fit its type. The
    /// item is replaced all the same.
    pub async fn send(self, db: &Db) -> Result<Option<T>, Error> {
        let before = self.spec.send_for_old(db).await?;
        before.map(T::from_item).transpose()
    }
}

impl<T: Item> Put<'_, T, New> {
    /// Writes the item and returns it as it was written.
    ///
    /// # Errors
    ///
    /// The same as [`Put::send`].
    pub async fn send(self, db: &Db) -> Result<T, Error> {
        T::from_item(self.spec.send_for_new(db).await?)
    }
}
