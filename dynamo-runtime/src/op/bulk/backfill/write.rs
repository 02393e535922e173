//! The writes of a backfill: an update in place, and a move to another primary key.

use aws_sdk_dynamodb::operation::transact_write_items::TransactWriteItemsError;
use aws_sdk_dynamodb::operation::update_item::UpdateItemError;
use aws_sdk_dynamodb::types::{
    Delete, Put, ReturnValuesOnConditionCheckFailure, TransactWriteItem,
};

use super::rekey::{Attributes, Misplaced, Stale};
use super::work::Worker;
use crate::error::Error;
use crate::expr::{AttrPath, Expressions, Node};
use crate::item::Item;
use crate::op::{expression_error, meter};

/// What became of a write.
pub(super) enum Written {
    Done,
    /// Another writer was faster; the item as it is now, where it is still there.
    Changed(Option<Attributes>),
    /// Another transaction was at it.
    Busy,
}

impl Worker<'_> {
    pub(super) async fn update<T: Item>(
        &self,
        stored: &Attributes,
        stale: &Stale,
    ) -> Result<Written, Error> {
        let mut expressions = Expressions::default();
        let update = expressions
            .update(&stale.clauses)
            .map_err(expression_error::<T>)?;
        let condition = expressions
            .condition("condition", stale.guard.clone())
            .map_err(expression_error::<T>)?;
        let sent = self
            .db
            .client()
            .update_item()
            .table_name(self.table)
            .set_key(Some(key::<T>(stored)))
            .update_expression(update)
            .condition_expression(condition)
            .set_expression_attribute_names(expressions.take_names())
            .set_expression_attribute_values(expressions.into_values())
            .return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::AllOld)
            .set_return_consumed_capacity(meter::asked(Some(self.meter)))
            .send()
            .await;
        match sent {
            Ok(output) => {
                meter::record_of(Some(self.meter), output.consumed_capacity());
                Ok(Written::Done)
            }
            Err(error) => match error.as_service_error() {
                Some(UpdateItemError::ConditionalCheckFailedException(failed)) => {
                    let item = failed.item.clone().filter(|item| !item.is_empty());
                    Ok(Written::Changed(item))
                }
                Some(UpdateItemError::TransactionConflictException(_)) => Ok(Written::Busy),
                _ => Err(Error::from_sdk("UpdateItem", self.table, error)),
            },
        }
    }

    /// Puts the item under its own key and deletes the other, both or neither.
    pub(super) async fn relocate<T: Item>(
        &self,
        stored: &Attributes,
        misplaced: &Misplaced,
    ) -> Result<Written, Error> {
        let unsendable = |error| Error::unsendable("TransactWriteItems", self.table, error);
        let mut free = Expressions::default();
        let nothing = Node::NotExists(AttrPath::root(T::SCHEMA.primary().pk[0].attribute));
        let put = Put::builder()
            .table_name(self.table)
            .set_item(Some(misplaced.item.clone()))
            .condition_expression(
                free.condition("condition", nothing)
                    .map_err(expression_error::<T>)?,
            )
            .set_expression_attribute_names(free.take_names())
            .build()
            .map_err(unsendable)?;
        let mut unchanged = Expressions::default();
        let delete = Delete::builder()
            .table_name(self.table)
            .set_key(Some(key::<T>(stored)))
            .condition_expression(
                unchanged
                    .condition("condition", misplaced.guard.clone())
                    .map_err(expression_error::<T>)?,
            )
            .set_expression_attribute_names(unchanged.take_names())
            .set_expression_attribute_values(unchanged.into_values())
            .return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::AllOld)
            .build()
            .map_err(unsendable)?;
        let sent = self
            .db
            .client()
            .transact_write_items()
            .transact_items(TransactWriteItem::builder().put(put).build())
            .transact_items(TransactWriteItem::builder().delete(delete).build())
            .set_return_consumed_capacity(meter::asked(Some(self.meter)))
            .send()
            .await;
        let error = match sent {
            Ok(output) => {
                meter::record_of(Some(self.meter), output.consumed_capacity());
                return Ok(Written::Done);
            }
            Err(error) => error,
        };
        let Some(TransactWriteItemsError::TransactionCanceledException(cancelled)) =
            error.as_service_error()
        else {
            return Err(Error::from_sdk("TransactWriteItems", self.table, error));
        };
        let failed = |at: usize| {
            let reason = cancelled.cancellation_reasons().get(at)?;
            (reason.code() == Some("ConditionalCheckFailed")).then_some(reason)
        };
        if let Some(reason) = failed(1) {
            let item = reason.item.clone().filter(|item| !item.is_empty());
            return Ok(Written::Changed(item));
        }
        if failed(0).is_some() {
            return Err(Error::ConditionFailed {
                item: T::SCHEMA.name,
                found: "another item is stored under the key it is to move to".into(),
                current: None,
                missing: false,
            });
        }
        let mut reasons = cancelled.cancellation_reasons().iter();
        if reasons.any(|reason| reason.code().is_some_and(is_passing)) {
            return Ok(Written::Busy);
        }
        Err(Error::from_sdk("TransactWriteItems", self.table, error))
    }
}

/// Whether what cancelled a transaction passes by itself.
fn is_passing(code: &str) -> bool {
    matches!(
        code,
        "TransactionConflict" | "ProvisionedThroughputExceeded" | "ThrottlingError"
    )
}

/// The key an item is stored under.
pub(super) fn key<T: Item>(stored: &Attributes) -> Attributes {
    let primary = T::SCHEMA.primary();
    let specs = primary.pk.iter().chain(primary.sk);
    let entry = |name: &str| Some((name.to_owned(), stored.get(name)?.clone()));
    specs.filter_map(|spec| entry(spec.attribute)).collect()
}
