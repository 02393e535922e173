//! The constants of fields whose struct has a mistake: they may be used in every way.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Ident, Visibility};

use super::query::StubQuery;
use crate::expand::fields::{
    constant_item, has_constant, marker_module, markers_of, nested_numbers, reported_once,
};
use crate::expand::names::{field_module, narrower};
use crate::model::{Field, Item, constant};

/// The fields that have a constant, each name once.
pub(super) fn named(item: &Item) -> impl Iterator<Item = &Field> {
    unique(&item.fields)
}

fn unique(fields: &[Field]) -> impl Iterator<Item = &Field> {
    let mut taken: Vec<Ident> = Vec::new();
    fields
        .iter()
        .filter(|field| has_constant(field))
        .filter(move |field| {
            let name = constant(&field.ident);
            let is_new = !taken.contains(&name);
            taken.push(name);
            is_new
        })
}

/// The module of the markers.
pub(super) fn markers(item: &Item) -> TokenStream {
    markers_of(item, &named(item).collect::<Vec<_>>())
}

/// The constants, for the struct's own impl.
pub(super) fn constants(item: &Item) -> TokenStream {
    let module = field_module(&item.ident);
    let constant = |field| reported_once(field, constant_item(&item.vis, &module, field, ""));
    named(item).map(constant).collect()
}

/// The traits of the markers.
pub(super) fn impls(item: &Item, queries: &[StubQuery<'_>]) -> TokenStream {
    let (ident, module) = (&item.ident, field_module(&item.ident));
    let impls = named(item).map(|field| {
        let name = &field.ident;
        let info = info(ident, &module, field);
        let markers = queries.iter().map(|query| query.marker(item));
        quote! {
            #info
            #(
                #[automatically_derived]
                impl<const __N: __rt::usize> __rt::SortAt<#markers, __N>
                    for #module::#name {}
            )*
            #[automatically_derived]
            impl<const __N: __rt::usize> __rt::SortAt<__rt::StubQuery<#ident>, __N>
                for #module::#name {}
        }
    });
    impls.chain([nested_numbers(item)]).collect()
}

/// Everything of a nested struct's constants: the module, the constants, and their traits.
pub(super) fn of_nested(
    ident: &Ident,
    vis: &Visibility,
    fields: &[Field],
) -> (TokenStream, TokenStream) {
    let module = field_module(ident);
    let markers = unique(fields).map(|field| (&field.ident, narrower(vis, &field.vis)));
    let markers = marker_module(vis, &module, markers);
    let constants = unique(fields).map(|field| constant_item(vis, &module, field, ""));
    let infos = unique(fields).map(|field| info(ident, &module, field));
    let inside = quote! {
        #[allow(dead_code, reason = "the derive reported an error")]
        impl #ident {
            #(#constants)*
        }
        #(#infos)*
    };
    (markers, inside)
}

fn info(owner: &Ident, module: &Ident, field: &Field) -> TokenStream {
    let Field {
        ident: name, ty, ..
    } = field;
    let info = quote! {
        #[automatically_derived]
        impl __rt::FieldInfo for #module::#name {
            type Owner = #owner;
            type Value = #ty;
            type Codec = __rt::StubCodec;
            const PLACE: __rt::FieldPlace = (0, "", "");
        }
        #[automatically_derived]
        impl __rt::StoredField for #module::#name {}
        #[automatically_derived]
        impl<__Q> __rt::Filterable<__Q> for #module::#name {}
        #[automatically_derived]
        impl<__Q> __rt::Searchable<__Q> for #module::#name {}
        #[automatically_derived]
        impl<__L> __rt::SetTogether<__L> for #module::#name {
            type Then = __L;
        }
        #[automatically_derived]
        impl __rt::FreeField for #module::#name {}
        #[automatically_derived]
        impl __rt::CounterField for #module::#name {}
    };
    reported_once(field, info)
}
