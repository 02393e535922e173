//! From the grammar as written to the model: names resolved, every default filled in.
//!
//! What cannot be represented in the model is reported here; rules across its parts are in
//! `validate`. A part that is reported is left out or broken, and the rest goes on.

mod attribute;
mod docs;
mod field;
mod index;
mod item;
mod key;
mod table;
mod template;
#[cfg(test)]
mod tests;
mod view;
mod when;

use syn::{DeriveInput, Path, parse_quote};

use crate::attrs::{self, CONTAINER, ContainerOptions, ITEM, ItemOptions, PathValue};
use crate::diag::Diagnostics;
use crate::model::{Attribute, Item, View};
use crate::validate;

/// Lowers and checks a struct that derives `Item`: the model, or every mistake in it.
pub(crate) fn lower_and_validate(input: &DeriveInput) -> darling::Result<Item> {
    let mut diag = Diagnostics::new();
    let item = item::item(input, &mut diag);
    if let Some(item) = &item {
        validate::item(item, &mut diag);
    }
    diag.finish(item)
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

/// Path of the runtime in the user's crate: as `crate = path` says, or its own name.
fn runtime(krate: Option<PathValue>) -> Path {
    krate.map_or_else(|| parse_quote!(::dynamo_runtime), |value| value.path)
}
