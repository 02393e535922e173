//! Deletes that check the type of each item first, for types that share keys.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::db::Db;
use crate::error::Error;
use crate::item::ItemType;
use crate::key::PrimaryKey;
use crate::op::batch::{Limits, drive};
use crate::op::stored_type::is_of_entity_or_absent;
use crate::op::write::send_write;
use crate::op::{Meter, require};
use crate::wire::{ApiOperation, Request, key_attributes};

/// The key of an item to delete, and the entity name it was read with.
pub(super) type Doomed = (PrimaryKey, &'static str);

/// Deletes items with one request each, and returns how many. An item whose place another type has
/// taken is left alone.
pub(super) async fn delete_each(
    (of, db): (&ItemType, &Db),
    items: &[Doomed],
    concurrency: usize,
    meter: Option<&Meter>,
) -> Result<usize, Error> {
    let deleted = AtomicUsize::new(0);
    let limits = Limits {
        concurrency,
        ..Limits::default()
    };
    let limits = limits.at_rate_of(meter);
    let groups = (0..items.len()).map(|item| vec![item]).collect();
    let outcome = drive(db, limits, groups, |numbers| {
        let doomed = numbers.first().map(|number| &items[*number]);
        let deleted = &deleted;
        Box::pin(async move {
            if let Some(doomed) = doomed
                && delete((of, db), doomed, meter).await?
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

/// Deletes an item, unless another type has taken its place.
async fn delete(
    (of, db): (&ItemType, &Db),
    (key, entity): &Doomed,
    meter: Option<&Meter>,
) -> Result<bool, Error> {
    let mut request = Request::of(ApiOperation::Delete, of, db)?;
    request.origin.method = "delete_partition";
    require(&mut request, of.name(), is_of_entity_or_absent(of, entity))?;
    request.key = key_attributes(of.primary(), key.clone());
    request.metered = meter.is_some();
    Ok(send_write(db, &request, meter).await?.is_ok())
}
