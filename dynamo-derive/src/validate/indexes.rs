//! Rules about indexes and the query methods over them.

use proc_macro2::Span;
use quote::ToTokens;
use syn::Ident;
use syn::spanned::Spanned;

use super::quota::{self, KEY_ATTRIBUTES};
use super::{built, is_reported, queries};
use crate::diag::Diagnostics;
use crate::model::{
    Index, IndexKind, Item, KeyAttribute, KeySource, Part, Query, Role, Template, When, plain,
};

/// Methods every item has: one of its own would hide them.
const METHODS: [&str; 14] = [
    "absent",
    "backfill",
    "changes",
    "query",
    "key",
    "scan",
    "put",
    "create",
    "replace",
    "delete",
    "modify",
    "to_key",
    "to_item",
    "from_item",
];

/// A key of an index is one attribute, or a list of up to four; of a local index one.
pub(super) fn keys_have_up_to_four_attributes(item: &Item, diag: &mut Diagnostics) {
    for (index, query) in queries(item) {
        for (word, keys) in [("partition", &query.pk), ("sort", &query.sk)] {
            let most = match index.kind {
                IndexKind::Global => KEY_ATTRIBUTES,
                IndexKind::Local | IndexKind::Vector => 1,
            };
            if let Some(extra) = keys.get(most) {
                let message = format!(
                    "the {word} key of `{}` has {} attributes; write {most} at most",
                    index.name,
                    keys.len(),
                );
                diag.error(extra.span, message);
            }
        }
    }
}

/// A local index orders the items of a partition in another way, so there must be an order.
pub(super) fn local_indexes_sort_within_the_table(item: &Item, diag: &mut Diagnostics) {
    if item.sk.is_some() || item.table.shared.is_some() {
        return;
    }
    let local = |index: &&Index| index.kind == IndexKind::Local;
    for index in item.indexes.iter().filter(local) {
        let message = format!(
            "`{}` is a local index and the table has no sort key; add `sk = \"...\"` to \
             `#[table]`, or make it a `#[gsi]`",
            index.name,
        );
        diag.error(index.span, message);
    }
}

/// A local index that sorts as the table does gives nothing that the table does not.
pub(super) fn local_indexes_sort_in_another_way(item: &Item, diag: &mut Diagnostics) {
    let Some(own) = item.sk.as_ref().filter(|sk| !is_reported(sk)) else {
        return;
    };
    for (index, query) in queries(item) {
        let mut keys = query.sk.iter().filter(|key| !is_reported(key));
        if index.kind == IndexKind::Local
            && item.table.shared.is_none()
            && let Some(key) = keys.find(|key| key.name == own.name)
        {
            let message = format!(
                "`{}` is sorted by `{}`, and so is the table; write another `sk`, or remove the index",
                index.name, key.name,
            );
            diag.error(key.span, message);
        }
    }
}

/// DynamoDB's quotas on the number of indexes of a table.
pub(super) fn there_are_not_too_many(item: &Item, diag: &mut Diagnostics) {
    let indexes = item.indexes.iter();
    quota::on_indexes(
        indexes.map(|index| (index.kind, &*index.name, index.span)),
        diag,
    );
}

/// DynamoDB's quota on projected attributes, and none of them twice.
pub(super) fn projections_stay_within_the_limit(item: &Item, diag: &mut Diagnostics) {
    if item.table.shared.is_none() {
        quota::on_projections(item.indexes.iter().map(|index| &index.projection), diag);
    }
}

/// Every query has a method name of its own.
pub(super) fn query_methods_are_unique(item: &Item, diag: &mut Diagnostics) {
    let methods: Vec<_> = queries(item)
        .flat_map(|(index, query)| {
            let scan = query.scan.iter().map(move |scan| (index, scan, "scan"));
            std::iter::once((index, &query.method, "query")).chain(scan)
        })
        .collect();
    for (at, (index, method, option)) in methods.iter().enumerate() {
        let name = plain(method);
        if METHODS.contains(&name.as_str()) {
            let message = format!(
                "every item has a method `{name}`; write another name for the {option} of `{}`",
                index.name,
            );
            diag.error(method.span(), message);
        }
        let mut before = methods[..at].iter();
        let first = before.find(|(_, other, _)| plain(other) == name);
        // An alternative without a name of its own was told so.
        if let Some((first, _, what)) =
            first.filter(|(first, ..)| !is_default(first, index, method))
        {
            let message = format!(
                "`{name}` is the {what} method of `{}` already; write another name in `{option}`",
                first.name,
            );
            diag.error(method.span(), message);
        }
    }
}

