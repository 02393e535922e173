//! A condition on an item that a transaction does not change.

use super::operation::{Operation, Part};
use crate::db::Db;
use crate::error::Error;
use crate::expr::{IntoCondition, Node};
use crate::item::Item;
use crate::key::Key;
use crate::op::expression_error;
use crate::op::presence::{Existence, Presence};
use crate::op::visible::Visible;
use crate::wire::{self, Request, key_attributes};

/// Requires something of an item that a transaction does not change:
/// `Account::key(…).check(Account::OPEN.eq(true))`.
///
/// Only [`transact`](Db::transact) takes it. Costs two read units for each 4 KB of the item.
#[must_use = "a check does nothing until it is part of a transaction"]
pub struct Check<T> {
    key: Key<T>,
    existence: Existence,
    condition: Option<Node>,
    visible: Visible,
}

impl<T: Item> Check<T> {
    fn new(key: Key<T>, existence: Existence, condition: Option<Node>) -> Self {
        Self {
            key,
            existence,
            condition,
            visible: Visible::default(),
        }
    }

    /// Requires another condition as well.
    pub fn condition(self, condition: impl IntoCondition<T>) -> Self {
        self.requiring(condition.into_condition().node)
    }

    fn requiring(mut self, node: Node) -> Self {
        node.require(&mut self.condition);
        self
    }

    setters!(including);
}

impl<T: Item> Key<T> {
    /// Returns a condition on the item, for a transaction that does not change it.
    ///
    /// If there is no item, or it is deleted or expired, every field is absent: only conditions
    /// that ask for that hold.
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

    fn prepare(self, db: &Db) -> Result<(Part, ()), Error> {
        let presence = Presence::of::<T>(self.visible, db);
        let mut request = Request::of::<T::Table>(wire::Operation::Check, db)?;
        request.condition = presence
            .condition(self.existence, self.condition)
            .map(|node| request.expressions.condition("condition", node))
            .transpose()
            .map_err(expression_error::<T>)?;
        request.key = key_attributes(T::SCHEMA.primary(), self.key.into_built()?);
        Ok((Part::of::<T>("check", request)?.seen_by(presence), ()))
    }
}

impl<T> Clone for Check<T> {
    fn clone(&self) -> Self {
        Self {
            key: self.key.clone(),
            existence: self.existence,
            condition: self.condition.clone(),
            visible: self.visible,
        }
    }
}
