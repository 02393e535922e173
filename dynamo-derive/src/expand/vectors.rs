//! Vector indexes: their description, their search methods, and the traits that they require.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned;

use super::names::{bare, field_module, query_module};
use super::queries::Generated;
use super::schema::distance;
use super::table::key_kind;
use super::{codec, docs, keys};
use crate::model::{Codec, Index, Item, VectorIndex, plain};

/// The vectors of an index as the runtime takes them.
pub(super) fn schema(item: &Item, index: &Index, vector: &VectorIndex) -> TokenStream {
    let attribute = &item.fields[vector.field].attribute;
    let dimensions = dimensions(item, index);
    let distance = distance(vector.distance);
    let filters = vector.filters.iter();
    let filters = filters
        .map(|(field, ..)| bare(*field))
        .map(|field| quote!(__rt::filter_definition(&FIELDS[#field])));
    quote! {
        __rt::VectorSchema {
            attribute: #attribute,
            dimensions: #dimensions,
            distance: #distance,
            filters: &[#(#filters),*],
        }
    }
}

/// The number of elements of a vector, which its type tells; asked in one place, so that a type
/// that is no vector is reported once.
fn dimensions(item: &Item, index: &Index) -> TokenStream {
    let module = query_module(item);
    let method = index.queries.first().map(|query| &query.method);
    quote!(<#module::#method as __rt::SearchInfo>::DIMENSIONS)
}

fn indexes(item: &Item) -> impl Iterator<Item = (&Index, &VectorIndex)> {
    let indexes = item.indexes.iter();
    indexes.filter_map(|index| Some((index, index.vector.as_ref()?)))
}

/// Checks that need the types: how many dimensions a vector has, and that a value can be compared.
pub(super) fn checks(item: &Item) -> TokenStream {
    let mut checks = TokenStream::new();
    let mut checked = Vec::new();
    for (index, vector) in indexes(item) {
        let field = &item.fields[vector.field];
        let (name, ty) = (plain(&field.ident), &field.ty);
        let dimensions = dimensions(item, index);
        if !checked.contains(&vector.field) && matches!(field.codec, Codec::Own) {
            checked.push(vector.field);
            let message = format!(
                "`{name}` has more dimensions than DynamoDB indexes, or none; a vector has 1 to 4096"
            );
            let check = quote! {
                const _: () = __rt::assert!(#dimensions >= 1 && #dimensions <= 4096, #message);
            };
            checks.extend(codec::spanned(&check, ty.span()));
        }
        if let Some(declared) = vector.declared {
            let message = format!(
                "`{}` of `{}` holds vectors of {declared} dimensions, and `{name}` has another \
                 number; change its type, or `dimensions` there",
                index.name,
                item.table.title(),
            );
            let declared = Literal::u32_unsuffixed(declared);
            let check = quote! {
                const _: () = __rt::assert!(#dimensions == #declared, #message);
            };
            checks.extend(codec::spanned(&check, ty.span()));
        }
        for (field, span, kind) in &vector.filters {
            let (name, at) = (plain(&item.fields[*field].ident), bare(*field));
            let (asked, message) = match kind {
                None => (
                    quote!(__rt::is_filter(&FIELDS[#at])),
                    format!(
                        "searches cannot be filtered by `{name}`; name a field that is stored as \
                         text, a number or bytes"
                    ),
                ),
                Some(kind) => {
                    let words = kind.words();
                    let kind = key_kind(*kind);
                    (
                        quote!(__rt::is_filter_of(&FIELDS[#at], #kind)),
                        format!(
                            "`{}` declares the filter `{}` of `{}` as {words}, and `{name}` is not \
                             stored so; change its type, or `filter_type` there",
                            item.table.title(),
                            item.fields[*field].attribute,
                            index.name,
                        ),
                    )
                }
            };
            let check = quote! { const _: () = __rt::assert!(#asked, #message); };
            checks.extend(codec::spanned(&check, *span));
        }
    }
    checks
}

/// `Doc::similar(tenant, &vector)`.
pub(super) fn method(item: &Item, query: &Generated<'_>, vector: &VectorIndex) -> TokenStream {
    let vis = &item.vis;
    let method = &query.method;
    let module = query_module(item);
    let docs = docs::search_method(item, query, vector);
    let fields = keys::arguments(item, query.pk.iter().copied());
    let (parameters, checked, args) = keys::parameters(item, &fields, &query.pk);
    let many = keys::allow_many(&fields);
    let is_taken = |field: &usize| item.fields[*field].ident == "vector";
    let name = if fields.iter().any(is_taken) {
        format_ident!("__vector")
    } else {
        format_ident!("vector")
    };
    let method = quote! {
        #[doc = #docs]
        #many
        #vis fn #method(
            #(#parameters,)*
            #name: impl __rt::VectorArg<{ #module::#method::DIMENSIONS }>,
        ) -> __rt::Search<#module::#method> {
            let #name = __rt::VectorArg::into_elements(#name);
            __rt::Search::from_args(#checked, &#args, #name)
        }
    };
    keys::reported_with(item, &fields, method)
}

/// The markers of search methods, and of the fields that each can be filtered by.
pub(super) fn impls(item: &Item) -> TokenStream {
    let (fields, queries) = (field_module(&item.ident), query_module(item));
    let vis = &item.vis;
    let mut impls = TokenStream::new();
    for (index, vector) in indexes(item) {
        let ty = &item.fields[vector.field].ty;
        let dimensions = quote_spanned!(ty.span()=> <#ty as __rt::VectorField>::DIMENSIONS);
        for query in &index.queries {
            let method = &query.method;
            let filters = vector.filters.iter();
            let filters = filters.map(|(field, ..)| &item.fields[*field].ident);
            impls.extend(quote! {
                #[automatically_derived]
                impl __rt::SearchInfo for #queries::#method {
                    const DIMENSIONS: __rt::usize = #dimensions;
                }
                // The method's signature shows this path.
                #[automatically_derived]
                impl #queries::#method {
                    #[doc(hidden)]
                    #vis const DIMENSIONS: __rt::usize = <Self as __rt::SearchInfo>::DIMENSIONS;
                }
                #(
                    #[automatically_derived]
                    impl __rt::Searchable<#queries::#method> for #fields::#filters {}
                )*
            });
        }
    }
    impls
}
