//! Changes to the item types: their keys, entity names and fields.

use super::shards::{Respread, respread};
use super::values::values;
use super::{DesignChange, Effect, listed};
use crate::{CountDesign, Design, FieldDesign, ItemDesign, KeyDesign, KeyText, QueryDesign};

pub(super) fn changes(old: &Design, new: &Design) -> Vec<DesignChange> {
    let mut changes = Vec::new();
    for item in &new.items {
        let Some(before) = old.item(&item.name) else {
            changes.extend(added(old, new, item));
            continue;
        };
        let both = Both {
            old: before,
            new: item,
            table: new,
        };
        both.entity(&mut changes);
        both.primary_key(&mut changes);
        for index in &new.table.indexes {
            if old.table.index(&index.name).is_some() {
                both.index(&index.name, &mut changes);
            }
        }
        both.fields(&mut changes);
        both.unique(&mut changes);
        both.counted(&mut changes);
    }
    for item in &old.items {
        if new.item(&item.name).is_none() {
            changes.push(removed(new, item));
        }
    }
    changes
}

/// A new type, or a renamed one, which does not affect stored items.
fn added(old: &Design, new: &Design, item: &ItemDesign) -> Vec<DesignChange> {
    let name = &item.name;
    let gone = |before: &&ItemDesign| new.item(&before.name).is_none();
    let mut before = old.items.iter().filter(gone);
    let Some(before) = before.find(|before| is_renamed(before, item)) else {
        let what = format!("the item type `{name}` is new");
        let stored = "there are no stored items of it";
        return vec![DesignChange::new(Effect::None, what, stored).of_item(name)];
    };
    let same = if item.entity.is_some() {
        "entity name"
    } else {
        "keys"
    };
    let what = format!(
        "the item type `{name}` has the {same} that `{}` had",
        before.name
    );
    let stored = "stored items of that type are read as this one; compare the two by hand";
    let mut changes = vec![DesignChange::new(Effect::None, what, stored).of_item(name)];
    let both = Both {
        old: before,
        new: item,
        table: new,
    };
    both.claims(&mut changes);
    both.unique(&mut changes);
    changes
}

/// Whether stored items of a removed type are read as another: by their entity name or, without
/// one, by their keys.
fn is_renamed(old: &ItemDesign, new: &ItemDesign) -> bool {
    match (&old.entity, &new.entity) {
        (None, None) => old.primary().map(templates) == new.primary().map(templates),
        (old, new) => old == new,
    }
}

fn removed(new: &Design, item: &ItemDesign) -> DesignChange {
    let name = &item.name;
    let what = format!("the item type `{name}` is gone");
    let mut now = new.items.iter();
    if now.any(|now| is_renamed(item, now)) {
        let stored = "another item type has its entity name or keys, and reads its stored items";
        return DesignChange::new(Effect::None, what, stored).of_item(name);
    }
    let stored = "its stored items stay, and nothing reads them; a collection that meets one fails \
                  unless it skips unknown types";
    DesignChange::new(Effect::Orphans, what, stored)
        .of_item(name)
        .step(format!(
            "delete the items with the last version of the code that has `{name}`, or keep the type"
        ))
}

/// An item type in both designs.
struct Both<'a> {
    old: &'a ItemDesign,
    new: &'a ItemDesign,
    table: &'a Design,
}

