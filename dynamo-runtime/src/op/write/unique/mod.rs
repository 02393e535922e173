//! Unique fields: each value has a claim, a separate item that is written and deleted in one
//! transaction with the item it belongs to.
//!
//! The key of a claim consists of item type, attribute and value, so two items cannot claim one
//! value. A claim names its owner, so an owner can claim its own value again.

mod claim;
mod lookup;

use self::claim::release;
pub(in crate::op) use self::claim::{
    claim, claim_key_attributes, claimed, entity, is_claim, no_claims, owned_by, owner, subject,
};
pub use self::lookup::Lookup;
use crate::db::Db;
use crate::error::Error;
use crate::expr::{AttrPath, Node};
use crate::item::{ItemType, Writable};
use crate::key::KeyValue;
use crate::op::pace::Deadline;
use crate::op::read::send_read;
use crate::op::stored_type::is_stored;
use crate::op::transact::{CancelledOperation, Cause, Claim, Transact, TransactPart};
use crate::op::write::delete::DeleteSpec;
use crate::op::write::put::PutSpec;
use crate::op::write::{already_exists, condition_failed, send_write, with_unmet};
use crate::op::{Meter, require};
use crate::schema::ItemSchema;
use crate::wire::{self, ApiOperation, Attributes, Call, KeyAttributes, Request, answer};

