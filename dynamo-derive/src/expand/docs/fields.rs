//! The docs of constants and fields.

use syn::Ident;

use super::{article, named, push, sentence};
use crate::expand::index_keys::{built, fixed_fields};
use crate::model::{Field, Index, Item, Projection, Storage, plain};

/// `Order::STATUS`.
pub(in crate::expand) fn field_constant(item: &Item, number: usize, field: &Field) -> String {
    let name = plain(&field.ident);
    let owner = plain(&item.ident);
    let mut text = match field.storage {
        Storage::Nested { .. } => format!(
            " The component `{}` in the keys of `{owner}`, for ranges. In filters and conditions, use the \
             path of the attribute, with `dot`.",
            field.title(),
        ),
        Storage::KeyOnly => {
            format!(
                " The field `{name}` of `{owner}`, which is stored only inside a key, for ranges."
            )
        }
        _ => {
            let uses = if fixed_fields(item).contains(&number) {
                "ranges, filters and conditions"
            } else {
                "ranges, filters, conditions and updates"
            };
            format!(
                " The attribute `{}` of `{owner}`, for {uses}.",
                field.attribute
            )
        }
    };
    if let Some(docs) = &field.docs {
        push(&mut text, format_args!("\n\n{docs}"));
    }
    if let Some(note) = feeding(item, number) {
        push(&mut text, format_args!("\n\n{note}"));
    }
    if field.unique.is_some() {
        text.push_str(
            "\n\nUnique: no two items can have the same value. An update cannot set it, but `modify` can.",
        );
    }
    if field.counter.is_some() {
        text.push_str(
            "\n\nA counter, maintained by the writes of the items that it counts. Nothing else can change it.",
        );
    }
    text
}

/// How an update of the field affects keys.
fn feeding(item: &Item, number: usize) -> Option<String> {
    if fixed_fields(item).contains(&number) {
        return Some("Part of the primary key, so an update cannot set it.".to_owned());
    }
    let keys = built(item);
    let fed: Vec<_> = keys
        .iter()
        .filter(|key| key.fields.contains(&number))
        .collect();
    let attributes = sentence(fed.iter().map(|key| format!("`{}`", key.attribute)));
    let mut others: Vec<usize> = fed
        .iter()
        .flat_map(|key| key.fields.iter().copied())
        .collect();
    others.sort_unstable();
    others.dedup();
    others.retain(|other| *other != number);
    match (fed.is_empty(), others.is_empty()) {
        (true, _) => None,
        (false, true) => Some(format!(
            "An update that sets it rewrites the index key {attributes}."
        )),
        (false, false) => {
            let others = sentence(others.into_iter().map(|other| named(item, other)));
            Some(format!(
                "Part of the index key {attributes}. An update must set it together with {others}."
            ))
        }
    }
}

/// `Metadata::LEVEL`.
pub(in crate::expand) fn nested_constant(owner: &Ident, field: &Field) -> String {
    let mut text = format!(
        " The entry `{}` of a stored `{}`, for paths into it.",
        field.attribute,
        plain(owner)
    );
    if let Some(docs) = &field.docs {
        push(&mut text, format_args!("\n\n{docs}"));
    }
    text
}

/// The struct of the fields that an index projects.
pub(in crate::expand) fn projected_struct(item: &Item, index: &Index) -> String {
    let name = plain(&item.ident);
    let what = match &index.projection {
        Projection::Include(_) => "the keys and the included attributes",
        _ => "the keys",
    };
    format!(
        " The part of {} `{name}` that the index `{}` holds: {what}.\n\n Implements `Debug`, `Clone` \
         and `PartialEq` if its fields do.",
        article(&name),
        index.name
    )
}

/// The key of the item an index leads to.
pub(in crate::expand) fn projected_key(item: &Item) -> String {
    let name = plain(&item.ident);
    format!(" Returns the primary key of the `{name}`, to read the whole item.")
}

pub(in crate::expand) fn projected_field(field: &Field) -> String {
    match &field.docs {
        Some(docs) => docs.clone(),
        None => format!(" The field `{}`.", plain(&field.ident)),
    }
}
