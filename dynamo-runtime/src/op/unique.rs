//! Unique fields: a claim on each value, an item of its own that is written and deleted in one
//! transaction with the item it belongs to.
//!
//! The key of a claim is made of item type, attribute and value, so two items cannot claim one
//! value. A claim names its owner: who claims again what is its own is not in its own way.

mod claim;
mod lookup;

use tracing::Span;

use self::claim::release;
pub(super) use self::claim::{
    claim, claim_key_attributes, claimed, entity, is_claim, key_names, no_claims, owned_by, owner,
    subject,
};
pub use self::lookup::Lookup;
use super::identify::is_stored;
use super::pace::Deadline;
use super::transact::{CancelledOperation, Cause, Claim, Part, Transact, whole};
use super::{Delete, Meter, Put, condition_failed, expression_error};
use crate::db::Db;
use crate::error::Error;
use crate::expr::{AttrPath, Node};
use crate::item::{Item, decoded as decode};
use crate::key::KeyValue;
use crate::schema::ItemSchema;
use crate::wire::{self, Attributes, Call, KeyAttributes, Operation, Request, answer};

/// Whether items of a type have unique fields.
pub(super) fn constrains<T: Item>() -> bool {
    !T::SCHEMA.unique.is_empty()
}

/// Refuses what would pass the constraint by.
pub(super) fn refuse<T: Item>(operation: &'static str, what: &str) -> Result<(), Error> {
    refuse_schema(&T::SCHEMA, operation, what)
}

/// The same for a type of which only the schema is known.
pub(super) fn refuse_schema(
    schema: &ItemSchema,
    operation: &'static str,
    what: &str,
) -> Result<(), Error> {
    if schema.unique.is_empty() {
        return Ok(());
    }
    let item = schema.name;
    let reason = format!("`{item}` has unique fields, and {what}");
    Err(Error::refused(operation, reason))
}

/// Claims the values of an item, for the owner of this key.
pub(super) fn claims<T: Item>(db: &Db, item: &T, key: &Attributes) -> Result<Vec<Claim>, Error> {
    let owner = owner::<T>(key);
    let claim = |(field, key): (usize, String)| claim::<T>(db, (field, &key), &owner);
    claimed(item)?.into_iter().map(claim).collect()
}

/// Gives up the values of an item that it does not have any more.
pub(super) fn releases<T: Item>(
    db: &Db,
    before: &T,
    after: Option<&T>,
    key: &Attributes,
) -> Result<Vec<Claim>, Error> {
    let kept = after.map(claimed).transpose()?.unwrap_or_default();
    let owner = owner::<T>(key);
    let released = claimed(before)?.into_iter();
    released
        .filter(|claim| !kept.contains(claim))
        .map(|(field, key)| release::<T>(db, (field, &key), &owner))
        .collect()
}

/// Claims values for a stored item, provided that it still has them.
pub(super) fn claiming<T: Item>(
    db: &Db,
    stored: &Attributes,
    values: &[(usize, String)],
) -> Result<Part, Error> {
    let mut request = Request::of::<T::Table>(Operation::Check, db)?;
    let condition = request
        .expressions
        .condition("condition", unchanged::<T>(Some(stored)));
    request.condition = Some(condition.map_err(expression_error::<T>)?);
    request.key = stored_key::<T>(stored);
    let mut part = Part::of::<T>("check", request)?;
    let owner = owner::<T>(stored);
    let values = values.iter();
    let claims = values.map(|(field, key)| claim::<T>(db, (*field, key), &owner));
    part.claims = claims.collect::<Result<_, _>>()?;
    Ok(part)
}

/// The condition that an item has the unique values it was read with, or is still absent.
pub(super) fn unchanged<T: Item>(stored: Option<&Attributes>) -> Node {
    let key = AttrPath::root(T::SCHEMA.primary().pk[0].attribute);
    let Some(stored) = stored else {
        return Node::NotExists(key);
    };
    let values = attributes::<T>().map(|name| {
        let path = AttrPath::root(name);
        match stored.get(name) {
            Some(value) => Node::Compare(path, "=", value.clone()),
            None => Node::NotExists(path),
        }
    });
    values.fold(is_stored::<T>(), Node::and)
}

