//! From the grammar as written to the model: names resolved, every default filled in.
//!
//! What cannot be represented in the model is reported here; rules across its parts are in
//! `validate`. A part that is reported is left out or broken, and the rest goes on.

mod attribute;
mod collection;
mod docs;
mod field;
mod index;
mod item;
mod key;
mod nested;
mod precision;
mod shared;
mod table;
mod template;
#[cfg(test)]
mod tests;
mod view;
mod when;

pub(crate) use self::docs::first_paragraph;
pub(crate) use self::nested::respanned;

use syn::{DeriveInput, Path, parse_quote};

use crate::attrs::{
    self, CONTAINER, ContainerOptions, ITEM, ItemOptions, PathValue, SHARED, SharedOptions,
};
use crate::diag::Diagnostics;
use crate::model::{Attribute, Collection, Item, SharedTable, View};
use crate::validate;

/// Lowers and checks a struct that derives `Item`: the model, or every mistake in it.
///
/// `shared` is the table its `table = Path` leads to.
pub(crate) fn lower_and_validate(
    input: &DeriveInput,
    shared: Option<&SharedTable>,
) -> darling::Result<Item> {
    let mut diag = Diagnostics::new();
    let item = item::item(input, shared, &mut diag);
    if let Some(item) = &item {
        validate::item(item, &mut diag);
    }
    diag.finish(item)
}

/// The shared table that an item names, and the path of the runtime; `None` where it has a table of
/// its own, or no table that can be read.
pub(crate) fn shared_table_of(input: &DeriveInput) -> Option<(Path, Path)> {
    let mut diag = Diagnostics::new();
    let read = attrs::merged::<ItemOptions>(&input.attrs, &ITEM, &mut diag);
    diag.discard();
    let options = read?.options;
    let path = table::shared_path(input, options.table.as_ref())?;
    Some((path, runtime(options.krate)))
}

/// Lowers and checks a struct that derives `Table`: the model, or every mistake in it.
pub(crate) fn lower_table(input: &DeriveInput) -> darling::Result<SharedTable> {
    let mut diag = Diagnostics::new();
    let table = shared::shared(input, &mut diag);
    if let Some(table) = &table {
        validate::table(table, &mut diag);
    }
    diag.finish(table)
}

/// Lowers and checks a type that derives `Attribute`: the model, or every mistake in it.
pub(crate) fn lower_attribute(input: &DeriveInput) -> darling::Result<Attribute> {
    let mut diag = Diagnostics::new();
    let attribute = attribute::attribute(input, &mut diag);
    if let Some(attribute) = &attribute {
        validate::attribute(attribute, &mut diag);
    }
    diag.finish(attribute)
}

/// Path of the runtime for an item that could not be lowered, as far as its options can be read.
pub(crate) fn runtime_of_item(input: &DeriveInput) -> Path {
    let mut diag = Diagnostics::new();
    let read = attrs::merged::<ItemOptions>(&input.attrs, &ITEM, &mut diag);
    diag.discard();
    runtime(read.and_then(|read| read.options.krate))
}

/// The same for a shared table.
pub(crate) fn runtime_of_table(input: &DeriveInput) -> Path {
    let mut diag = Diagnostics::new();
    let read = attrs::merged::<SharedOptions>(&input.attrs, &SHARED, &mut diag);
    diag.discard();
    runtime(read.and_then(|read| read.options.krate))
}

/// The same for a nested value.
pub(crate) fn runtime_of_attribute(input: &DeriveInput) -> Path {
    let mut diag = Diagnostics::new();
    let read = attrs::merged::<ContainerOptions>(&input.attrs, &CONTAINER, &mut diag);
    diag.discard();
    runtime(read.and_then(|read| read.options.krate))
}

/// Lowers a struct that derives `View`: the model, or every mistake in it.
pub(crate) fn lower_view(input: &DeriveInput) -> darling::Result<View> {
    let mut diag = Diagnostics::new();
    let view = view::view(input, &mut diag);
    diag.finish(view)
}

/// Lowers an enum that derives `Collection`: the model, or every mistake in it.
pub(crate) fn lower_collection(input: &DeriveInput) -> darling::Result<Collection> {
    let mut diag = Diagnostics::new();
    let collection = collection::collection(input, &mut diag);
    diag.finish(collection)
}

/// What can be told of a collection that could not be lowered: the members that hold one item.
/// `None` where there is none.
pub(crate) fn readable_collection(input: &DeriveInput) -> Option<Collection> {
    let mut diag = Diagnostics::new();
    let collection = collection::readable(input, &mut diag);
    diag.discard();
    collection
}

/// Path of the runtime in the user's crate: as `crate = path` says, or its own name.
fn runtime(krate: Option<PathValue>) -> Path {
    krate.map_or_else(|| parse_quote!(::dynamo_runtime), |value| value.path)
}
