//! The query methods of an item with a mistake.

use proc_macro2::TokenStream;
use quote::quote;
use syn::Ident;

use super::item::{Asked, parameters};
use crate::expand::names::query_module;
use crate::expand::{fields, projected, queries};
use crate::model::{Item, KeyAttribute, plain};

/// A query method, and what it gives.
pub(super) struct StubQuery<'a> {
    pub(super) method: Ident,
    scan: Option<&'a Ident>,
    /// Whether it searches vectors.
    is_search: bool,
    pk: Vec<&'a KeyAttribute>,
    output: Ident,
}

/// Every query method whose name is not taken.
pub(super) fn all(item: &Item) -> Vec<StubQuery<'_>> {
    let mut taken: Vec<String> = vec!["key".into()];
    let mut is_new = |name: &Ident| {
        let is_new = !taken.contains(&plain(name));
        taken.push(plain(name));
        is_new
    };
    let mut found = Vec::new();
    for query in queries::all(item) {
        if !is_new(&query.method) {
            continue;
        }
        let scan = query.index.and_then(|(_, query)| query.scan.as_ref());
        let projected = query
            .index
            .and_then(|(index, _)| projected::name(item, index));
        found.push(StubQuery {
            scan: scan.filter(|scan| is_new(scan)),
            is_search: query.vector().is_some(),
            method: query.method,
            pk: query.pk,
            output: projected.unwrap_or_else(|| item.ident.clone()),
        });
    }
    found
}

/// The module of the markers.
pub(super) fn markers(item: &Item, queries: &[StubQuery<'_>]) -> TokenStream {
    let markers = queries.iter().map(|query| (&query.method, &item.vis));
    fields::marker_module(&item.vis, &query_module(item), markers)
}

/// The methods, which stand in the struct's own impl.
pub(super) fn methods(item: &Item, queries: &[StubQuery<'_>]) -> TokenStream {
    let (vis, module) = (&item.vis, query_module(item));
    let methods = queries.iter().map(|query| {
        let method = &query.method;
        let parameters = parameters(item, query.pk.iter().copied(), Asked::Query);
        let scan = query.scan.map(|scan| {
            quote! {
                #[doc(hidden)]
                #vis fn #scan() -> __rt::Scan<Self, __rt::Indexed<#module::#method>> {
                    __rt::stub()
                }
            }
        });
        let (vector, operation) = if query.is_search {
            (Some(quote!(_: impl __rt::Sized)), quote!(Search))
        } else {
            (None, quote!(Query))
        };
        let parameters = parameters.into_iter().chain(vector);
        quote! {
            #[doc(hidden)]
            #vis fn #method(#(#parameters),*) -> __rt::#operation<#module::#method> {
                __rt::stub()
            }
            #scan
        }
    });
    let names = queries
        .iter()
        .flat_map(|query| [Some(&query.method), query.scan]);
    let mut taken: Vec<String> = names.flatten().map(plain).collect();
    let is_new = |lookup: &&Ident| {
        let is_new = !taken.contains(&plain(lookup));
        taken.push(plain(lookup));
        is_new
    };
    let lookups = item.fields.iter().filter_map(|field| field.lookup.as_ref());
    let lookups = lookups.filter(is_new).map(|lookup| {
        quote! {
            #[doc(hidden)]
            #vis fn #lookup(_: impl __rt::Sized) -> __rt::Lookup<Self> {
                __rt::stub()
            }
        }
    });
    methods.chain(lookups).collect()
}

/// The traits of the markers.
pub(super) fn impls(item: &Item, queries: &[StubQuery<'_>]) -> TokenStream {
    let (ident, module) = (&item.ident, query_module(item));
    let impls = queries.iter().map(|query| {
        let (method, output) = (&query.method, &query.output);
        let search = query.is_search.then(|| {
            quote! {
                #[automatically_derived]
                impl __rt::SearchInfo for #module::#method {
                    const DIMENSIONS: __rt::usize = 0;
                }
            }
        });
        quote! {
            #[automatically_derived]
            impl __rt::QueryInfo for #module::#method {
                type Item = #ident;
                type Output = #output;
                type Row = #output;
                type Keys = Self;
                type Ranged = Self;
                type Partition = __rt::StubPartition;
                const NAME: &'static __rt::str = "";
                const QUERY: __rt::QuerySchema = __rt::STUB_QUERY;
            }
            #[automatically_derived]
            impl __rt::ConsistentRead for #module::#method {}
            #[automatically_derived]
            impl __rt::TableQuery for #module::#method {}
            #search
        }
    });
    impls.collect()
}
