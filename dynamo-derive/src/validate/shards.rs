//! Rules about shards: they spread a partition, and hold nothing of the field they are made of.

use proc_macro2::Span;

use super::{built, is_reported, queries};
use crate::diag::Diagnostics;
use crate::model::{Format, IndexKind, Item, KeyAttribute, Part, Shards, Storage, Template, plain};

/// A component that is a shard.
struct Shard {
    field: usize,
    shards: Shards,
    span: Span,
}

fn shards(template: &Template) -> impl Iterator<Item = Shard> + '_ {
    template.parts.iter().filter_map(|part| match part {
        Part::Component {
            field,
            format: Format::Shard(shards),
            span,
        } => Some(Shard {
            field: *field,
            shards: *shards,
            span: *span,
        }),
        _ => None,
    })
}

fn all_shards<'a>(keys: impl IntoIterator<Item = &'a KeyAttribute>) -> Vec<Shard> {
    let templates = keys.into_iter().filter_map(built);
    templates.flat_map(shards).collect()
}

/// A sort key orders the items of one partition: a shard in it would only hide the order.
pub(super) fn shards_spread_partitions(item: &Item, diag: &mut Diagnostics) {
    let indexed = queries(item).flat_map(|(_, query)| &query.sk);
    for shard in all_shards(item.sk.iter().chain(indexed)) {
        let name = item.fields[shard.field].title();
        let message = format!(
            "`shard` spreads items over partitions, and this is a sort key; write `{{{name}:shard({})}}` \
             in `pk`",
            shard.shards.count,
        );
        diag.error(shard.span, message);
    }
}

/// Two shards would be read in all of their combinations.
pub(super) fn one_component_is_sharded(item: &Item, diag: &mut Diagnostics) {
    let indexed = queries(item).map(|(_, query)| query.pk.iter().collect());
    for pk in std::iter::once(vec![&item.pk]).chain(indexed) {
        for shard in all_shards(pk).into_iter().skip(1) {
            let message = "this partition key is sharded already; keep one `shard` of the two, with as \
                           many shards as are needed";
            diag.error(shard.span, message);
        }
    }
}

/// A field that names the partition would put all of its items into one shard.
pub(super) fn shards_are_of_other_fields(item: &Item, diag: &mut Diagnostics) {
    let indexed = queries(item).map(|(_, query)| query.pk.iter().collect::<Vec<_>>());
    for pk in std::iter::once(vec![&item.pk]).chain(indexed) {
        let templates = pk.iter().filter_map(|key| built(key));
        let named: Vec<usize> = templates
            .flat_map(Template::components)
            .filter(|(_, format)| !format.is_shard())
            .map(|(field, _)| field)
            .collect();
        for shard in all_shards(pk.iter().copied()) {
            if named.contains(&shard.field) {
                let name = item.fields[shard.field].title();
                let message = format!(
                    "`{name}` names the partition already, so all of its items are in one shard; \
                     spread them by another field, or remove `{{{name}}}` from this key"
                );
                diag.error(shard.span, message);
            }
        }
    }
}

/// A shard holds nothing of a field, so one that is stored in keys alone must stand in one as it is.
pub(super) fn sharded_fields_are_stored(item: &Item, diag: &mut Diagnostics) {
    let indexed = queries(item).flat_map(|(_, query)| query.pk.iter().chain(&query.sk));
    let keys: Vec<_> = [&item.pk]
        .into_iter()
        .chain(&item.sk)
        .chain(indexed)
        .collect();
    if keys.iter().any(|key| is_reported(key)) {
        return;
    }
    let templates = || keys.iter().filter_map(|key| built(key));
    let is_held = |field: usize| {
        let mut components = templates().flat_map(Template::components);
        components.any(|(component, format)| component == field && !format.is_shard())
    };
    let mut reported = Vec::new();
    for shard in all_shards(keys.iter().copied()) {
        let field = &item.fields[shard.field];
        let is_lost = field.storage == Storage::KeyOnly && !is_held(shard.field);
        if is_lost && !reported.contains(&shard.field) {
            reported.push(shard.field);
            let name = plain(&field.ident);
            let message = format!(
                "`{name}` is `key_only`, and `shard` keeps nothing of it; remove `key_only`, or write \
                 `{{{name}}}` in the sort key"
            );
            diag.error(shard.span, message);
        }
    }
}

/// A former key is told by its text, which a key without its shard may not have.
pub(super) fn former_keys_can_be_told(item: &Item, diag: &mut Diagnostics) {
    for shard in all_shards([&item.pk]) {
        if shard.shards.was == Some(1) {
            let message = "the items of a table that was not sharded are moved, not read in two ways; \
                           write the new key without `was`, and move them with `backfill`";
            diag.error(shard.span, message);
        }
    }
    let indexed = queries(item).flat_map(|(_, query)| &query.pk);
    for template in indexed.filter_map(built) {
        let former = shards(template).find(|shard| shard.shards.was == Some(1));
        if let Some(shard) = former.filter(|_| template.single().is_some()) {
            let message = "without its shard this key would be empty, so it cannot have been one; \
                           remove `was = 1`";
            diag.error(shard.span, message);
        }
    }
}

/// A search gives the nearest of one partition; those of several are not merged.
pub(super) fn vectors_are_searched_in_one_partition(item: &Item, diag: &mut Diagnostics) {
    for (index, query) in queries(item) {
        if index.kind != IndexKind::Vector {
            continue;
        }
        for shard in all_shards(&query.pk) {
            let message = format!(
                "`{}` is searched in one partition, and a sharded one is several; remove this `shard`",
                index.name,
            );
            diag.error(shard.span, message);
        }
    }
}
