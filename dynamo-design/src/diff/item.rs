//! Changes to the item types: new and removed ones, their entity names, claims and counters.

use super::item_keys::templates;
use super::{DesignChange, Effect};
use crate::{CountDesign, Design, ItemDesign};

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
pub(super) struct Both<'a> {
    pub(super) old: &'a ItemDesign,
    pub(super) new: &'a ItemDesign,
    pub(super) table: &'a Design,
}

impl Both<'_> {
    pub(super) fn change(
        &self,
        effect: Effect,
        what: String,
        stored: impl Into<String>,
    ) -> DesignChange {
        DesignChange::new(effect, what, stored).of_item(&self.new.name)
    }

    fn entity(&self, changes: &mut Vec<DesignChange>) {
        let name = &self.new.name;
        if let (Some(old), Some(new)) = (&self.old.entity, &self.new.entity)
            && old != new
        {
            let what = format!("`{name}` is now stored as `{new}`; it was `{old}`");
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
            format!("unique values of `{name}` are now claimed for `{new}`; they were for `{old}`");
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
