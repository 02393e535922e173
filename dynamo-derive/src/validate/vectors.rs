//! Rules about vector indexes.

use syn::spanned::Spanned;

use super::built;
use crate::diag::Diagnostics;
use crate::model::{Codec, Index, Item, KeySource, Projection, Storage, VectorIndex, plain};

fn vectors(item: &Item) -> impl Iterator<Item = (&Index, &VectorIndex)> {
    let indexes = item.indexes.iter();
    indexes.filter_map(|index| Some((index, index.vector.as_ref()?)))
}

/// DynamoDB reads the vector from its attribute, so that is a list of numbers and no key.
pub(super) fn vectors_are_stored_as_they_are(item: &Item, diag: &mut Diagnostics) {
    for (index, vector) in vectors(item) {
        let field = &item.fields[vector.field];
        let name = plain(&field.ident);
        if !matches!(field.codec, Codec::Own) {
            let message = format!(
                "`{name}` is stored by code of its own, and DynamoDB compares lists of numbers; \
                 remove its `with` or `serde`",
            );
            diag.error(index.span, message);
        }
        let is_it =
            |source: &KeySource| matches!(source, KeySource::Field(key) if *key == vector.field);
        let keys = index.queries.iter().flat_map(|query| &query.pk);
        for key in keys.filter(|key| is_it(&key.source)) {
            let message = format!(
                "`{name}` holds the vector and cannot partition the index as well; \
                 name another field in `pk`"
            );
            diag.error(key.span, message);
        }
    }
}

/// A search names the attributes it reads, or the vector is not among them, and what a field flattens
/// has no names.
pub(super) fn whole_results_have_names(item: &Item, diag: &mut Diagnostics) {
    let mut fields = item.fields.iter();
    let Some(rest) = fields.find(|field| field.storage == Storage::Flatten) else {
        return;
    };
    for (index, _) in vectors(item) {
        if matches!(index.projection, Projection::All) {
            let message = format!(
                "a search names the attributes it reads, and those that `{}` takes up have no \
                 names; write `projection = \"KEYS_ONLY\"` and read whole items with `hydrate()`",
                plain(&rest.ident),
            );
            diag.error(index.span, message);
        }
    }
}

/// A search is filtered by what is listed once, and not by its partition or its vector.
pub(super) fn searches_are_filtered_by_other_fields(item: &Item, diag: &mut Diagnostics) {
    for (index, vector) in vectors(item) {
        for (at, (field, span, declared)) in vector.filters.iter().enumerate() {
            if declared.is_some() {
                continue;
            }
            let name = plain(&item.fields[*field].ident);
            let attribute = &item.fields[*field].attribute;
            let mut before = vector.filters[..at].iter();
            let mut keys = index.queries.iter().flat_map(|query| &query.pk);
            let reason = if *field == vector.field {
                "holds the vector"
            } else if before.any(|(other, ..)| other == field) {
                "is named already"
            } else if keys.any(|key| key.name == *attribute) {
                "partitions the index, and every search names it"
            } else {
                continue;
            };
            diag.error(*span, format!("`{name}` {reason}; remove it from `filter`"));
        }
    }
}

/// An item is kept out of a vector index by leaving its partition key out.
pub(super) fn a_condition_has_a_partition_key_to_leave_out(item: &Item, diag: &mut Diagnostics) {
    for (index, _) in vectors(item) {
        for query in &index.queries {
            let Some(when) = &query.when else {
                continue;
            };
            if !query.pk.iter().any(|key| built(key).is_some()) {
                let message = format!(
                    "`when` leaves the partition key of `{}` out, and there is none that is built; \
                     write `pk = \"...{{field}}\"` and `pk_attr = \"...\"`, or make the vector an \
                     `Option`",
                    index.name,
                );
                diag.error(when.expr.span(), message);
            }
        }
    }
}
