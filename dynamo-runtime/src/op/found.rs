//! The item of a `GetItem`, decoded from the response's JSON.
//!
//! Only an item that is there, of its type and to be shown is taken from the wire. All others are
//! left to the SDK and told from its map, with their errors.

use std::marker::PhantomData;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use super::select::{Output, Scanned};
use super::visible::Visible;
use super::wire::{ReadBody, Taken};
use crate::codec::Decoder;
use crate::db::Db;
use crate::item::{Item, Record, Table};

/// Where the deserializer leaves what is decoded.
pub(super) struct Found<T: Item, O: Output<Scanned<T>>> {
    visible: Visible,
    db: Db,
    row: Mutex<Option<O::Row>>,
    item: PhantomData<fn() -> T>,
}

impl<T: Item, O: Output<Scanned<T>>> Found<T, O> {
    pub(super) fn new(visible: Visible, db: &Db) -> Self {
        Self {
            visible,
            db: db.clone(),
            row: Mutex::new(None),
            item: PhantomData,
        }
    }

    /// What was decoded; `None` where it is to be told from the SDK's item.
    pub(super) fn take(&self) -> Option<O::Row> {
        self.row
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take()
    }

    fn item(&self, body: &[u8]) -> Option<(O::Row, Range<usize>)> {
        let mut from = Decoder::json(body).ok()?;
        from.begin_object().ok()?;
        let mut found = None;
        while let Some(member) = from.next_member().ok()? {
            if member == "Item" {
                let start = from.position();
                let row = self.row(&mut from)?;
                found = Some((row, start..from.position()));
            } else {
                from.skip_plain().ok()?;
            }
        }
        from.finish().ok()?;
        found
    }

    fn row(&self, from: &mut Decoder<'_>) -> Option<O::Row> {
        let table = T::Table::SCHEMA;
        let is_own = match table.type_attr.zip(T::SCHEMA.entity) {
            Some((name, entity)) => from.peek_text(name).ok()?.as_deref() == Some(entity),
            None => !table.shared,
        };
        (is_own && self.is_shown(from)?).then_some(())?;
        O::Row::decode(from).ok()
    }

    fn is_shown(&self, from: &mut Decoder<'_>) -> Option<bool> {
        let names: Vec<_> = self.visible.attributes::<T>().collect();
        if names.is_empty() {
            return Some(true);
        }
        let start = from.position();
        let attributes = from.attributes(&names).ok()?;
        from.rewind_to_item(start).ok()?;
        Some(self.visible.shows::<T>(&attributes, || self.db.now()))
    }
}

impl<T: Item, O: Output<Scanned<T>>> ReadBody for Found<T, O> {
    fn read(&self, body: &[u8]) -> Option<Taken> {
        let (row, range) = self.item(body)?;
        *self.row.lock().unwrap_or_else(PoisonError::into_inner) = Some(row);
        Some(Taken { range, rest: b"{}" })
    }
}
