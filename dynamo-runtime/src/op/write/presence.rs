//! Presence and absence in the conditions of writes: a deleted or expired item counts as absent.

use std::time::SystemTime;

use aws_sdk_dynamodb::types::AttributeValue;

use crate::db::Db;
use crate::error::{Current, Error};
use crate::expr::{AttrPath, Limit, Node};
use crate::item::ItemType;
use crate::op::visible::{Hidden, Hiding, Visible};
use crate::op::write::{NOT_MET, other_type, with_unmet};
use crate::wire::{Attributes, Request};

/// The reason why an update fails if there is no item.
const TO_UPSERT: &str = "no such item is stored; use `upsert()` to create it";

/// Whether a write requires the item to exist.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::op) enum Existence {
    /// An item of this type, or none.
    Either,
    /// No item at all.
    Vacant,
    /// No item of this type.
    Absent,
    Present,
}

/// The behaviour of an update if there is no item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::op) enum WithoutItem {
    Creates,
    /// Fails, and would create the item as an upsert.
    CouldCreate,
    /// Fails, as a soft delete does.
    Fails,
}

/// How the conditions of one write see the stored item.
#[derive(Debug, Clone, Copy)]
pub(in crate::op) struct Presence {
    item: &'static str,
    key: &'static str,
    /// The attribute of its version.
    version: Option<&'static str>,
    /// The type attribute and the entity name, if other types may share its keys.
    entity: Option<(&'static str, &'static str)>,
    hiding: Hiding,
    now: SystemTime,
}

impl Presence {
    pub(in crate::op) fn of(item: &ItemType, visible: Visible, db: &Db) -> Self {
        let table = item.table;
        let type_attr = table.type_attr.filter(|_| table.types.share_keys());
        Self {
            item: item.name(),
            entity: type_attr.zip(item.schema.entity),
            key: item.partition_key(),
            version: item.schema.roles.version,
            hiding: visible.of(item),
            now: db.now(),
        }
    }

    pub(in crate::op) fn now(self) -> SystemTime {
        self.now
    }

    /// The condition of a write, including its caller's conditions on the item.
    pub(in crate::op) fn condition(
        self,
        existence: Existence,
        required: Option<Node>,
    ) -> Option<Node> {
        let key = AttrPath::root(self.key);
        let own = self.own();
        let mut condition = match existence {
            Existence::Either => own.map(|own| self.or_hidden(Node::NotExists(key).or(own))),
            Existence::Vacant => Some(self.or_hidden(Node::NotExists(key))),
            Existence::Absent => {
                let not_own = own.map(|own| Node::Not(Box::new(own)));
                Some(self.or_hidden(not_own.unwrap_or(Node::NotExists(key))))
            }
            Existence::Present => Some(self.and_shown(own.unwrap_or(Node::Exists(key)))),
        };
        if let Some(node) = required {
            let node = match existence {
                // Only visible items meet the condition anyway.
                Existence::Present => node,
                _ => self.seen(node),
            };
            node.require(&mut condition);
        }
        condition
    }

    /// The condition of an update that creates the item if it is absent. A hidden item keeps
    /// attributes that an update cannot know, so it is not updated.
    pub(in crate::op) fn upserting(self, mut required: Option<Node>) -> Option<Node> {
        if let Some(own) = self.own() {
            let free = Node::NotExists(AttrPath::root(self.key));
            free.or(own).require(&mut required);
        }
        if let Some(shown) = self.hiding.shown(self.now) {
            shown.require(&mut required);
        }
        required
    }

    /// The condition that an item of this type is stored, if other types may share its keys.
    fn own(self) -> Option<Node> {
        let (attribute, entity) = self.entity?;
        let entity = AttributeValue::S(entity.to_owned());
        Some(Node::Compare(AttrPath::root(attribute), "=", entity))
    }

    fn is_foreign(self, item: &Attributes) -> bool {
        self.entity.is_some_and(|(attribute, entity)| {
            let found = item.get(attribute).and_then(|value| value.as_s().ok());
            found.is_none_or(|found| found != entity)
        })
    }