/// So has every lookup by a unique field.
pub(super) fn lookups_have_methods_of_their_own(item: &Item, diag: &mut Diagnostics) {
    let lookups = item.fields.iter();
    let lookups: Vec<_> = lookups
        .filter_map(|field| Some((field, field.lookup.as_ref()?)))
        .collect();
    for (at, (_, method)) in lookups.iter().enumerate() {
        let name = plain(method);
        let is_same = |other: &Ident| plain(other) == name;
        let query = queries(item).find_map(|(index, query)| {
            let is_scan = query.scan.as_ref().is_some_and(is_same);
            let what = if is_scan { "scan" } else { "query" };
            (is_scan || is_same(&query.method)).then_some((index, what))
        });
        let lookup = lookups[..at].iter().find(|(_, other)| is_same(other));
        let taken = if METHODS.contains(&name.as_str()) {
            format!("every item has a method `{name}`")
        } else if let Some((index, what)) = query {
            format!("`{name}` is the {what} method of `{}` already", index.name)
        } else if let Some((field, _)) = lookup {
            format!("`{name}` reads by `{}` already", plain(&field.ident))
        } else {
            continue;
        };
        let message = format!("{taken}; write another name in `unique`");
        diag.error(method.span(), message);
    }
}

fn is_default(first: &Index, index: &Index, method: &Ident) -> bool {
    first.name == index.name
        && *method == crate::model::query_method(&index.name, Span::call_site())
}

/// An attribute that is a key of several indexes holds one value, so all of them must build it
/// alike, or never for the same item.
pub(super) fn shared_attributes_are_built_alike(item: &Item, diag: &mut Diagnostics) {
    let uses: Vec<_> = queries(item)
        .flat_map(|(index, query)| uses(index, query))
        .collect();
    for (at, this) in uses.iter().enumerate() {
        let conflicting = uses[..at].iter().find(|other| {
            other.name == this.name
                && other.index != this.index
                && !(this.has_when && other.has_when)
                && !this.template.is_same(other.template)
        });
        if let Some(other) = conflicting {
            let message = format!(
                "`{}` builds `{}` from another template; write the same one, another attribute, \
                 or a `when` for each",
                other.index, this.name,
            );
            diag.error(this.span, message);
        }
    }
}

struct TemplateUse<'a> {
    name: &'a str,
    index: &'a str,
    span: Span,
    template: &'a Template,
    has_when: bool,
}

fn uses<'a>(index: &'a Index, query: &'a Query) -> impl Iterator<Item = TemplateUse<'a>> {
    // One without a name is that of a table that was reported.
    let keys = query.pk.iter().chain(&query.sk);
    let keys = keys.filter(|key| !key.name.is_empty());
    keys.filter_map(|key| {
        Some(TemplateUse {
            name: &key.name,
            index: &index.name,
            span: key.span,
            template: built(key)?,
            has_when: query.when.is_some(),
        })
    })
}

/// An item is kept out of an index by leaving a key of it out, and a field is always stored.
pub(super) fn a_condition_has_a_key_to_leave_out(item: &Item, diag: &mut Diagnostics) {
    for (index, query) in queries(item) {
        let (option, named) = match index.kind {
            IndexKind::Global => ("pk", &query.pk),
            IndexKind::Local => ("sk", &query.sk),
            IndexKind::Vector => continue,
        };
        let mut keys = query.pk.iter().chain(&query.sk);
        let (Some(when), false) = (
            &query.when,
            keys.any(|key| built(key).is_some() || is_reported(key)),
        ) else {
            continue;
        };
        let field = named.iter().find_map(|key| match key.source {
            KeySource::Field(field) => Some(plain(&item.fields[field].ident)),
            _ => None,
        });
        let name = field.as_deref().unwrap_or("field");
        // A shared table says where its keys are stored.
        let stored = match item.table.shared {
            None => format!(" and `{option}_attr = \"...\"`"),
            Some(_) => String::new(),
        };
        let absent = if named.iter().any(|key| is_of_the_table(item, key)) {
            String::new()
        } else {
            format!(", or make `{name}` an `Option`")
        };
        let message = format!(
            "`when` leaves a key of `{}` out, and none of them is built; write \
             `{option} = \"...{{{name}}}\"`{stored}{absent}",
            index.name,
        );
        diag.error(when.expr.span(), message);
    }
}

