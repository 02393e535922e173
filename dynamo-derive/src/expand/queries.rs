//! Query methods, and the type that names each.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::Ident;
use syn::spanned::Spanned;

use super::names::{bare, query_marker, query_module};
use super::{docs, fields, keys, projected, vectors};
use crate::model::{Index, IndexKind, Item, KeyAttribute, Query, VectorIndex, plain};

/// A query method: over the table itself, or over an index.
pub(super) struct Generated<'a> {
    pub(super) method: Ident,
    pub(super) index: Option<(&'a Index, &'a Query)>,
    pub(super) pk: Vec<&'a KeyAttribute>,
    pub(super) sk: Vec<&'a KeyAttribute>,
    /// Its number in the item's schema.
    pub(super) number: usize,
}

impl Generated<'_> {
    /// The type that names it.
    pub(super) fn marker(&self, item: &Item) -> TokenStream {
        query_marker(item, self.index.is_none(), &self.method)
    }

    /// The vectors that it searches, if it does.
    pub(super) fn vector(&self) -> Option<&VectorIndex> {
        self.index.and_then(|(index, _)| index.vector.as_ref())
    }
}

/// Every query method, in the order of the schema. A table without a sort key has no `query` of its
/// own: `get` does it.
pub(super) fn all(item: &Item) -> Vec<Generated<'_>> {
    let mut queries = Vec::new();
    if let Some(sk) = &item.sk {
        queries.push(Generated {
            method: Ident::new("query", item.ident.span()),
            index: None,
            pk: vec![&item.pk],
            sk: vec![sk],
            number: 0,
        });
    }
    let indexed = item
        .indexes
        .iter()
        .flat_map(|index| index.queries.iter().map(move |query| (index, query)));
    for (number, (index, query)) in indexed.enumerate() {
        queries.push(Generated {
            method: query.method.clone(),
            index: Some((index, query)),
            pk: query.pk.iter().collect(),
            sk: query.sk.iter().collect(),
            number: number + 1,
        });
    }
    queries
}

/// The module of the markers. They are named in messages: `OrderQueries::by_product`.
pub(super) fn markers(item: &Item) -> TokenStream {
    let queries = all(item);
    let mut indexed = queries
        .iter()
        .filter(|query| query.index.is_some())
        .peekable();
    if indexed.peek().is_none() {
        return TokenStream::new();
    }
    let markers = indexed.map(|query| (&query.method, &item.vis));
    fields::marker_module(&item.vis, &query_module(item), markers)
}

/// The methods, for the struct's own impl.
pub(super) fn methods(item: &Item) -> TokenStream {
    let queries = all(item);
    let methods = queries.iter().map(|query| method(item, query));
    let scans = queries.iter().filter_map(|query| scan(item, query));
    methods.chain(scans).chain(lookups(item)).collect()
}

/// `User::by_email(email)`.
fn lookups(item: &Item) -> impl Iterator<Item = TokenStream> {
    let fields = item.fields.iter().enumerate();
    fields.filter_map(|(number, field)| {
        let (vis, method) = (&item.vis, field.lookup.as_ref()?);
        let docs = docs::lookup_method(item, field);
        let (parameters, checked, args) = keys::parameters(item, &[number], &[]);
        let number = bare(number);
        Some(quote! {
            #[doc = #docs]
            #vis fn #method(#(#parameters),*) -> __rt::Lookup<Self> {
                __rt::Lookup::from_args(#number, #checked, &#args)
            }
        })
    })
}

/// `Order::all_open()`: everything that the index holds.
fn scan(item: &Item, query: &Generated<'_>) -> Option<TokenStream> {
    let (index, declared) = query.index?;
    let scan = declared.scan.as_ref()?;
    let (vis, marker) = (&item.vis, query.marker(item));
    let docs = docs::scan_method(item, query, index);
    let name = plain(scan);
    Some(quote! {
        #[doc = #docs]
        #vis fn #scan() -> __rt::Scan<Self, __rt::Indexed<#marker>> {
            __rt::Scan::of_index(#name)
        }
    })
}