impl Both<'_> {
    fn change(&self, effect: Effect, what: String, stored: impl Into<String>) -> DesignChange {
        DesignChange::new(effect, what, stored).of_item(&self.new.name)
    }

    fn entity(&self, changes: &mut Vec<DesignChange>) {
        let name = &self.new.name;
        if let (Some(old), Some(new)) = (&self.old.entity, &self.new.entity)
            && old != new
        {
            let what = format!("`{name}` is stored as `{new}` now, was as `{old}`");
            let stored = "stored items have the old entity name: queries and scans leave them out";
            let change = self.change(Effect::Orphans, what, stored);
            changes.push(change.step(format!("`backfill {name} --formerly {old}`")));
        }
        self.claims(changes);
    }

    /// Claims on unique values use the entity name or, without one, the struct's.
    fn claims(&self, changes: &mut Vec<DesignChange>) {
        let claimed_as = |item: &ItemDesign| item.entity.clone().unwrap_or(item.name.clone());
        let (old, new) = (claimed_as(self.old), claimed_as(self.new));
        if old == new || self.old.unique.is_empty() || self.new.unique.is_empty() {
            return;
        }
        let name = &self.new.name;
        let what =
            format!("unique values of `{name}` are claimed for `{new}` now, were for `{old}`");
        let stored = "claims of stored items name the old one and hold nothing: others can take \
                      their values";
        let change = self.change(Effect::Backfill, what, stored);
        changes.push(
            change
                .step("deploy the code that makes the new claims")
                .step(format!(
                    "`backfill {name} --formerly {old}`, which renews the claims and removes \
                     the old ones"
                )),
        );
    }

    fn primary_key(&self, changes: &mut Vec<DesignChange>) {
        let (Some(old), Some(new)) = (self.old.primary(), self.new.primary()) else {
            return;
        };
        let (before, now) = (templates(old), templates(new));
        if before == now {
            return;
        }
        let name = &self.new.name;
        if let Some(change) = respread((old, new), name, None).filter(Respread::is_of_shards) {
            changes.push(change.explained());
            return;
        }
        let what = format!("the primary key of `{name}` is {now} now, was {before}");
        let stored = "stored items lie under their old keys: `get` and queries do not find them";
        let mut change = self.change(Effect::Orphans, what, stored);
        let is_new = |field: &&FieldDesign| {
            let mut before = self.old.fields.iter();
            is_in(new, &field.name) && !before.any(|before| before.name == field.name)
        };
        for field in self.new.fields.iter().filter(is_new) {
            let field = &field.name;
            change = change.step(format!(
                "`{field}` is new and part of the key: give it a `default` for the stored items, \
                 which lack it"
            ));
        }
        changes.push(match self.hindrance(new) {
            None => change
                .step("deploy the code that writes the new keys")
                .step(format!("`backfill {name} --move-items`")),
            Some(why) => change.step(format!(
                "{why}: copy the items with a program that reads them by the old type and writes \
                 them by the new"
            )),
        });
    }

    /// Why the new type cannot read items stored under the old keys.
    fn hindrance(&self, new: &QueryDesign) -> Option<String> {
        if self.table.type_attr.is_none() && self.table.items.len() > 1 {
            return Some(
                "the table has no entity names, so only the keys tell its item types apart"
                    .to_owned(),
            );
        }
        let hidden: Vec<_> = self
            .old
            .fields
            .iter()
            .filter(|field| field.attribute.is_none() && is_in(new, &field.name))
            .map(|field| &field.name)
            .collect();
        if hidden.is_empty() {
            return None;
        }
        Some(format!("the old key alone has {}", listed(&hidden)))
    }

    fn index(&self, index: &str, changes: &mut Vec<DesignChange>) {
        let ways = |item: &ItemDesign| -> Vec<(String, Option<String>)> {
            let queries = item.queries_of(Some(index));
            queries
                .map(|query| (templates(query), query.when.clone()))
                .collect()
        };
        let (before, now) = (ways(self.old), ways(self.new));
        if before == now {
            return;
        }
        let name = &self.new.name;
        if let Some(respread) = self.respread(index) {
            changes.extend(respread);
            return;
        }
        let shown = |ways: &[(String, Option<String>)]| {
            let ways = ways.iter().map(|(keys, when)| match when {
                Some(when) => format!("{keys} when `{when}`"),
                None => keys.clone(),
            });
            ways.collect::<Vec<_>>().join(", or ")
        };
        let is_built = |item: &ItemDesign| {
            let mut keys = item
                .queries_of(Some(index))
                .flat_map(|query| query.pk.iter().chain(&query.sk));
            keys.any(|key| key.built)
        };
        let change = if before.is_empty() {
            let what = format!("`{name}` is in the index `{index}` by {}", shown(&now));
            if !is_built(self.new) {
                let stored = "stored items are in it already by the attributes they have";
                changes.push(self.change(Effect::None, what, stored).of_index(index));
                return;
            }
            self.change(
                Effect::Backfill,
                what,
                "stored items lack its keys and are not found by it",
            )
        } else if now.is_empty() {
            let what = format!("`{name}` is not in the index `{index}` any more");
            let stored = "stored items keep its keys and stay in it, which is paid for";
            self.change(Effect::Backfill, what, stored)
        } else {
            let what = format!(
                "`{name}` is in the index `{index}` by {} now, was by {}",
                shown(&now),
                shown(&before)
            );
            let stored = "stored items have the old keys and are not found by the new ones";
            self.change(Effect::Backfill, what, stored)
        };
        changes.push(
            change
                .of_index(index)
                .step("deploy the code that writes the new keys")
                .step(format!("`backfill {name}`")),
        );
    }

    /// The changes of the shards of an index, if nothing else changed in its keys.
    fn respread(&self, index: &str) -> Option<Vec<DesignChange>> {
        let old: Vec<_> = self.old.queries_of(Some(index)).collect();
        let new: Vec<_> = self.new.queries_of(Some(index)).collect();
        if old.len() != new.len() {
            return None;
        }
        let pairs = old.into_iter().zip(new);
        let changed =
            pairs.filter(|(old, new)| templates(old) != templates(new) || old.when != new.when);
        let explained = changed.map(|pair| {
            let change = respread(pair, &self.new.name, Some(index))?;
            Some(change.explained())
        });
        explained.collect()
    }

    fn fields(&self, changes: &mut Vec<DesignChange>) {
        let find = |item: &'_ ItemDesign, name: &str| {
            item.fields.iter().find(|field| field.name == name).cloned()
        };
        for field in &self.new.fields {
            match find(self.old, &field.name) {
                Some(before) => self.field(&before, field, changes),
                None => changes.extend(self.added_field(field)),
            }
        }
        for field in &self.old.fields {
            let Some(attribute) = &field.attribute else {
                continue;
            };
            let is_read = self
                .new
                .fields
                .iter()
                .any(|now| now.attribute.as_ref() == Some(attribute));
            if !is_read && find(self.new, &field.name).is_none() {
                let what = format!("`{}` has no field `{}` any more", self.new.name, field.name);
                let stored =
                    format!("stored items keep `{attribute}`; an item loses it with the next put");
                changes.push(self.change(Effect::None, what, stored));
            }
        }
    }

    fn added_field(&self, field: &FieldDesign) -> Option<DesignChange> {
        let attribute = field.attribute.as_ref()?;
        let mut before = self.old.fields.iter();
        // A renamed field that keeps its attribute does not change stored items.
        if before.any(|before| before.attribute.as_ref() == Some(attribute)) {
            return None;
        }
        let what = format!("`{}` has a new field `{}`", self.new.name, field.name);
        let stored = format!(
            "stored items lack `{attribute}`: they can be read only if the field is an `Option` or \
             has a `default`"
        );
        Some(self.change(Effect::None, what, stored))
    }

    fn field(&self, old: &FieldDesign, new: &FieldDesign, changes: &mut Vec<DesignChange>) {
        let (item, name) = (&self.new.name, &new.name);
        if old.attribute != new.attribute {
            let shown = |attribute: &Option<String>| match attribute {
                Some(attribute) => format!("in `{attribute}`"),
                None => "in a key alone".to_owned(),
            };
            let what = format!(
                "`{item}::{name}` is stored {} now, was {}",
                shown(&new.attribute),
                shown(&old.attribute)
            );
            let (effect, stored) = match &new.attribute {
                Some(attribute) => (
                    Effect::Orphans,
                    format!("stored items lack `{attribute}` and are not read"),
                ),
                None => (
                    Effect::None,
                    "stored items keep the attribute, which nothing reads".to_owned(),
                ),
            };
            let change = self.change(effect, what, stored);
            changes.push(if effect == Effect::Orphans {
                change.step(
                    "keep the old name with `rename`, or rewrite the items with the old type first",
                )
            } else {
                change
            });
        } else if let (Some(before), Some(now)) = (&old.ty, &new.ty)
            && before != now
            && new.attribute.is_some()
        {
            let what = format!("`{item}::{name}` is stored as {now} now, was as {before}");
            let stored = format!("stored items have it as {before} and are not read");
            let change = self.change(Effect::Orphans, what, stored);
            changes.push(change.step(
                "add a field of another name, or read both with a codec of your own (`with`)",
            ));
        } else {
            changes.extend(values(&self.new.name, old, new));
        }
    }

    fn unique(&self, changes: &mut Vec<DesignChange>) {
        let name = &self.new.name;
        let lacking = |one: &ItemDesign, other: &ItemDesign| {
            let mut attributes = one.unique.clone();
            attributes.retain(|name| !other.unique.contains(name));
            attributes
        };
        for attribute in lacking(self.new, self.old) {
            let what = format!("`{attribute}` of `{name}` is unique");
            let stored = "stored items have no claim on their values, which others can take";
            let change = self.change(Effect::Backfill, what, stored);
            changes.push(
                change
                    .step("deploy the code that makes the claims")
                    .step(format!(
                        "`backfill {name}`, which claims the values of stored items and reports \
                         those that two items have"
                    )),
            );
        }
        for attribute in lacking(self.old, self.new) {
            let what = format!("`{attribute}` of `{name}` is not unique any more");
            let stored = "the claims on its values stay in the table, where a scan may find them";
            let change = self.change(Effect::Backfill, what, stored);
            changes.push(
                change
                    .step("deploy the code that makes no more claims")
                    .step(format!("`backfill {name}`, which removes them")),
            );
        }
    }
}

