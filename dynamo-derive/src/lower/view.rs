//! A struct that derives `View`: which item it is of, and which of its fields it has.

use syn::spanned::Spanned;
use syn::{Data, DeriveInput, Fields, Path};

use super::misplaced::{has_item_attributes, in_its_own_attribute};
use super::runtime;
use crate::attrs::{self, VIEW, ViewOptions};
use crate::diag::Diagnostics;
use crate::model::{View, ViewRemains};

/// Lowers a view; `None` only if something was reported. Returns its remains as well, unless it may
/// be an item.
pub(super) fn view(
    input: &DeriveInput,
    diag: &mut Diagnostics,
) -> (Option<View>, Option<ViewRemains>) {
    if has_item_attributes(input, "View", diag) {
        return (None, None);
    }
    let attrs = in_its_own_attribute(&input.attrs, &VIEW, diag);
    let read = attrs::merged::<ViewOptions>(&attrs, &VIEW, diag);
    let is_lost = read.as_ref().is_some_and(|read| read.lost.has("item"));
    let options = read.map_or_else(ViewOptions::default, |read| read.options);
    let krate = runtime(options.krate);
    let remains = ViewRemains {
        ident: input.ident.clone(),
        generics: input.generics.clone(),
        krate: krate.clone(),
    };
    let item = options.item.map(|value| value.path);
    let view = of_item(input, item, is_lost, krate, diag);
    (view, Some(remains))
}

fn of_item(
    input: &DeriveInput,
    item: Option<Path>,
    is_lost: bool,
    krate: Path,
    diag: &mut Diagnostics,
) -> Option<View> {
    let ident = &input.ident;
    if let Some(param) = input.generics.params.first() {
        let message = "a view has the types of its item's fields; remove its parameters";
        diag.error(param.span(), message);
    }
    if item.is_none() && !is_lost {
        let message = format!("`{ident}` is a view of no item; write `#[view(item = Order)]`");
        diag.error(ident.span(), message);
    }
    let Data::Struct(data) = &input.data else {
        diag.error(
            ident.span(),
            format!("`{ident}` cannot be a view; write a struct with named fields"),
        );
        return None;
    };
    let Fields::Named(fields) = &data.fields else {
        diag.error(
            ident.span(),
            format!("`{ident}` has no named fields; write some of its item's"),
        );
        return None;
    };
    for attr in fields.named.iter().flat_map(|field| &field.attrs) {
        if attr.path().is_ident("view") || attr.path().is_ident("dynamo") {
            let message = "a view's fields are stored as its item says; remove these options";
            diag.error(attr.path().span(), message);
        }
    }
    let fields = fields
        .named
        .iter()
        .filter_map(|field| Some((field.ident.clone()?, field.ty.clone())));
    Some(View {
        ident: ident.clone(),
        krate,
        item: item?,
        fields: fields.collect(),
    })
}
