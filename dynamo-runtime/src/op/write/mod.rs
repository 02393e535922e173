//! Writing one item: put, update, delete and modify, and the effects of unique fields, counters and
//! hidden items.

pub(super) mod count;
pub(super) mod delete;
mod explained;
mod modify;
pub(super) mod presence;
pub(super) mod put;
pub(super) mod unique;
pub(super) mod update;

pub use delete::Delete;
pub use modify::Modify;
pub use put::Put;
pub use unique::Lookup;
pub use update::{New, SetOf, Update, Updated};

use std::borrow::Cow;

use bytes::Bytes;

use crate::db::Db;
use crate::error::{Current, Error};
use crate::item::ItemType;
use crate::op::{Meter, meter, stored_type};
use crate::schema::ItemSchema;
use crate::wire::{self, Attributes, Call, Refused, Request};

/// A write that returns nothing.
#[derive(Debug, Clone, Copy)]
pub struct Nothing;

/// A write that returns the item as it was before, if there was one.
#[derive(Debug, Clone, Copy)]
pub struct Old;

/// Refuses a write that would bypass unique values or counters, with a reason for each.
pub(in crate::op) fn refuse_companions(
    schema: &ItemSchema,
    operation: &'static str,
    [unique, counted]: [&str; 2],
) -> Result<(), Error> {
    unique::refuse(schema, operation, unique)?;
    count::refuse(schema, operation, counted)
}

/// Sends a write of one item, and adds its capacity to the meter. If its condition fails, the inner
/// error holds the item that was found.
pub(in crate::op) async fn send_write(
    db: &Db,
    request: &Request,
    meter: Option<&Meter>,
) -> Result<Result<Bytes, Option<Attributes>>, Error> {
    match wire::send(db, Call::One(request)).await {
        Ok(body) => {
            meter::record(meter, &body);
            Ok(Ok(body))
        }
        Err(Refused::Condition(current)) => Ok(Err(current)),
        Err(refused) => Err(refused.unconditional()),
    }
}

/// The attributes that a write returned.
pub(in crate::op) fn written(request: &Request, body: &[u8]) -> Result<Option<Attributes>, Error> {
    wire::answer::item(body, "Attributes")
        .map_err(|error| wire::unreadable(&Call::One(request), error))
}

/// A failed condition on an item of a type, with the item as it was found.
fn condition_failed(of: &ItemType, current: Option<Attributes>) -> Error {
    let current = current
        .filter(|item| !item.is_empty())
        .map(|item| Box::new(Current(item)));
    let found = match &current {
        Some(stored) if stored_type::is_foreign(of, stored.item()) => {
            let attribute = of.table.type_attr.and_then(|name| stored.item().get(name));
            let found = attribute.and_then(|value| value.as_s().ok());
            other_type(found.map(String::as_str))
        }
        Some(_) => NOT_MET.into(),
        None => "no such item is stored".into(),
    };
    Error::ConditionFailed {
        item: of.name(),
        found,
        missing: current.is_none(),
        current,
    }
}

/// The same failure, but with what the stored item does not meet, if that is known.
fn with_unmet(version: Option<&str>, request: &Request, mut error: Error) -> Error {
    if let Error::ConditionFailed {
        found,
        current: Some(current),
        ..
    } = &mut error
        && found == NOT_MET
        && let Some(unmet) = request.unmet(version, current.item())
    {
        *found = unmet.into();
    }
    error
}

/// The reason of a failed condition if nothing more is known.
const NOT_MET: &str = "the stored item does not meet it";

const OTHER_TYPE: &str = "an item of another type";

/// Says that one is stored, with the name of the type if the item says it.
fn other_type(found: Option<&str>) -> Cow<'static, str> {
    match found {
        Some(found) => format!("{OTHER_TYPE}, `{found}`, is stored under its key").into(),
        None => format!("{OTHER_TYPE} is stored under its key").into(),
    }
}

fn is_other_type(found: &str) -> bool {
    found.starts_with(OTHER_TYPE)
}

/// The failure of a write that creates an item.
fn already_exists(error: Error) -> Error {
    match error {
        Error::ConditionFailed {
            item,
            current: Some(current),
            found,
            ..
        } if !is_other_type(&found) => {
            let found = "the item already exists".into();
            Error::ConditionFailed {
                item,
                found,
                current: Some(current),
                missing: false,
            }
        }
        other => other,
    }
}
