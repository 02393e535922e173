//! The item of a `GetItem`, decoded from the response's JSON.
//!
//! Only an item that is there, of its type and to be shown is decoded from the text. All others are
//! read as attributes first, to tell why they are not given.

use super::select::{Output, Scanned};
use super::visible::Visible;
use crate::codec::{DecodeError, Decoder};
use crate::db::Db;
use crate::item::{Item, Record, Table};
use crate::wire::answer::members;

/// The row of an item that is to be shown; `None` if there is none, or its attributes have to tell.
pub(super) fn row<T: Item, O: Output<Scanned<T>>>(
    body: &[u8],
    visible: Visible,
    db: &Db,
) -> Result<Option<O::Row>, DecodeError> {
    let mut found = None;
    members(body, &mut |member, from| {
        if member != "Item" {
            return Ok(false);
        }
        let start = from.position();
        if is_given::<T>(from, visible, db)? {
            from.rewind_to_item(start)?;
            found = O::Row::decode(from).ok();
        }
        if found.is_none() {
            from.skip_item_from(start)?;
        }
        Ok(true)
    })?;
    Ok(found)
}

fn is_given<T: Item>(
    from: &mut Decoder<'_>,
    visible: Visible,
    db: &Db,
) -> Result<bool, DecodeError> {
    let table = T::Table::SCHEMA;
    let is_own = match table.type_attr.zip(T::SCHEMA.entity) {
        Some((name, entity)) => from.peek_text(name)?.as_deref() == Some(entity),
        None => !table.shared,
    };
    let names: Vec<_> = visible.attributes::<T>().collect();
    if !is_own || names.is_empty() {
        return Ok(is_own);
    }
    let attributes = from.attributes(&names)?;
    Ok(visible.shows::<T>(&attributes, || db.now()))
}
