//! Changes to the table itself: its name, keys, indexes and options.

use super::{DesignChange, Effect, listed};
use crate::{
    Design, IndexDefinition, IndexKind, KeyAttribute, ProjectedAttributes, TableOptions, Types,
    VectorDefinition,
};

const COPY: &str = "create the new table, copy the items over (`scan` the old type, `load` the new), \
                    then switch the code";

pub(super) fn changes(old: &Design, new: &Design) -> Vec<DesignChange> {
    let mut changes = Vec::new();
    name_and_keys(old, new, &mut changes);
    for index in &new.table.indexes {
        match old.table.index(&index.name) {
            Some(before) => changed_index(before, index, &mut changes),
            None => changes.push(added_index(old, new, index)),
        }
    }
    for index in &old.table.indexes {
        if new.table.index(&index.name).is_none() {
            changes.push(removed_index(index));
        }
    }
    expiry(old, new, &mut changes);
    type_attr(old, new, &mut changes);
    types(old, new, &mut changes);
    if old.options != new.options {
        let names = changed_options(&old.options, &new.options);
        let what = format!("the options changed: {}", names.join(", "));
        let change = DesignChange::new(Effect::Deploy, what, "stored items are not affected");
        changes.push(change.step("deploy the exported template"));
        consistency(old, new, &mut changes);
    }
    changes
}

/// The names of the options that differ.
fn changed_options(old: &TableOptions, new: &TableOptions) -> Vec<&'static str> {
    let options = [
        ("billing", old.billing != new.billing),
        (
            "point-in-time recovery",
            old.point_in_time_recovery != new.point_in_time_recovery
                || old.recovery_days != new.recovery_days,
        ),
        ("class", old.class != new.class),
        (
            "warm throughput",
            old.warm_throughput != new.warm_throughput,
        ),
        ("indexes", old.indexes != new.indexes),
        (
            "contributor insights",
            old.contributor_insights != new.contributor_insights,
        ),
        (
            "resource policy",
            old.resource_policy != new.resource_policy,
        ),
        ("replicas", old.replicas != new.replicas),
        ("encryption", old.encryption != new.encryption),
        ("stream", old.stream != new.stream),
        (
            "deletion protection",
            old.deletion_protection != new.deletion_protection,
        ),
        ("tags", old.tags != new.tags),
        ("alarms", old.alarms != new.alarms),
        ("variables", old.variables != new.variables),
    ];
    let changed = options.into_iter().filter(|(_, differs)| *differs);
    changed.map(|(name, _)| name).collect()
}

/// Replicas get their consistency when they are added.
fn consistency(old: &Design, new: &Design, changes: &mut Vec<DesignChange>) {
    let (Some(before), Some(now)) = (&old.options.replicas, &new.options.replicas) else {
        return;
    };
    if before.consistency != now.consistency || before.witness != now.witness {
        let what = format!(
            "the replicas are now {}; they were {}",
            now.consistency.as_str(),
            before.consistency.as_str()
        );
        let stored = "replicas keep the consistency and the witness that they were added with";
        let change = DesignChange::new(Effect::Deploy, what, stored);
        changes.push(change.step("delete the replicas and the witness, then add them again"));
    }
}

fn name_and_keys(old: &Design, new: &Design, changes: &mut Vec<DesignChange>) {
    if old.table.name != new.table.name {
        let what = format!(
            "the table is now named `{}`; it was `{}`",
            new.table.name, old.table.name
        );
        let stored = "every stored item stays in the old table, where nothing looks for it";
        changes.push(DesignChange::new(Effect::NewTable, what, stored).step(COPY));
    }
    let keys = |design: &Design| {
        let sk = design.table.sk.as_ref().map(shown);
        [Some(shown(&design.table.pk)), sk]
            .into_iter()
            .flatten()
            .collect::<Vec<_>>()
    };
    let (before, now) = (keys(old), keys(new));
    if before != now {
        let what = format!(
            "the table's keys are now {}; they were {}",
            listed(&now),
            listed(&before)
        );
        let stored = "the keys of a table never change; every stored item stays in the old table";
        changes.push(DesignChange::new(Effect::NewTable, what, stored).step(COPY));
    }
}

fn shown(key: &KeyAttribute) -> String {
    format!("{} {}", key.name, key.kind)
}

fn index_keys(index: &IndexDefinition) -> Vec<String> {
    index.pk.iter().chain(&index.sk).map(shown).collect()
}

fn added_index(old: &Design, new: &Design, index: &IndexDefinition) -> DesignChange {
    let what = format!("the index `{}` is new", index.name);
    if index.kind == IndexKind::Local {
        let stored = "local indexes can only be created together with the table";
        let change = DesignChange::new(Effect::NewTable, what, stored);
        return change.of_index(&index.name).step(COPY);
    }
    // An item type that is also new has no stored items.
    let items = new
        .items
        .iter()
        .filter(|item| old.item(&item.name).is_some());
    let built: Vec<&str> = items
        .filter(|item| {
            let mut queries = item.queries_of(Some(&index.name));
            queries.any(|query| query.pk.iter().chain(&query.sk).any(|key| key.built))
        })
        .map(|item| item.name.as_str())
        .collect();
    let add = "`create` adds the index to the live table";
    if built.is_empty() {
        let stored = "DynamoDB builds it from attributes that stored items have already";
        let change = DesignChange::new(Effect::Deploy, what, stored);
        return change.of_index(&index.name).step(add);
    }
    let stored = format!(
        "stored items of {} lack its keys and are not found by it",
        listed(&built)
    );
    DesignChange::new(Effect::Backfill, what, stored)
        .of_index(&index.name)
        .step(add)
        .step("deploy the code that writes its keys")
        .step(format!("`backfill {}`", built.join(" ")))
}

