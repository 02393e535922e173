//! Changing parts of an item, and the index keys built from them.

mod clauses;
mod counted;
mod keys;
pub(in crate::op) mod send;
mod spec;
mod upsert;

use std::collections::HashMap;
use std::marker::PhantomData;
use std::time::SystemTime;

use aws_sdk_dynamodb::operation::update_item::builders::UpdateItemFluentBuilder;
use aws_sdk_dynamodb::types::AttributeValue;

pub(in crate::op) use self::spec::UpdateSpec;
pub(in crate::op) use self::upsert::Rewrite;
use crate::codec::{Encode, SetElement};
use crate::db::Db;
use crate::error::Error;
use crate::expr::{
    Assign, Assigned, Clause, Element, ElementOf, Elements, FreeField, Given, IntoCondition,
    Removal, SetValue, Target, UpdateChanges, negated,
};
use crate::field::{Field, FieldCodec, FieldInfo};
use crate::item::{Item, ItemType, rewritten};
use crate::key::{Key, NumberPart};
use crate::op::visible::Visible;
use crate::op::{Explanation, Nothing, Old};
use crate::wire::Returns;

/// An update that returns the new state of the item.
#[derive(Debug, Clone, Copy)]
pub struct New;

/// An update that returns the new values of the attributes it changed.
#[derive(Debug, Clone, Copy)]
pub struct Updated;

/// Changes parts of an item: `Order::key(…).update()`.
///
/// Index keys follow: a key attribute that depends on a changed field is rewritten in the same
/// request, or removed if it can no longer be built. The item must exist, unless you call
/// [`upsert`](Self::upsert).
///
/// Costs one write unit per KB of the item before or after the update, whichever is larger, and the
/// same again per index that changes with it.
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
/// let order = Order::key("ada", 1)
///     .update()
///     .set((Order::STATUS, Order::TOTAL), ("shipped", 45)) // they make the key of `ByStatus`
///     .condition(Order::STATUS.eq("open"))
///     .returning_new()
///     .send(&db)
///     .await?;
/// assert_eq!((order.status.as_str(), order.total), ("shipped", 45));
/// # Ok(())
/// # }
/// ```
#[must_use = "an operation does nothing until it is sent"]
pub struct Update<T, R = Nothing> {
    pub(in crate::op) spec: UpdateSpec,
    marker: PhantomData<fn() -> (T, R)>,
}

impl<T: Item, R> Update<T, R> {
    /// Sets a field, a path into one, or several fields at once: `.set((A, B), (a, b))`.
    ///
    /// Setting an `Option` to `None`, or a set to empty, removes the attribute. Fields that make up
    /// the same index key must be set together, in the struct's order; [`known`](crate::known)
    /// leaves a field as it is.
    pub fn set<F, A>(mut self, fields: F, values: A) -> Self
    where
        F: Assign<T, A>,
    {
        fields.assign(values, &mut self.spec.changes);
        self
    }

    /// Adds to a number; an absent one counts as zero.
    ///
    /// An integer stays within its type: a sum that does not fit fails with
    /// [`Error::ConditionFailed`], which says so. Floats, decimals and fields with their own codec
    /// are not checked.
    #[doc(alias("increment", "plus"))]
    pub fn add<F: Target<T>>(self, target: F, amount: impl SetValue<F::Value, Mode = Given>) -> Self
    where
        F::Value: NumberPart,
    {
        self.increase::<F>(target, amount, |amount| amount)
    }

    /// Subtracts from a number; an absent one counts as zero.
    ///
    /// As with [`add`](Self::add), an integer stays within its type: a `u32` never goes below zero.
    pub fn subtract<F: Target<T>>(
        self,
        target: F,
        amount: impl SetValue<F::Value, Mode = Given>,
    ) -> Self
    where
        F::Value: NumberPart,
    {
        self.increase::<F>(target, amount, negated)
    }

    /// Removes an optional field, an element of a list or an entry of a map.
    ///
    /// Index keys that have the field as a component are removed with it, whatever their other
    /// components. If the field is only in a `when`, or only decides between alternatives, use
    /// `set` together with the other fields instead.
    pub fn remove(mut self, target: impl Removal<T>) -> Self {
        target.remove(&mut self.spec.changes);
        self
    }

    /// Changes the item only if a condition on it holds. If called several times, all conditions
    /// must hold.
    pub fn condition(mut self, condition: impl IntoCondition<T>) -> Self {
        let condition = condition.into_condition().node;
        condition.require(&mut self.spec.condition);
        self
    }

    /// Creates the item if it does not exist, from its key and the fields set here.
    ///
    /// Set every required field, and every field in the keys of the indexes that the new item
    /// belongs to. If one is missing, [`Error::Expression`] names it, and nothing is sent.
    ///
    /// A deleted or expired item counts as absent: a new one replaces it completely. This takes a
    /// second request. So in a transaction, and for an item type that has `unique` fields or is
    /// counted, the condition fails instead.
    pub fn upsert(mut self) -> Self {
        self.spec.upsert = Some(rewritten::<T>);
        self
    }

    /// Sets a field or a path only if it is absent.
    #[doc(alias("if_not_exists"))]
    pub fn set_if_absent<F: Target<T>>(
        self,
        target: F,
        value: impl SetValue<F::Value, Mode = Given>,
    ) -> Self {
        self.clause::<F>(target, value, Clause::SetIfAbsent)
    }

    /// Appends elements to a list; an absent one counts as empty.
    #[doc(alias("push", "list_append"))]
    pub fn append<F, E, V>(self, target: F, elements: E) -> Self
    where
        F: Target<T>,
        F::Value: ElementOf,
        E: Elements<V>,
        V: SetValue<<F::Value as ElementOf>::Element, Mode = Given>,
        Element: FieldCodec<<F::Value as ElementOf>::Element>,
    {
        self.elements::<F, E, V>(target, elements, Clause::Append)
    }