    /// A condition that a hidden item meets if an absent one does.
    fn seen(self, node: Node) -> Node {
        if node.holds_for_nothing() {
            self.or_hidden(node)
        } else {
            self.and_shown(node)
        }
    }

    fn or_hidden(self, node: Node) -> Node {
        match self.hiding.hidden(self.own(), self.now) {
            Some(hidden) => node.or(hidden),
            None => node,
        }
    }

    fn and_shown(self, node: Node) -> Node {
        match self.hiding.shown(self.now) {
            Some(shown) => node.and(shown),
            None => node,
        }
    }

    /// Whether a write may meet an item that is stored and counts as absent.
    pub(in crate::op) fn may_hide(self) -> bool {
        self.hiding.shown(self.now).is_some()
    }

    /// Why a stored item counts as absent; `None` if it does not.
    pub(in crate::op) fn hides(self, item: &Attributes) -> Option<Hidden> {
        let hiding = if self.is_foreign(item) {
            self.hiding.of_other_type()
        } else {
            self.hiding
        };
        hiding.hides(item, || self.now)
    }

    /// An item that a write returns, unless it counts as absent.
    pub(in crate::op) fn shown(self, item: Option<Attributes>) -> Option<Attributes> {
        item.filter(|item| self.hides(item).is_none())
    }

    /// A condition that failed, with the item that was found.
    pub(in crate::op) fn failed(self, current: Option<Attributes>) -> Error {
        let current = current.filter(|item| !item.is_empty());
        let found = match &current {
            None => "no such item is stored".into(),
            Some(item) => match self.hides(item) {
                Some(hidden) => hidden.found().into(),
                None if self.is_foreign(item) => other_type(self.type_of(item)),
                None => NOT_MET.into(),
            },
        };
        let current = self.shown(current).map(|item| Box::new(Current(item)));
        Error::ConditionFailed {
            item: self.item,
            found,
            missing: current.is_none(),
            current,
        }
    }

    /// The name of the type of a stored item, if it says one.
    fn type_of(self, item: &Attributes) -> Option<&str> {
        let (attribute, _) = self.entity?;
        let found = item.get(attribute)?.as_s().ok()?;
        Some(found)
    }

    /// The same for a request, which says what it requires.
    pub(in crate::op) fn refused(self, request: &Request, current: Option<Attributes>) -> Error {
        self.with_unmet(request, self.failed(current))
    }

    /// The same failure, but with what the stored item does not meet, if that is known.
    pub(in crate::op) fn with_unmet(self, request: &Request, error: Error) -> Error {
        with_unmet(self.version, request, error)
    }

    /// The same, if the cause may be a number that would leave the range of its type. An upsert
    /// counts from zero.
    pub(in crate::op) fn failed_within(
        self,
        limits: &[Limit],
        current: Option<Attributes>,
        without: WithoutItem,
    ) -> Error {
        let upsert = without == WithoutItem::Creates;
        let nothing = Attributes::new();
        let shown = match &current {
            Some(item) => Some(item).filter(|item| self.hides(item).is_none()),
            None => upsert.then_some(&nothing),
        };
        let broken = shown.and_then(|item| limits.iter().find(|limit| limit.is_broken(item)));
        let found = broken.map(|limit| limit.broken.clone());
        let is_absent = current.as_ref().is_none_or(Attributes::is_empty) && !upsert;
        let to_upsert = is_absent && without == WithoutItem::CouldCreate;
        let found = found.or_else(|| to_upsert.then(|| TO_UPSERT.to_owned()));
        match (self.failed(current), found) {
            (Error::ConditionFailed { item, current, .. }, Some(found)) => Error::ConditionFailed {
                item,
                found: found.into(),
                current,
                missing: is_absent,
            },
            (error, _) => error,
        }
    }

    /// The same failure, but a hidden item counts as absent.
    pub(in crate::op) fn explained(self, error: Error) -> Error {
        match error {
            Error::ConditionFailed {
                current: Some(current),
                ..
            } if self.hides(&current.0).is_some() => self.failed(Some(current.0)),
            error => error,
        }
    }
}