/// Refuses a write that would bypass the constraint.
pub(in crate::op) fn refuse(
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

/// Claims the values of an item, for the owner with this key.
pub(in crate::op) fn claims(
    db: &Db,
    item: &dyn Writable,
    key: &Attributes,
) -> Result<Vec<Claim>, Error> {
    let of = item.item_type();
    let owner = owner(of, key);
    let claim = |(field, key): (usize, String)| claim((of, db), (field, &key), &owner);
    claimed(item)?.into_iter().map(claim).collect()
}

/// Frees the values that an item no longer has.
pub(in crate::op) fn releases(
    db: &Db,
    before: &dyn Writable,
    after: Option<&dyn Writable>,
    key: &Attributes,
) -> Result<Vec<Claim>, Error> {
    let of = before.item_type();
    let kept = after.map(claimed).transpose()?.unwrap_or_default();
    let owner = owner(of, key);
    let released = claimed(before)?.into_iter();
    released
        .filter(|claim| !kept.contains(claim))
        .map(|(field, key)| release((of, db), (field, &key), &owner))
        .collect()
}

/// Claims values for a stored item, if it still has them.
pub(in crate::op) fn claiming(
    (of, db): (&'static ItemType, &Db),
    stored: &Attributes,
    values: &[(usize, String)],
) -> Result<TransactPart, Error> {
    let mut request = Request::of(ApiOperation::Check, of, db)?;
    require(&mut request, of.name(), Some(unchanged(of, Some(stored))))?;
    request.key = stored_key(of, stored);
    let mut part = TransactPart::of(of, "check", request)?;
    let owner = owner(of, stored);
    let values = values.iter();
    let claims = values.map(|(field, key)| claim((of, db), (*field, key), &owner));
    part.claims = claims.collect::<Result<_, _>>()?;
    Ok(part)
}

/// The condition that an item has the unique values it was read with and is counted where it was, or
/// is still absent.
pub(in crate::op) fn unchanged(of: &ItemType, stored: Option<&Attributes>) -> Node {
    let Some(stored) = stored else {
        return Node::NotExists(AttrPath::root(of.partition_key()));
    };
    let values = watched(of).into_iter().map(|name| {
        let path = AttrPath::root(name);
        match stored.get(name) {
            Some(value) => Node::Compare(path, "=", value.clone()),
            None => Node::NotExists(path),
        }
    });
    values.fold(is_stored(of), Node::and)
}

/// The attributes of the unique fields.
pub(in crate::op) fn attributes(of: &ItemType) -> impl Iterator<Item = &'static str> + use<> {
    let schema = of.schema;
    let fields = schema.unique.iter();
    fields.filter_map(|field| schema.fields[*field].attribute)
}

/// The attributes that decide which claims and counts come with a write: those of unique fields, and
/// those that decide where an item is counted.
fn watched(of: &ItemType) -> Vec<&'static str> {
    let schema = of.schema;
    let fields = schema.counted.iter().flat_map(|counter| counter.fields);
    let counted = fields.filter_map(|field| schema.fields[*field].attribute);
    let deleted = schema.roles.soft_delete.filter(|_| of.is_counted());
    let mut names: Vec<_> = attributes(of).chain(counted).chain(deleted).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// Whether another writer changed the unique values, or where the item is counted, meanwhile.
fn has_changed(of: &ItemType, before: Option<&Attributes>, now: Option<&Attributes>) -> bool {
    match (before, now) {
        (Some(before), Some(now)) => {
            let mut names = watched(of).into_iter();
            names.any(|name| before.get(name) != now.get(name))
        }
        (before, now) => before.is_some() != now.is_some(),
    }
}

/// Writes an item and its claims; returns it as it was written.
///
/// A `create` knows that nothing is stored, and a caller may say what is replaced. Others read the
/// item first, to free the values that it had, and read it again if another writer changed those
/// meanwhile.
pub(in crate::op) async fn put(mut put: PutSpec<'_>, db: &Db) -> Result<Attributes, Error> {
    let meter = put.meter.take();
    let of = put.item_type();
    let creates = put.creates();
    if creates && put.known.is_none() && put.presence(db).may_hide() {
        return create(&put, db, meter).await;
    }
    if creates || put.known.is_some() {
        let part = put.whole(db)?;
        let written = part.attributes();
        let sent = send(db, part, meter).await;
        sent.map_err(|error| alone(of, error, creates))?;
        return Ok(written);
    }
    let prepare = |stored: Option<&Attributes>| put.part(db, Some(unchanged(of, stored)), stored);
    guarded((of, db), meter, &prepare).await
}

/// Creates an item and its claims, in place of a hidden one, whose claims are freed.
///
/// Nothing is read first: a hidden item is found by the condition that fails on it.
async fn create(put: &PutSpec<'_>, db: &Db, meter: Option<Meter>) -> Result<Attributes, Error> {
    let of = put.item_type();
    let deadline = Deadline::starting_now(db, None);
    let (mut stored, mut attempt) = (None, 0);
    loop {
        let part = put.part(db, Some(unchanged(of, stored.as_ref())), stored.as_ref())?;
        let written = part.attributes();
        let failure = match send(db, part, meter.clone()).await {
            Ok(()) => return Ok(written),
            Err(failure) => alone(of, failure, true),
        };
        let found = match &failure {
            Error::ConditionFailed { current, .. } => {
                current.as_ref().map(|current| current.item().clone())
            }
            _ => return Err(failure),
        };
        let shown = |item: &Attributes| put.presence(db).hides(item).is_none();
        // Another item is there, or the caller's condition fails on the one that was.
        let lost =
            found.as_ref().is_some_and(shown) || !has_changed(of, stored.as_ref(), found.as_ref());
        let Some(pause) = deadline.pause(attempt).filter(|_| !lost) else {
            return Err(failure);
        };
        // An item found on the first attempt is assumed to stay.
        if attempt > 0 {
            db.sleep(pause).await;
        }
        (stored, attempt) = (found, attempt + 1);
    }
}

/// Deletes an item and its claims.
pub(in crate::op) async fn delete(mut delete: DeleteSpec, db: &Db) -> Result<(), Error> {
    let meter = delete.meter.take();
    let of = delete.of;
    let prepare =
        |stored: Option<&Attributes>| delete.part(db, Some(unchanged(of, stored)), stored);
    guarded((of, db), meter, &prepare).await.map(drop)
}

/// Makes the operation from the stored item.
pub(in crate::op) type Prepare<'a> =
    &'a (dyn Fn(Option<&Attributes>) -> Result<TransactPart, Error> + Sync + 'a);