/// The attributes of the unique fields.
pub(super) fn attributes<T: Item>() -> impl Iterator<Item = &'static str> {
    let fields = T::SCHEMA.unique.iter();
    fields.filter_map(|field| T::SCHEMA.fields[*field].attribute)
}

/// Whether another writer changed the unique values meanwhile.
fn has_changed<T: Item>(before: Option<&Attributes>, now: Option<&Attributes>) -> bool {
    match (before, now) {
        (Some(before), Some(now)) => {
            attributes::<T>().any(|name| before.get(name) != now.get(name))
        }
        (before, now) => before.is_some() != now.is_some(),
    }
}

/// Writes an item and its claims; returns it as it was written.
///
/// A `create` knows what is stored: nothing; and so does who says what is replaced. Others read it
/// first, to give up the values that the item had, and read it again where another writer changed
/// those meanwhile.
pub(super) async fn put<T: Item, R>(mut put: Put<'_, T, R>, db: &Db) -> Result<Attributes, Error> {
    let meter = put.take_meter();
    let creates = put.creates();
    if creates && put.known().is_none() && put.presence(db).may_hide() {
        return create(&put, db, meter).await;
    }
    if creates || put.known().is_some() {
        let part = whole(&put, db)?;
        let written = part.attributes();
        let sent = send(db, part, meter).await;
        sent.map_err(|error| alone::<T>(error, creates))?;
        return Ok(written);
    }
    let prepare = |stored: Option<&Attributes>| put.part(db, Some(unchanged::<T>(stored)), stored);
    guarded::<T>(db, meter, prepare).await
}

/// Creates an item and its claims, in place of one that is hidden, whose claims are given up.
///
/// Nothing is read before: a hidden item is found by the condition that fails on it.
async fn create<T: Item, R>(
    put: &Put<'_, T, R>,
    db: &Db,
    meter: Option<Meter>,
) -> Result<Attributes, Error> {
    let deadline = Deadline::starting_now(db, None);
    let (mut stored, mut attempt) = (None, 0);
    loop {
        let part = put.part(db, Some(unchanged::<T>(stored.as_ref())), stored.as_ref())?;
        let written = part.attributes();
        let failure = match send(db, part, meter.clone()).await {
            Ok(()) => return Ok(written),
            Err(failure) => alone::<T>(failure, true),
        };
        let found = match &failure {
            Error::ConditionFailed { current, .. } => {
                current.as_ref().map(|current| current.item().clone())
            }
            _ => return Err(failure),
        };
        let shown = |item: &Attributes| put.presence(db).hides(item).is_none();
        // Another item is there, or a condition of the caller's fails on the one that was.
        let lost =
            found.as_ref().is_some_and(shown) || !has_changed::<T>(stored.as_ref(), found.as_ref());
        let Some(pause) = deadline.pause(attempt).filter(|_| !lost) else {
            return Err(failure);
        };
        // What is found the first time is there to stay, as far as anyone knows.
        if attempt > 0 {
            db.sleep(pause).await;
        }
        (stored, attempt) = (found, attempt + 1);
    }
}

/// Deletes an item and its claims.
pub(super) async fn delete<T: Item, R>(mut delete: Delete<T, R>, db: &Db) -> Result<(), Error> {
    let meter = delete.take_meter();
    let prepare =
        |stored: Option<&Attributes>| delete.part(db, Some(unchanged::<T>(stored)), stored);
    guarded::<T>(db, meter, prepare).await.map(drop)
}