pub(super) fn impls(item: &Item) -> TokenStream {
    let infos = all(item).into_iter().map(|query| info(item, &query));
    infos.collect()
}

fn method(item: &Item, query: &Generated<'_>) -> TokenStream {
    if let Some(vector) = query.vector() {
        return vectors::method(item, query, vector);
    }
    let vis = &item.vis;
    let method = &query.method;
    let marker = query.marker(item);
    let docs = docs::query_method(item, query);
    let fields = keys::partition_arguments(item, query.pk.iter().copied());
    let (parameters, checked, args) = keys::parameters(item, &fields, &query.pk);
    let many = keys::allow_many(&fields);
    let method = quote! {
        #[doc = #docs]
        #many
        #vis fn #method(#(#parameters),*) -> __rt::Query<#marker> {
            __rt::Query::from_args(#checked, &#args)
        }
    };
    keys::reported_with(item, &fields, method)
}

fn info(item: &Item, query: &Generated<'_>) -> TokenStream {
    let ident = &item.ident;
    let marker = query.marker(item);
    let number = bare(query.number);
    let projected = query
        .index
        .and_then(|(index, _)| projected::name(item, index));
    let row = match &projected {
        Some(name) => quote!(__rt::KeyedRow<Self, #name>),
        None if is_told_by_keys(item) => quote!(__rt::KeyedRow<Self, #ident>),
        None => quote!(#ident),
    };
    let part = projected.as_ref();
    let part = part.map(|name| quote!(for<'__a> #name: __rt::Projected,));
    let output = projected.unwrap_or_else(|| ident.clone());
    let name = plain(ident);
    let partition = keys::partition_arguments(item, query.pk.iter().copied());
    let partition = partition.iter().map(|field| &item.fields[*field]);
    // At a nested component, which is reported once only if it has one span; else at the type that
    // may be more private than the struct.
    let nested = partition.clone().rfind(|field| field.is_nested());
    let shown = nested.or_else(|| partition.clone().next());
    let span = shown.map_or_else(Span::call_site, |field| field.ty.span());
    let partition = partition.map(|field| &field.ty);
    let partition = quote_spanned!(span=> type Partition = (#(#partition,)*););
    let consistent = query
        .index
        .is_none_or(|(index, _)| index.kind == IndexKind::Local);
    let implemented = |name: &str| {
        let name = Ident::new(name, Span::call_site());
        quote! {
            #[doc(hidden)]
            #[automatically_derived]
            impl __rt::#name for #marker {}
        }
    };
    let consistent = consistent.then(|| implemented("ConsistentRead"));
    let sharded = keys::shards(item, query.pk.iter().copied()).is_some();
    let sharded = sharded.then(|| implemented("ShardedQuery"));
    let of_table = query.index.is_none();
    let of_table = of_table.then(|| implemented("TableQuery"));
    quote! {
        #[doc(hidden)]
        #[automatically_derived]
        impl __rt::QueryInfo for #marker
        // Higher-ranked, so that it is assumed and not checked: a field that is not `Send` is
        // reported by these traits, and not by this one as well.
        where
            for<'__a> #ident: __rt::Item,
            #part
        {
            type Item = #ident;
            type Output = #output;
            type Row = #row;
            type Keys = Self;
            type Ranged = Self;
            #partition
            const NAME: &'static __rt::str = #name;
            const QUERY: __rt::QuerySchema = QUERIES[#number];
        }
        #consistent
        #of_table
        #sharded
        #[automatically_derived]
        impl __rt::ReadAt<#number> for #output {
            type Query = #marker;
        }
    }
}

/// Whether only its keys distinguish an item from items of other types.
pub(super) fn is_told_by_keys(item: &Item) -> bool {
    item.table.shared.is_some() && item.table.type_attr.is_none()
}
