//! A struct that derives `View`: which item it is of, and which of its fields it has.

use syn::spanned::Spanned;
use syn::{Data, DeriveInput, Fields};

use super::misplaced::has_item_attributes;
use super::runtime;
use crate::attrs::{self, VIEW, ViewOptions};
use crate::diag::Diagnostics;
use crate::model::View;

/// Lowers a view; `None` only if there is nothing to lower, which was reported.
pub(super) fn view(input: &DeriveInput, diag: &mut Diagnostics) -> Option<View> {
    let ident = &input.ident;
    if has_item_attributes(input, "View", diag) {
        return None;
    }
    if let Some(param) = input.generics.params.first() {
        let message = "a view has the types of its item's fields; remove its parameters";
        diag.error(param.span(), message);
    }
    let read = attrs::merged::<ViewOptions>(&input.attrs, &VIEW, diag);
    let is_lost = read.as_ref().is_some_and(|read| read.lost.has("item"));
    let options = read.map_or_else(ViewOptions::default, |read| read.options);
    if options.item.is_none() && !is_lost {
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
        krate: runtime(options.krate),
        item: options.item?.path,
        fields: fields.collect(),
    })
}
