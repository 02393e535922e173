//! Changes to the keys of an item type: its primary key, and the keys of indexes.

use super::item::Both;
use super::shards::{Respread, respread};
use super::{DesignChange, Effect, listed};
use crate::{FieldDesign, ItemDesign, KeyDesign, KeyText, QueryDesign};

impl Both<'_> {
    pub(super) fn primary_key(&self, changes: &mut Vec<DesignChange>) {
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
        let what = format!("the primary key of `{name}` is now {now}; it was {before}");
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

    pub(super) fn index(&self, index: &str, changes: &mut Vec<DesignChange>) {
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
                "`{name}` is now in the index `{index}` by {}; it was by {}",
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
}

/// The keys of a query as they are written: `PK` = `CLIENT#{id}`.
pub(super) fn templates(query: &QueryDesign) -> String {
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