    /// Inserts elements at the front of a list; an absent one counts as empty.
    pub fn prepend<F, E, V>(self, target: F, elements: E) -> Self
    where
        F: Target<T>,
        F::Value: ElementOf,
        E: Elements<V>,
        V: SetValue<<F::Value as ElementOf>::Element, Mode = Given>,
        Element: FieldCodec<<F::Value as ElementOf>::Element>,
    {
        self.elements::<F, E, V>(target, elements, Clause::Prepend)
    }

    /// Adds elements to a set; an absent one counts as empty.
    #[expect(
        clippy::needless_pass_by_value,
        reason = "like the other values of an update"
    )]
    pub fn add_to_set<V, M>(self, field: Field<T, V, M>, elements: V) -> Self
    where
        V: SetOf + Encode,
        M: FieldInfo<Owner = T, Value = V> + FreeField,
    {
        let _ = field;
        self.set_clause::<V, M>(&elements, Clause::Add)
    }

    /// Deletes elements from a set. The attribute is removed with its last element.
    #[expect(
        clippy::needless_pass_by_value,
        reason = "like the other values of an update"
    )]
    pub fn delete_from_set<V, M>(self, field: Field<T, V, M>, elements: V) -> Self
    where
        V: SetOf + Encode,
        M: FieldInfo<Owner = T, Value = V> + FreeField,
    {
        let _ = field;
        self.set_clause::<V, M>(&elements, Clause::Delete)
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
    /// Returns [`Error::Key`], [`Error::Encode`], [`Error::Expression`] or
    /// [`Error::UnknownVariable`].
    pub fn into_sdk(self, db: &Db) -> Result<UpdateItemFluentBuilder, Error> {
        let what = "one request cannot count it as well; send the update itself";
        self.spec.refuse_moves("update", what)?;
        Ok(self.spec.request(db)?.request.sdk_update(db.client()))
    }
}

impl<T: Item> Update<T> {
    pub(crate) fn new(key: Key<T>) -> Self {
        Self::changing(key, None)
    }

    pub(crate) fn late(key: Key<T>, value: fn(SystemTime) -> Assigned) -> Self {
        Self::changing(key, Some(value))
    }

    fn changing(key: Key<T>, late: Option<fn(SystemTime) -> Assigned>) -> Self {
        let spec = UpdateSpec {
            of: ItemType::of::<T>(),
            key: key.plain,
            changes: UpdateChanges::default(),
            condition: None,
            upsert: None,
            visible: Visible::default(),
            late,
            meter: None,
        };
        Self {
            spec,
            marker: PhantomData,
        }
    }

    fn giving_back<R>(self) -> Update<T, R> {
        Update {
            spec: self.spec,
            marker: PhantomData,
        }
    }

    /// Changes the item.
    ///
    /// # Errors
    ///
    /// Returns [`Error::ConditionFailed`] if the item does not exist or a condition does not hold;
    /// [`Error::Key`], [`Error::Encode`] or [`Error::Expression`] before anything is sent; and any
    /// error from the SDK.
    pub async fn send(self, db: &Db) -> Result<(), Error> {
        self.spec.write(db, None).await.map(drop)
    }

    /// Returns the new state of the item.
    pub fn returning_new(self) -> Update<T, New> {
        self.giving_back()
    }

    /// Returns the item as it was before.
    pub fn returning_old(self) -> Update<T, Old> {
        self.giving_back()
    }

    /// Returns the new values of the attributes that changed.
    pub fn returning_updated(self) -> Update<T, Updated> {
        self.giving_back()
    }
}

impl<T: Item> Update<T, Old> {
    /// Changes the item and returns it as it was before; `None` if the update created it.
    ///
    /// # Errors
    ///
    /// The same as [`Update::send`], and [`Error::Decode`] if the old item does not fit its type.
    /// The item is changed all the same.
    pub async fn send(self, db: &Db) -> Result<Option<T>, Error> {
        let before = self.spec.write(db, Some(Returns::Old)).await?;
        before.map(T::from_item).transpose()
    }
}

impl<T: Item> Update<T, New> {
    /// Changes the item and returns its new state.
    ///
    /// # Errors
    ///
    /// The same as [`Update::send`], and [`Error::Decode`] if the item does not fit its type. The
    /// item is changed all the same.
    pub async fn send(self, db: &Db) -> Result<T, Error> {
        let after = self.spec.write(db, Some(Returns::New)).await?;
        T::from_item(after.unwrap_or_default())
    }
}

impl<T: Item> Update<T, Updated> {
    /// Changes the item and returns the new values of the attributes that changed.
    ///
    /// # Errors
    ///
    /// The same as [`Update::send`].
    pub async fn send(self, db: &Db) -> Result<HashMap<String, AttributeValue>, Error> {
        let updated = self.spec.write(db, Some(Returns::Updated)).await?;
        Ok(updated.unwrap_or_default())
    }
}

/// A set, which `add_to_set` and `delete_from_set` change.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a set",
    label = "`add_to_set` and `delete_from_set` apply to a `HashSet` or a `BTreeSet`",
    note = "use `append` on a list, and `set` on what is neither"
)]
pub trait SetOf {}

#[diagnostic::do_not_recommend]
impl<T: SetElement, S> SetOf for std::collections::HashSet<T, S> {}
#[diagnostic::do_not_recommend]
impl<T: SetElement> SetOf for std::collections::BTreeSet<T> {}
#[diagnostic::do_not_recommend]
impl<T: SetOf> SetOf for Option<T> {}
