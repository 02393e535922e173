//! Sending an update, and the put that takes its place if a hidden item is in the way.

use std::collections::HashMap;

use aws_sdk_dynamodb::operation::put_item::PutItemError;
use aws_sdk_dynamodb::operation::update_item::UpdateItemError;
use aws_sdk_dynamodb::operation::update_item::builders::UpdateItemFluentBuilder;
use aws_sdk_dynamodb::types::{AttributeValue, ReturnValue, ReturnValuesOnConditionCheckFailure};
use tracing::Instrument;

use super::Update;
use super::clauses::Finished;
use crate::db::Db;
use crate::error::Error;
use crate::expr::Expressions;
use crate::item::Item;
use crate::op::presence::{Existence, Presence};
use crate::op::{Meter, expression_error, key_attributes, meter, unique};

type Attributes = HashMap<String, AttributeValue>;

/// How often an upsert is tried if the item is hidden and live by turns.
const ATTEMPTS: u32 = 10;

impl<T: Item, R> Update<T, R> {
    /// The request, and the item it creates if there is none.
    pub(super) fn prepare(
        self,
        db: &Db,
    ) -> Result<(UpdateItemFluentBuilder, Option<Attributes>), Error> {
        let table = db.table_name::<T::Table>()?.into_owned();
        let meter = meter::asked(self.meter.as_ref());
        let key = key_attributes::<T>(self.key.built()?.clone());
        let presence = self.presence(db);
        let Finished {
            clauses,
            condition,
            fresh,
        } = self.finish(presence)?;
        let mut expressions = Expressions::default();
        let update = expressions
            .update(&clauses)
            .map_err(expression_error::<T>)?;
        let condition = condition
            .map(|node| expressions.condition("condition", node))
            .transpose()
            .map_err(expression_error::<T>)?;
        let asked = condition
            .is_some()
            .then_some(ReturnValuesOnConditionCheckFailure::AllOld);
        let request = db
            .client()
            .update_item()
            .table_name(table)
            .set_key(Some(key))
            .set_update_expression((!update.is_empty()).then_some(update))
            .set_condition_expression(condition)
            .set_expression_attribute_names(expressions.take_names())
            .set_expression_attribute_values(expressions.into_values())
            .set_return_values_on_condition_check_failure(asked)
            .set_return_consumed_capacity(meter);
        Ok((request, fresh))
    }

    /// Changes the item; returns the attributes that are asked for.
    pub(super) async fn write(
        self,
        db: &Db,
        returns: Option<ReturnValue>,
    ) -> Result<Option<Attributes>, Error> {
        let table = db.table_name::<T::Table>()?.into_owned();
        let span = tracing::debug_span!("dynamo.update", item = T::SCHEMA.name, table = %table);
        let (meter, presence) = (self.meter.clone(), self.presence(db));
        let (request, fresh) = self.prepare(db)?;
        let request = request.set_return_values(returns.clone());
        // A put would leave the claims of the item that it replaces.
        let fresh = fresh.filter(|_| presence.may_hide() && !unique::constrains::<T>());
        let written = async {
            let mut attempt = 1;
            loop {
                let failed = match send(&request, &table, meter.as_ref()).await? {
                    Ok(attributes) => return Ok(attributes),
                    Err(current) => current,
                };
                let hidden = failed
                    .as_ref()
                    .is_some_and(|item| presence.hides(item).is_some());
                let Some(fresh) = fresh.as_ref().filter(|_| hidden && attempt < ATTEMPTS) else {
                    return Err(presence.failed(failed));
                };
                if create::<T>(db, fresh, presence, meter.as_ref()).await? {
                    return Ok(given::<T>(fresh, returns.as_ref()));
                }
                attempt += 1;
            }
        };
        written.instrument(span).await
    }
}

/// Sends an update. If its condition fails, the inner error is the item that was found.
async fn send(
    request: &UpdateItemFluentBuilder,
    table: &str,
    meter: Option<&Meter>,
) -> Result<Result<Option<Attributes>, Option<Attributes>>, Error> {
    match request.clone().send().await {
        Ok(output) => {
            meter::record(meter, output.consumed_capacity());
            Ok(Ok(output.attributes))
        }
        Err(error) => match error.as_service_error() {
            Some(UpdateItemError::ConditionalCheckFailedException(failed)) => {
                Ok(Err(failed.item.clone()))
            }
            _ => Err(Error::from_sdk("UpdateItem", table, error)),
        },
    }
}

/// Puts an item if there is none, or a hidden one; `false` if there is a live one by now.
async fn create<T: Item>(
    db: &Db,
    item: &Attributes,
    presence: Presence,
    meter: Option<&Meter>,
) -> Result<bool, Error> {
    let table = db.table_name::<T::Table>()?;
    let mut expressions = Expressions::default();
    let condition = presence
        .condition(Existence::Vacant, None)
        .map(|node| expressions.condition("condition", node))
        .transpose()
        .map_err(expression_error::<T>)?;
    let request = db
        .client()
        .put_item()
        .table_name(&*table)
        .set_item(Some(item.clone()))
        .set_condition_expression(condition)
        .set_expression_attribute_names(expressions.take_names())
        .set_expression_attribute_values(expressions.into_values())
        .set_return_consumed_capacity(meter::asked(meter));
    match request.send().await {
        Ok(output) => {
            meter::record(meter, output.consumed_capacity());
            Ok(true)
        }
        Err(error) => match error.as_service_error() {
            Some(PutItemError::ConditionalCheckFailedException(_)) => Ok(false),
            _ => Err(Error::from_sdk("PutItem", &table, error)),
        },
    }
}

/// What an update gives back that created an item.
fn given<T: Item>(fresh: &Attributes, returns: Option<&ReturnValue>) -> Option<Attributes> {
    let mut given = match returns {
        Some(ReturnValue::AllNew | ReturnValue::UpdatedNew) => fresh.clone(),
        _ => return None,
    };
    if returns == Some(&ReturnValue::UpdatedNew) {
        let primary = T::SCHEMA.primary();
        for key in primary.pk.iter().chain(primary.sk) {
            given.remove(key.attribute);
        }
    }
    Some(given)
}