fn removed_index(index: &IndexDefinition) -> DesignChange {
    let what = format!("the index `{}` is gone", index.name);
    let stored = "stored items keep its key attributes, which nothing reads";
    DesignChange::new(Effect::Deploy, what, stored)
        .of_index(&index.name)
        .step("delete the index when no code that queries it runs any more")
}

fn changed_index(old: &IndexDefinition, new: &IndexDefinition, changes: &mut Vec<DesignChange>) {
    let again = "add an index with another name, or delete this one and let `create` add it again; it \
                 cannot be queried meanwhile";
    let (before, now) = (index_keys(old), index_keys(new));
    if before != now || old.kind != new.kind {
        let name = &new.name;
        let what = format!(
            "the index `{name}` now has the keys {}; it had {}",
            listed(&now),
            listed(&before)
        );
        let stored = "the keys of an index never change; the live one has the old ones";
        let effect = if new.kind == IndexKind::Local || old.kind == IndexKind::Local {
            Effect::NewTable
        } else {
            Effect::Backfill
        };
        changes.push(
            DesignChange::new(effect, what, stored)
                .of_index(name)
                .step(again),
        );
    }
    if let (Some(before), Some(now)) = (&old.vector, &new.vector)
        && before != now
    {
        let what = format!(
            "the vector index `{}` now holds {}; it held {}",
            new.name,
            vectors(now),
            vectors(before)
        );
        let stored = "a vector index never changes; the live one has the old vectors and filters, \
                      and DynamoDB refuses vectors of another length";
        let change = DesignChange::new(Effect::Backfill, what, stored);
        changes.push(change.of_index(&new.name).step(again));
    }
    if let Some(added) = widened(&old.projection, &new.projection) {
        let what = format!("the index `{}` projects {added} as well", new.name);
        let stored = "a projection never changes; the live index holds less than is read from it";
        let change = DesignChange::new(Effect::Deploy, what, stored);
        changes.push(change.of_index(&new.name).step(again));
    } else if old.projection != new.projection {
        let what = format!("the index `{}` projects less", new.name);
        let stored = "the live index holds more than is read from it, which only costs storage";
        changes.push(DesignChange::new(Effect::None, what, stored).of_index(&new.name));
    }
}

/// The vectors of an index, in words.
fn vectors(vector: &VectorDefinition) -> String {
    let filters: Vec<_> = vector.filters.iter().map(shown).collect();
    let filtered = match filters.as_slice() {
        [] => "without filters".to_owned(),
        filters => format!("filtered by {}", listed(filters)),
    };
    format!(
        "`{}` of {} dimensions by {}, {filtered}",
        vector.attribute,
        vector.dimensions,
        vector.distance.name(),
    )
}

/// A description of what a projection adds to another.
fn widened(old: &ProjectedAttributes, new: &ProjectedAttributes) -> Option<String> {
    let names = |projection: &ProjectedAttributes| match projection {
        ProjectedAttributes::Include(names) => names.clone(),
        ProjectedAttributes::All | ProjectedAttributes::KeysOnly => Vec::new(),
    };
    match (old, new) {
        (ProjectedAttributes::All, _) => None,
        (_, ProjectedAttributes::All) => Some("every attribute".to_owned()),
        (old, new) => {
            let before = names(old);
            let mut added = names(new);
            added.retain(|name| !before.contains(name));
            (!added.is_empty()).then(|| listed(&added))
        }
    }
}

fn expiry(old: &Design, new: &Design, changes: &mut Vec<DesignChange>) {
    let change = match (&old.table.ttl, &new.table.ttl) {
        (old, new) if old == new => return,
        (_, None) => DesignChange::new(
            Effect::Deploy,
            "items do not expire any more".to_owned(),
            "stored items expire as before until TTL is switched off in the live table",
        )
        .step("switch TTL off"),
        (None, Some(new)) => DesignChange::new(
            Effect::Deploy,
            format!("items expire by `{new}`"),
            "stored items that lack the attribute never expire",
        )
        .step("`create` switches TTL on"),
        (Some(old), Some(new)) => DesignChange::new(
            Effect::Deploy,
            format!("items now expire by `{new}`; it was `{old}`"),
            "stored items that lack the attribute never expire",
        )
        .step("switch TTL off, wait an hour, and let `create` switch it on"),
    };
    changes.push(change);
}

fn type_attr(old: &Design, new: &Design, changes: &mut Vec<DesignChange>) {
    if old.type_attr == new.type_attr {
        return;
    }
    let Some(name) = &new.type_attr else {
        let what = "entity names are not stored any more".to_owned();
        let stored = "stored items keep theirs, which nothing reads";
        changes.push(DesignChange::new(Effect::None, what, stored));
        return;
    };
    let stored = new
        .items
        .iter()
        .filter(|item| old.item(&item.name).is_some());
    let names: Vec<&str> = stored.map(|item| item.name.as_str()).collect();
    let what = format!("the entity name is stored in `{name}`");
    let stored = "queries and scans filter by it and leave out stored items that lack it";
    let change = DesignChange::new(Effect::Orphans, what, stored);
    changes.push(change.step(format!("`backfill {}`", names.join(" "))));
}

fn types(old: &Design, new: &Design, changes: &mut Vec<DesignChange>) {
    if old.types == new.types {
        return;
    }
    let what = match new.types {
        Types::ByKeys => "item types do not share keys any more",
        Types::ByAttribute => "item types may share keys, and the type attribute tells them apart",
    };
    let change = DesignChange::new(
        Effect::None,
        what.to_owned(),
        "stored items are not affected, if all have the type attribute",
    );
    changes.push(change);
}
