//! A condition on an item that a transaction does not change.

use std::marker::PhantomData;

use super::operation::{Operation, TransactPart};
use crate::db::Db;
use crate::error::Error;
use crate::expr::{IntoCondition, Node};
use crate::item::{Item, ItemType};
use crate::key::{Key, PlainKey};
use crate::op::require;
use crate::op::visible::Visible;
use crate::op::write::presence::{Existence, Presence};
use crate::wire::{self, Request, key_attributes};

/// A condition on an item that a transaction does not change:
/// `Account::key(…).check(Account::OPEN.eq(true))`.
///
/// Can only be used in [`transact`](Db::transact). Costs two read units per 4 KB of the item.
#[must_use = "a check does nothing until it is part of a transaction"]
pub struct Check<T> {
    spec: CheckSpec,
    marker: PhantomData<fn() -> T>,
}

/// A check, whatever the item type.
#[derive(Clone)]
struct CheckSpec {
    of: &'static ItemType,
    key: PlainKey,
    existence: Existence,
    condition: Option<Node>,
    visible: Visible,
}

impl<T: Item> Check<T> {
    fn new(key: Key<T>, existence: Existence, condition: Option<Node>) -> Self {
        let spec = CheckSpec {
            of: ItemType::of::<T>(),
            key: key.plain,
            existence,
            condition,
            visible: Visible::default(),
        };
        Self {
            spec,
            marker: PhantomData,
        }
    }

    /// Requires another condition as well.
    pub fn condition(mut self, condition: impl IntoCondition<T>) -> Self {
        let condition = condition.into_condition().node;
        condition.require(&mut self.spec.condition);
        self
    }

    setters!(spec: including);
}

impl<T: Item> Key<T> {
    /// Returns a condition on the item, for a transaction that does not change it.
    ///
    /// If there is no item, or it is deleted or expired, every field counts as absent. Then only
    /// conditions such as `not_exists` hold.
    pub fn check(self, condition: impl IntoCondition<T>) -> Check<T> {
        let condition = condition.into_condition().node;
        Check::new(self, Existence::Either, Some(condition))
    }

    /// Returns the condition that the item exists, for a transaction that does not change it.
    pub fn check_exists(self) -> Check<T> {
        Check::new(self, Existence::Present, None)
    }

    /// Returns the condition that there is no such item, for a transaction that does not create it.
    pub fn check_absent(self) -> Check<T> {
        Check::new(self, Existence::Absent, None)
    }
}

impl<T: Item> Operation for Check<T> {
    type Output = ();

    fn prepare(self, db: &Db) -> Result<(TransactPart, ()), Error> {
        Ok((self.spec.prepare(db)?, ()))
    }
}

impl CheckSpec {
    fn prepare(self, db: &Db) -> Result<TransactPart, Error> {
        let of = self.of;
        let presence = Presence::of(of, self.visible, db);
        let mut request = Request::of(wire::ApiOperation::Check, of, db)?;
        request.required = self.condition.as_ref().map_or(Vec::new(), Node::attributes);
        let condition = presence.condition(self.existence, self.condition);
        require(&mut request, of.name(), condition)?;
        request.key = key_attributes(of.primary(), self.key.into_built()?);
        Ok(TransactPart::of(of, "check", request)?.seen_by(presence))
    }
}

impl<T> Clone for Check<T> {
    fn clone(&self) -> Self {
        Self {
            spec: self.spec.clone(),
            marker: PhantomData,
        }
    }
}
