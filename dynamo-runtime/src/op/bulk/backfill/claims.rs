//! Claims on unique values: those that stored items lack, and those made under a name that their
//! type no longer has.

use aws_sdk_dynamodb::operation::delete_item::DeleteItemError;
use aws_sdk_dynamodb::types::ReturnValuesOnConditionCheckFailure;

use super::rekey::{Attributes, named};
use super::report::Conflict;
use super::work::Worker;
use super::write::{Written, key};
use crate::error::{Current, Error};
use crate::expr::{AttrPath, Expressions, Node};
use crate::item::{Item, Table};
use crate::key::{CLAIM_OWNER, Key};
use crate::op::pace::Deadline;
use crate::op::{expression_error, meter, unique};

/// What became of the claims of one item.
pub(super) enum Claims {
    /// So many were made.
    Made(u64),
    /// Another item has one of its values.
    Conflict(Conflict),
    Failed(Error),
}

/// Whether a claim was made for this type under a name that it no longer has: another entity's, or
/// that of an attribute which is not unique.
pub(super) fn is_obsolete<T: Item>(claim: &Attributes, formerly: Option<&str>) -> bool {
    let Some((entity, attribute)) = unique::subject(&T::Table::SCHEMA, claim) else {
        return false;
    };
    let own = unique::entity(&T::SCHEMA);
    let is_named_otherwise = if entity == own {
        !unique::attributes::<T>().any(|name| name == attribute)
    } else {
        Some(entity.as_str()) == formerly
    };
    // Another type of the same name would have other keys.
    let is_owned = || Key::<T>::from_attributes(&unique::owned_by::<T>(claim)).is_some();
    is_named_otherwise && is_owned()
}

impl Worker<'_> {
    /// Removes a claim, unless another item has it now.
    pub(super) async fn release<T: Item>(&self, claim: &Attributes) -> Result<Written, Error> {
        let path = AttrPath::root(CLAIM_OWNER);
        let same = match claim.get(CLAIM_OWNER) {
            Some(owner) => Node::Compare(path, "=", owner.clone()),
            None => Node::NotExists(path),
        };
        let mut expressions = Expressions::default();
        let condition = expressions
            .condition("condition", same)
            .map_err(expression_error::<T>)?;
        let sent = self
            .db
            .client()
            .delete_item()
            .table_name(self.table)
            .set_key(Some(key::<T>(claim)))
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
                Some(DeleteItemError::ConditionalCheckFailedException(failed)) => {
                    let item = failed.item.clone().filter(|item| !item.is_empty());
                    Ok(Written::Changed(item))
                }
                Some(DeleteItemError::TransactionConflictException(_)) => Ok(Written::Busy),
                _ => Err(Error::from_sdk("DeleteItem", self.table, error)),
            },
        }
    }

    /// Claims the unique values of an item that it has no claims on.
    pub(super) async fn claim<T: Item>(&self, stored: Attributes) -> Claims {
        if !unique::constrains::<T>() {
            return Claims::Made(0);
        }
        self.claim_missing::<T>(stored)
            .await
            .unwrap_or_else(Claims::Failed)
    }

    async fn claim_missing<T: Item>(&self, mut stored: Attributes) -> Result<Claims, Error> {
        let deadline = Deadline::starting_now(self.db, None);
        let mut attempt = 0;
        loop {
            let item = T::from_item(named::<T>(&stored, self.formerly))?;
            let owner = unique::owner::<T>(&stored);
            let mut missing = Vec::new();
            for (field, claim) in unique::claimed(&item)? {
                let place = unique::claim_key_attributes::<T>(&claim);
                let found = unique::read::<T>(self.db, place, Some(self.meter)).await?;
                match found {
                    None => missing.push((field, claim)),
                    Some(found) if found.get(CLAIM_OWNER) == Some(&owner) => {}
                    Some(found) => {
                        return Ok(Claims::Conflict(Conflict {
                            item: T::SCHEMA.name,
                            field: T::SCHEMA.fields[field].name,
                            key: Current(key::<T>(&stored)),
                            owner: Current(unique::owned_by::<T>(&found)),
                        }));
                    }
                }
            }
            let count = missing.len() as u64;
            if count == 0 || self.dry_run {
                return Ok(Claims::Made(count));
            }
            let part = unique::claiming::<T>(self.db, &stored, &missing)?;
            let sent = unique::send(self.db, part, Some(self.meter.clone())).await;
            let failure = match sent.map_err(|error| unique::alone::<T>(error, false)) {
                Ok(()) => return Ok(Claims::Made(count)),
                Err(failure) => failure,
            };
            let Some(pause) = deadline.pause(attempt) else {
                return Err(failure);
            };
            match failure {
                Error::ConditionFailed { current: None, .. } => return Ok(Claims::Made(0)),
                Error::ConditionFailed {
                    current: Some(now), ..
                } => stored = now.0,
                // The next look tells whose it is.
                Error::Taken { .. } => {}
                other => return Err(other),
            }
            self.db.sleep(pause).await;
            attempt += 1;
        }
    }
}