/// Reads the item, and carries out what `prepare` makes of it; again where its unique values
/// changed meanwhile. Returns the attributes it was sent with.
async fn guarded<T: Item>(
    db: &Db,
    meter: Option<Meter>,
    prepare: impl Fn(Option<&Attributes>) -> Result<Part, Error>,
) -> Result<Attributes, Error> {
    let key = stored_key::<T>(&prepare(None)?.attributes());
    let deadline = Deadline::starting_now(db, None);
    let mut attempt = 0;
    loop {
        let stored = read::<T>(db, key.clone(), meter.as_ref()).await?;
        let part = prepare(stored.as_ref())?;
        let sent = part.attributes();
        let failure = match send(db, part, meter.clone()).await {
            Ok(()) => return Ok(sent),
            Err(failure) => alone::<T>(failure, false),
        };
        let changed = match &failure {
            Error::ConditionFailed { current, .. } => {
                let current = current.as_ref().map(|current| current.item());
                has_changed::<T>(stored.as_ref(), current)
            }
            // The value may have been the item's own a moment ago.
            Error::Taken { .. } => {
                let current = read::<T>(db, key.clone(), meter.as_ref()).await?;
                has_changed::<T>(stored.as_ref(), current.as_ref())
            }
            _ => false,
        };
        let Some(pause) = deadline.pause(attempt).filter(|_| changed) else {
            return Err(failure);
        };
        db.sleep(pause).await;
        attempt += 1;
    }
}

/// The key among the attributes of an item.
pub(super) fn stored_key<T: Item>(stored: &Attributes) -> KeyAttributes {
    let value = |name: &'static str| {
        let value = KeyValue::from_attribute(stored.get(name)?.clone())?;
        Some((name, value))
    };
    key_names::<T>().filter_map(value).collect()
}

/// Reads what is stored under a key.
pub(super) async fn read<T: Item>(
    db: &Db,
    key: KeyAttributes,
    meter: Option<&Meter>,
) -> Result<Option<Attributes>, Error> {
    let mut request = Request::of::<T::Table>(Operation::Get, db)?;
    request.key = key;
    request.consistent = true;
    request.metered = meter.is_some();
    let body = super::read(db, &request, meter, Span::current()).await?;
    answer::item(&body, "Item").map_err(|error| wire::unreadable(&Call::One(&request), error))
}

/// Sends one operation with its claims.
pub(super) async fn send(db: &Db, part: Part, meter: Option<Meter>) -> Result<(), Error> {
    Transact::of(db, part, meter).await
}

/// Claims what a change gives an item, and gives up what it takes from it; nothing where its unique
/// values stay.
pub(super) fn moved<T: Item>(db: &Db, stored: &Attributes, after: &T) -> Result<Vec<Claim>, Error> {
    if !constrains::<T>() {
        return Ok(Vec::new());
    }
    let before = decode::<T>(stored)?;
    if claimed(&before)? == claimed(after)? {
        return Ok(Vec::new());
    }
    let mut moved = claims(db, after, stored)?;
    moved.extend(releases(db, &before, Some(after), stored)?);
    Ok(moved)
}

/// What went wrong with an operation that stands alone but for its claims.
pub(super) fn alone<T: Item>(error: Error, creates: bool) -> Error {
    let Error::TransactionCancelled(cancelled) = &error else {
        return error;
    };
    let find = |cause| {
        let mut operations = cancelled.operations().iter();
        operations.find(|operation| operation.cause() == cause)
    };
    // Where both failed, the item itself says more: what is stored there.
    if let Some(failed) = find(Cause::ConditionFailed) {
        let current = failed.current_item().map(|current| current.item().clone());
        let failed = condition_failed::<T>(current);
        return if creates {
            super::already_exists(failed)
        } else {
            failed
        };
    }
    match find(Cause::Taken).and_then(CancelledOperation::field) {
        Some(field) => Error::Taken {
            item: T::SCHEMA.name,
            field,
        },
        None => error,
    }
}

/// The item as its type has it, where it is stored.
pub(super) fn decoded<T: Item>(stored: Option<&Attributes>) -> Result<Option<T>, Error> {
    stored.map(decode).transpose()
}
