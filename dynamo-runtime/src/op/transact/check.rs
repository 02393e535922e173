//! A condition on an item that a transaction does not change.

use aws_sdk_dynamodb::types::ConditionCheck;

use super::operation::{Operation, Part, prepared};
use crate::db::Db;
use crate::error::Error;
use crate::expr::{Expressions, IntoCondition, Node};
use crate::item::Item;
use crate::key::Key;
use crate::op::identify::{is_not_foreign, is_not_stored, is_stored};
use crate::op::{expression_error, key_attributes};

/// Requires something of an item that a transaction does not change:
/// `Account::key(…).check(Account::OPEN.eq(true))`.
///
/// Only [`transact`](Db::transact) takes it. Costs two read units for each 4 KB of the item.
#[must_use = "a check does nothing until it is part of a transaction"]
pub struct Check<T> {
    key: Key<T>,
    condition: Option<Node>,
}

impl<T: Item> Check<T> {
    fn new(key: Key<T>, condition: Node) -> Self {
        let condition = Some(condition);
        Self { key, condition }
    }

    /// Requires another condition as well.
    pub fn condition(self, condition: impl IntoCondition<T>) -> Self {
        self.requiring(condition.into_condition().node)
    }

    fn requiring(mut self, node: Node) -> Self {
        node.require(&mut self.condition);
        self
    }
}

impl<T: Item> Key<T> {
    /// Returns a condition on the item, for a transaction that does not change it.
    ///
    /// A condition on a field that is absent, as all are where there is no item, does not hold but
    /// for those that ask for that.
    pub fn check(self, condition: impl IntoCondition<T>) -> Check<T> {
        let check = Check::new(self, condition.into_condition().node);
        match is_not_foreign::<T>() {
            Some(own) => check.requiring(own),
            None => check,
        }
    }

    /// Returns the condition that the item exists, for a transaction that does not change it.
    pub fn check_exists(self) -> Check<T> {
        Check::new(self, is_stored::<T>())
    }

    /// Returns the condition that there is no such item, for a transaction that does not create it.
    pub fn check_absent(self) -> Check<T> {
        Check::new(self, is_not_stored::<T>())
    }
}

impl<T: Item> Operation for Check<T> {
    type Output = ();

    fn prepare(self, db: &Db) -> Result<(Part, ()), Error> {
        let mut expressions = Expressions::default();
        let condition = self
            .condition
            .map(|node| expressions.condition("condition", node))
            .transpose()
            .map_err(expression_error::<T>)?;
        let check = ConditionCheck::builder()
            .table_name(db.table_name::<T::Table>()?)
            .set_key(Some(key_attributes::<T>(self.key.into_built()?)))
            .set_condition_expression(condition)
            .set_expression_attribute_names(expressions.take_names())
            .set_expression_attribute_values(expressions.into_values())
            .return_values_on_condition_check_failure(prepared::RETURNED)
            .build()
            .map_err(prepared::unsendable::<T>)?;
        Ok((
            Part::new::<T>("check", |item| item.condition_check(check)),
            (),
        ))
    }
}

impl<T> Clone for Check<T> {
    fn clone(&self) -> Self {
        Self {
            key: self.key.clone(),
            condition: self.condition.clone(),
        }
    }
}
