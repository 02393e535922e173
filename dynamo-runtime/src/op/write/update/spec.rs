//! An update, whatever the item type.

use std::borrow::Cow;
use std::time::SystemTime;

use super::upsert::Rewrite;
use crate::db::Db;
use crate::expr::{Assigned, Clause, Node, UpdateChanges};
use crate::item::ItemType;
use crate::key::PlainKey;
use crate::op::Meter;
use crate::op::visible::Visible;
use crate::op::write::presence::{Presence, WithoutItem};

/// An update, whatever the item type.
pub(in crate::op) struct UpdateSpec {
    pub(in crate::op) of: &'static ItemType,
    pub(super) key: PlainKey,
    pub(super) changes: UpdateChanges,
    pub(super) condition: Option<Node>,
    /// Reads and rewrites the item that the update creates if there is none.
    pub(super) upsert: Option<Rewrite>,
    pub(in crate::op) visible: Visible,
    /// A value that depends on the time the update is sent.
    pub(super) late: Option<fn(SystemTime) -> Assigned>,
    pub(super) meter: Option<Meter>,
}

impl UpdateSpec {
    /// An update that consists of these clauses, whether or not the item is hidden; it creates the item
    /// with `upsert`.
    pub(in crate::op) fn of_clauses(
        of: &'static ItemType,
        key: PlainKey,
        clauses: Vec<Clause>,
        upsert: Option<Rewrite>,
    ) -> Self {
        let changes = UpdateChanges {
            clauses,
            ..UpdateChanges::default()
        };
        Self {
            of,
            key,
            changes,
            condition: None,
            upsert,
            visible: Visible::ALL,
            late: None,
            meter: None,
        }
    }

    /// The same update, under a condition and metered.
    pub(in crate::op) fn guarded(mut self, guard: Node, meter: &Meter) -> Self {
        guard.require(&mut self.condition);
        self.meter = Some(meter.clone());
        self
    }

    pub(in crate::op) fn presence(&self, db: &Db) -> Presence {
        Presence::of(self.of, self.visible, db)
    }

    /// The attributes that must be as the caller says: in conditions, or with `known`.
    pub(super) fn required_attributes(&self) -> Vec<Cow<'static, str>> {
        let conditions = self.condition.iter().chain(&self.changes.required);
        let known = self.changes.assigned.iter().filter(|value| value.known);
        let known = known.map(|value| Cow::Borrowed(value.attribute));
        conditions.flat_map(Node::attributes).chain(known).collect()
    }

    pub(super) fn without_item(&self) -> WithoutItem {
        match (&self.upsert, &self.late) {
            (Some(_), _) => WithoutItem::Creates,
            (None, None) => WithoutItem::CouldCreate,
            (None, Some(_)) => WithoutItem::Fails,
        }
    }

    /// Whether it creates the item if there is none.
    pub(in crate::op) fn creates(&self) -> bool {
        self.upsert.is_some()
    }
}