impl Both<'_> {
    /// Counters do not include items stored before they were declared.
    fn counted(&self, changes: &mut Vec<DesignChange>) {
        let name = &self.new.name;
        let is_new = |count: &&CountDesign| !self.old.counted.contains(count);
        for count in self.new.counted.iter().filter(is_new) {
            let what = format!(
                "`{name}` is counted in `{}` of `{}`",
                count.field, count.item
            );
            let stored = "stored items are not counted there";
            let change = self.change(Effect::Backfill, what, stored);
            changes.push(
                change
                    .step("deploy the code that counts")
                    .step(format!("`{name}::recount()`, which counts stored items")),
            );
        }
        let is_gone = |count: &&CountDesign| {
            let mut left = self.new.counted.iter();
            !left.any(|other| (&other.item, &other.field) == (&count.item, &count.field))
        };
        for count in self.old.counted.iter().filter(is_gone) {
            let what = format!(
                "`{name}` is not counted in `{}` of `{}` any more",
                count.field, count.item
            );
            changes.push(self.change(Effect::None, what, "the counters stay as they are"));
        }
    }
}

/// The keys of a query as they are written: `PK` = `CLIENT#{id}`.
fn templates(query: &QueryDesign) -> String {
    let key = |key: &KeyDesign| format!("`{}` = `{}`", key.attribute, key.text());
    let keys: Vec<_> = query.pk.iter().chain(&query.sk).map(key).collect();
    keys.join(" and ")
}

/// Whether a field is a component of a key.
fn is_in(query: &QueryDesign, field: &str) -> bool {
    let mut parts = query
        .pk
        .iter()
        .chain(&query.sk)
        .flat_map(|key| &key.template);
    parts.any(|part| match part {
        KeyText::Literal(_) => false,
        KeyText::Component(name) => name.split(':').next() == Some(field),
    })
}
