//! The query methods of an item with a mistake.

use proc_macro2::TokenStream;
use quote::quote;
use syn::Ident;

use super::item::{Purpose, parameters};
use crate::expand::names::{query_marker, query_module};
use crate::expand::{fields, projected, queries};
use crate::model::{IndexKind, Item, KeyAttribute, plain};

/// A query method, and what it returns.
pub(super) struct StubQuery<'a> {
    pub(super) method: Ident,
    scan: Option<&'a Ident>,
    /// Whether it reads the table itself.
    of_table: bool,
    /// Whether it searches vectors.
    is_search: bool,
    pk: Vec<&'a KeyAttribute>,
    output: Ident,
}

impl StubQuery<'_> {
    /// The type that names it.
    pub(super) fn marker(&self, item: &Item) -> TokenStream {
        query_marker(item, self.of_table, &self.method)
    }
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
            of_table: query.index.is_none(),
            is_search: query
                .index
                .is_some_and(|(index, _)| index.kind == IndexKind::Vector),
            method: query.method,
            pk: query.pk,
            output: projected.unwrap_or_else(|| item.ident.clone()),
        });
    }
    found
}

/// The module of the markers.
pub(super) fn markers(item: &Item, queries: &[StubQuery<'_>]) -> TokenStream {
    let indexed = queries.iter().filter(|query| !query.of_table);
    let markers = indexed.map(|query| (&query.method, &item.vis));
    fields::marker_module(&item.vis, &query_module(item), markers)
}

/// The methods, for the struct's own impl.
pub(super) fn methods(item: &Item, queries: &[StubQuery<'_>]) -> TokenStream {
    let vis = &item.vis;
    let methods = queries.iter().map(|query| {
        let (method, marker) = (&query.method, query.marker(item));
        let parameters = parameters(item, query.pk.iter().copied(), Purpose::Query);
        let scan = query.scan.map(|scan| {
            quote! {
                #[doc(hidden)]
                #vis fn #scan() -> __rt::Scan<Self, __rt::Indexed<#marker>> {
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
            #vis fn #method(#(#parameters),*) -> __rt::#operation<#marker> {
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
    let ident = &item.ident;
    let impls = queries.iter().map(|query| {
        let (marker, output) = (query.marker(item), &query.output);
        let search = query.is_search.then(|| {
            quote! {
                #[automatically_derived]
                impl __rt::SearchInfo for #marker {
                    const DIMENSIONS: __rt::usize = 0;
                }
            }
        });
        quote! {
            #[automatically_derived]
            impl __rt::QueryInfo for #marker
            where
                for<'__a> #ident: __rt::Item,
            {
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
            impl __rt::ConsistentRead for #marker {}
            #[automatically_derived]
            impl __rt::TableQuery for #marker {}
            #search
        }
    });
    impls.collect()
}