/// Nor does leaving a key out help if another index writes the same key all the same.
pub(super) fn a_condition_has_a_key_of_its_own(item: &Item, diag: &mut Diagnostics) {
    for (index, query) in queries(item) {
        let Some(when) = &query.when else { continue };
        let partition = query.pk.iter().map(|key| (key, true));
        let keys = partition.chain(query.sk.iter().map(|key| (key, false)));
        let built = keys.filter(|(key, _)| built(key).is_some());
        let writers: Vec<_> = built
            .map(|(key, partition)| (key, other_writer(item, index, (key, partition), when)))
            .collect();
        let Some((key, Some(other))) = writers.first() else {
            continue;
        };
        if writers.iter().all(|(_, other)| other.is_some()) {
            let message = format!(
                "`{}` writes `{}` as well, so this `when` keeps no item out of `{}`; write another \
                 attribute, or the same `when` for both",
                other.name, key.name, index.name,
            );
            diag.error(when.expr.span(), message);
        }
    }
}

/// Another index that writes a key which this one would leave out.
fn other_writer<'a>(
    item: &'a Item,
    index: &Index,
    (key, partition): (&KeyAttribute, bool),
    when: &When,
) -> Option<&'a Index> {
    let same_condition = |other: &Query| {
        let tokens = |when: &When| when.expr.to_token_stream().to_string();
        let other = other.when.as_ref();
        other.is_some_and(|other| tokens(other) == tokens(when))
    };
    let writes = |other: &Query| {
        let is_it = |other: &KeyAttribute| match (built(other), built(key)) {
            (Some(one), Some(template)) => other.name == key.name && one.is_same(template),
            _ => false,
        };
        // A sort key that several indexes use is always written.
        let is_sort = other.sk.iter().any(is_it);
        let is_partition = other.pk.iter().any(is_it);
        is_sort || (is_partition && !(partition && same_condition(other)))
    };
    let mut others = queries(item).filter(|(other, _)| other.name != index.name);
    others
        .find(|(_, query)| writes(query))
        .map(|(other, _)| other)
}

/// Whether a key of an index is one of the table as well, which is always there.
fn is_of_the_table(item: &Item, key: &KeyAttribute) -> bool {
    let KeySource::Field(field) = key.source else {
        return true;
    };
    let mut keys = [&item.pk].into_iter().chain(&item.sk);
    keys.any(|key| match &key.source {
        KeySource::Field(own) => *own == field,
        KeySource::Built(template) => template.components().any(|(own, _)| own == field),
        _ => false,
    })
}

/// The `version` changes with every write, which DynamoDB does by itself, so no key can be built of
/// it.
pub(super) fn the_version_is_in_no_built_key(item: &Item, diag: &mut Diagnostics) {
    let is_version = |field: &usize| matches!(item.fields[*field].role, Some(Role::Version));
    let name = |field: usize| plain(&item.fields[field].ident);
    let own = [&item.pk].into_iter().chain(&item.sk);
    let indexed = queries(item).flat_map(|(_, query)| query.pk.iter().chain(&query.sk));
    for key in own.clone() {
        if let KeySource::Field(field) = key.source
            && is_version(&field)
        {
            let name = name(field);
            let message = format!("`{name}` changes with every write; a primary key never does");
            diag.error(key.span, message);
        }
    }
    for key in own.chain(indexed) {
        let KeySource::Built(template) = &key.source else {
            continue;
        };
        for part in &template.parts {
            if let Part::Component { field, span, .. } = part
                && is_version(field)
            {
                let name = name(*field);
                let message = format!(
                    "`{name}` changes with every write and cannot be part of a built key; remove it"
                );
                diag.error(*span, message);
            }
        }
    }
    for when in queries(item).filter_map(|(_, query)| query.when.as_ref()) {
        for field in when.fields.iter().filter(|field| is_version(field)) {
            let name = name(*field);
            let message = format!(
                "`{name}` changes with every write, so an index cannot depend on it; remove it"
            );
            diag.error(when.expr.span(), message);
        }
    }
}
