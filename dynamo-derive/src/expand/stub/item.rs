//! A stand-in for an item with a mistake: its traits, its key and its queries, from what could be
//! lowered.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::Ident;

use super::{arguments, field, projected, query, record_stub};
use crate::expand::keys::components;
use crate::model::{Item, ItemRemains, KeyAttribute, KeySource, Role};

/// The traits of an item, none of which is ever called, and everything that its uses name.
pub(crate) fn item_stub(remains: &ItemRemains) -> TokenStream {
    let ItemRemains {
        ident,
        generics,
        krate,
        table,
        item,
    } = remains;
    let Some(arguments) = arguments(generics) else {
        return TokenStream::new();
    };
    let (alias, shadow) = stand_in(ident, &arguments);
    let record = record_stub(ident);
    let (table, own_table) = match table {
        Some(path) => (quote!(#path), TokenStream::new()),
        None => (
            quote!(Self),
            quote! {
                #[automatically_derived]
                impl __rt::Table for #ident {
                    const SCHEMA: __rt::TableSchema = __rt::STUB_TABLE;
                }
            },
        ),
    };
    let (outside, inside) = item.as_ref().map(used).unwrap_or_default();
    quote! {
        #alias
        #outside
        const _: () = {
            use #krate::__private as __rt;
            #shadow
            #own_table
            #[automatically_derived]
            impl<__T> __rt::InTable<__T> for #ident {}
            #[automatically_derived]
            impl __rt::ItemSet for #ident {
                type Table = #table;
                const ITEMS: __rt::ItemList = __rt::ItemList::One(&__rt::STUB_ITEM);
                fn visit<__V: __rt::ItemVisitor>(_: &mut __V) {}
            }
            #[automatically_derived]
            impl __rt::Readable for #ident {
                type Item = Self;
                const INDEX: __rt::Option<&'static __rt::str> = __rt::None;
            }
            #[automatically_derived]
            impl __rt::ReadAt<0> for #ident {
                type Query = __rt::StubQuery<Self>;
            }
            #record
            #[automatically_derived]
            impl __rt::Item for #ident {
                type Table = #table;
                type Told = __rt::ByType;
                const SCHEMA: __rt::ItemSchema = __rt::STUB_ITEM;
                fn encode_fields(
                    &self,
                    _: &mut __rt::Encoder,
                    _: &__rt::Stamps,
                ) -> __rt::Result<(), __rt::EncodeError> {
                    __rt::stub()
                }
            }
            #inside
        };
    }
}

/// No item has parameters, so one type stands for all that a struct with parameters makes: an alias
/// next to the struct, and the struct's name for it inside the block.
fn stand_in(ident: &Ident, arguments: &TokenStream) -> (TokenStream, TokenStream) {
    if arguments.is_empty() {
        return (TokenStream::new(), TokenStream::new());
    }
    let alias = format_ident!("{ident}Reported");
    let outside = quote! {
        #[doc(hidden)]
        #[allow(dead_code, reason = "the derive reported an error")]
        type #alias = #ident #arguments;
    };
    (outside, quote!(type #ident = #alias;))
}

/// The names that users type: outside the block, and inside it.
fn used(item: &Item) -> (TokenStream, TokenStream) {
    let queries = query::all(item);
    let outside = [
        field::markers(item),
        query::markers(item, &queries),
        projected::structs(item),
    ];
    let own = [
        key_method(item),
        query::methods(item, &queries),
        field::constants(item),
    ];
    let impls = [
        query::impls(item, &queries),
        field::impls(item, &queries),
        projected::impls(item),
        soft_delete(item).unwrap_or_default(),
    ];
    let ident = &item.ident;
    let inside = quote! {
        #[allow(dead_code, clippy::too_many_arguments, reason = "the derive reported an error")]
        impl #ident {
            #(#own)*
        }
        #(#impls)*
    };
    (quote!(#(#outside)*), inside)
}

fn key_method(item: &Item) -> TokenStream {
    let vis = &item.vis;
    let parameters = parameters(item, [&item.pk].into_iter().chain(&item.sk), Purpose::Key);
    quote! {
        #[doc(hidden)]
        #vis fn key(#(#parameters),*) -> __rt::Key<Self> {
            __rt::stub()
        }
    }
}

/// The purpose of a method with parameters.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    Key,
    /// It leaves out the field that spreads the partition.
    Query,
}

/// One parameter of any type per component.
pub(super) fn parameters<'a>(
    item: &Item,
    keys: impl IntoIterator<Item = &'a KeyAttribute>,
    asked: Purpose,
) -> Vec<TokenStream> {
    let mut names: Vec<String> = Vec::new();
    let components = keys.into_iter();
    for name in components.flat_map(|key| component_names(item, key, asked)) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let parameter = |number| {
        let name = format_ident!("_{number}");
        quote!(#name: impl __rt::Sized)
    };
    (0..names.len()).map(parameter).collect()
}

/// The components of a key, as far as they can be told.
fn component_names(item: &Item, key: &KeyAttribute, asked: Purpose) -> Vec<String> {
    match (&key.source, &item.sk) {
        (KeySource::Reported(names), _) => names.clone(),
        (KeySource::TablePartition, _) => component_names(item, &item.pk, asked),
        (KeySource::TableSort, Some(sk)) => component_names(item, sk, asked),
        _ => {
            let fields = components(item, key).into_iter();
            fields
                .filter(|(_, format)| asked == Purpose::Key || !format.is_shard())
                .map(|(field, _)| item.fields[field].title())
                .collect()
        }
    }
}

fn soft_delete(item: &Item) -> Option<TokenStream> {
    let is_mark = |field: &&crate::model::Field| matches!(field.role, Some(Role::SoftDelete));
    let field = field::named(item).find(is_mark)?;
    let (ident, name, ty) = (&item.ident, &field.ident, &field.ty);
    let module = crate::expand::names::field_module(ident);
    Some(quote! {
        #[automatically_derived]
        impl __rt::SoftDelete for #ident
        where
            for<'__a> #ty: __rt::SoftDeleted + __rt::MayBeAbsent,
        {
            type Field = #module::#name;
        }
    })
}
