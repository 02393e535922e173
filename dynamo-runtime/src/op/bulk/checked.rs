//! Deletes that each check the type of what they delete, for types that share keys.

use std::sync::atomic::{AtomicUsize, Ordering};

use aws_sdk_dynamodb::operation::delete_item::DeleteItemError;

use crate::db::Db;
use crate::error::Error;
use crate::expr::Expressions;
use crate::item::Item;
use crate::key::PrimaryKey;
use crate::op::batch::{Limits, drive};
use crate::op::identify::is_of_entity_or_absent;
use crate::op::{Meter, expression_error, key_attributes, meter};

/// The key of an item to delete, and the entity name it was read with.
pub(super) type Doomed = (PrimaryKey, &'static str);

/// Deletes items one request each, and returns how many there were. One that another type took the
/// place of is left alone.
pub(super) async fn delete_each<T: Item>(
    db: &Db,
    items: &[Doomed],
    concurrency: usize,
    meter: Option<&Meter>,
) -> Result<usize, Error> {
    let deleted = AtomicUsize::new(0);
    let limits = Limits {
        concurrency,
        ..Limits::default()
    };
    let groups = (0..items.len()).map(|item| vec![item]).collect();
    let outcome = drive(db, limits, groups, |numbers| {
        let doomed = numbers.first().map(|number| &items[*number]);
        let deleted = &deleted;
        Box::pin(async move {
            if let Some(doomed) = doomed
                && delete::<T>(db, doomed, meter).await?
            {
                deleted.fetch_add(1, Ordering::Relaxed);
            }
            Ok(Vec::new())
        })
    })
    .await;
    match outcome.failure {
        Some(failure) => Err(failure),
        None => Ok(deleted.into_inner()),
    }
}

/// Deletes an item, unless another type took its place.
async fn delete<T: Item>(
    db: &Db,
    (key, entity): &Doomed,
    meter: Option<&Meter>,
) -> Result<bool, Error> {
    let table = db.table_name::<T::Table>()?;
    let mut expressions = Expressions::default();
    let condition = is_of_entity_or_absent::<T>(entity)
        .map(|node| expressions.condition("condition", node))
        .transpose()
        .map_err(expression_error::<T>)?;
    let sent = db
        .client()
        .delete_item()
        .table_name(&*table)
        .set_key(Some(key_attributes::<T>(key.clone())))
        .set_condition_expression(condition)
        .set_expression_attribute_names(expressions.take_names())
        .set_expression_attribute_values(expressions.into_values())
        .set_return_consumed_capacity(meter::asked(meter))
        .send()
        .await;
    match sent {
        Ok(output) => {
            meter::record_of(meter, output.consumed_capacity());
            Ok(true)
        }
        Err(error) => match error.as_service_error() {
            Some(DeleteItemError::ConditionalCheckFailedException(_)) => Ok(false),
            _ => Err(Error::from_sdk("DeleteItem", &table, error)),
        },
    }
}