/// Reads the item, and carries out the operation that `prepare` makes of it; again if its unique
/// values, or the fields that decide where it is counted, changed meanwhile. Returns the attributes it was sent with.
pub(in crate::op) async fn guarded(
    (of, db): (&'static ItemType, &Db),
    meter: Option<Meter>,
    prepare: Prepare<'_>,
) -> Result<Attributes, Error> {
    let key = stored_key(of, &prepare(None)?.attributes());
    let deadline = Deadline::starting_now(db, None);
    let mut attempt = 0;
    loop {
        let stored = read((of, db), key.clone(), meter.as_ref()).await?;
        let part = prepare(stored.as_ref())?;
        let sent = part.attributes();
        let failure = match send(db, part, meter.clone()).await {
            Ok(()) => return Ok(sent),
            Err(failure) => alone(of, failure, false),
        };
        let changed = match &failure {
            Error::ConditionFailed { current, .. } => {
                let current = current.as_ref().map(|current| current.item());
                has_changed(of, stored.as_ref(), current)
            }
            // The value may have belonged to the item itself a moment ago.
            Error::Taken { .. } => {
                let current = read((of, db), key.clone(), meter.as_ref()).await?;
                has_changed(of, stored.as_ref(), current.as_ref())
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
pub(in crate::op) fn stored_key(of: &ItemType, stored: &Attributes) -> KeyAttributes {
    let value = |name: &'static str| {
        let value = KeyValue::from_attribute(stored.get(name)?.clone())?;
        Some((name, value))
    };
    of.primary().key_names().filter_map(value).collect()
}

/// The method of a request that claims or frees a unique value.
pub(in crate::op) const CLAIM: &str = "claim";

/// Reads the item stored under a key.
pub(in crate::op) async fn read(
    place: (&ItemType, &Db),
    key: KeyAttributes,
    meter: Option<&Meter>,
) -> Result<Option<Attributes>, Error> {
    read_for("get", place, key, meter).await
}

/// Reads the item stored under a key, for a method.
pub(in crate::op) async fn read_for(
    method: &'static str,
    (of, db): (&ItemType, &Db),
    key: KeyAttributes,
    meter: Option<&Meter>,
) -> Result<Option<Attributes>, Error> {
    let mut request = Request::of(ApiOperation::Get, of, db)?;
    request.origin.method = method;
    request.key = key;
    request.consistent = true;
    request.metered = meter.is_some();
    let body = send_read(db, &request, meter).await?;
    answer::item(&body, "Item").map_err(|error| wire::unreadable(&Call::One(&request), error))
}

/// Sends one operation with its claims and counts: in a transaction, unless there are none.
pub(in crate::op) async fn send(
    db: &Db,
    mut part: TransactPart,
    meter: Option<Meter>,
) -> Result<(), Error> {
    if !part.is_alone() {
        return Transact::of(db, vec![part], meter).await;
    }
    part.request.metered = meter.is_some();
    match send_write(db, &part.request, meter.as_ref()).await? {
        Ok(_) => Ok(()),
        Err(current) => {
            let of = part.item_type();
            let failed = condition_failed(of, current);
            Err(with_unmet(of.schema.roles.version, &part.request, failed))
        }
    }
}

/// Claims the values that a change adds to an item, and frees those it takes away; nothing if its
/// unique values stay.
pub(in crate::op) fn moved(
    db: &Db,
    stored: &Attributes,
    after: &dyn Writable,
) -> Result<Vec<Claim>, Error> {
    let Some(before) = decoded(after.item_type(), Some(stored))? else {
        return Ok(Vec::new());
    };
    if claimed(&*before)? == claimed(after)? {
        return Ok(Vec::new());
    }
    let mut moved = claims(db, after, stored)?;
    moved.extend(releases(db, &*before, Some(after), stored)?);
    Ok(moved)
}

/// The error of a single operation that was sent with its claims and counts.
pub(in crate::op) fn alone(of: &ItemType, error: Error, creates: bool) -> Error {
    let cancelled = match &error {
        Error::TransactionCancelled(cancelled) => cancelled,
        Error::ConditionFailed { .. } if creates => return already_exists(error),
        _ => return error,
    };
    let find = |cause| {
        let mut operations = cancelled.operations().iter();
        operations.find(|operation| operation.cause() == cause)
    };
    // If both failed, the item's own failure says more: it shows what is stored.
    if let Some(failed) = find(Cause::ConditionFailed) {
        let current = failed.current_item().map(|current| current.item().clone());
        let mut error = condition_failed(of, current);
        if creates {
            return already_exists(error);
        }
        if let (Error::ConditionFailed { found, .. }, Some(why)) = (&mut error, failed.why()) {
            *found = why.to_owned().into();
        }
        return error;
    }
    let item = of.name();
    if let Some(field) = find(Cause::Taken).and_then(CancelledOperation::field) {
        let may_be_deleted = of.schema.roles.soft_delete.is_some();
        return Error::Taken {
            item,
            field,
            may_be_deleted,
        };
    }
    match find(Cause::Uncounted).map(CancelledOperation::item) {
        Some(counter) => Error::Uncounted { item, counter },
        None => error,
    }
}

/// The stored item as its type reads it, if it has unique fields or is counted.
pub(in crate::op) fn decoded(
    of: &ItemType,
    stored: Option<&Attributes>,
) -> Result<Option<Box<dyn Writable>>, Error> {
    let decode = of.decode.zip(stored);
    decode.map(|(decode, stored)| decode(stored)).transpose()
}
