//! The projection of an item with a mistake: all of its fields, since what they are in keys is not
//! known.

use proc_macro2::TokenStream;
use quote::quote;
use syn::Ident;

use super::record_stub;
use crate::expand::names::narrower;
use crate::expand::projected;
use crate::model::{Field, Item, plain};

/// The names of the structs, each once.
fn names(item: &Item) -> Vec<Ident> {
    let mut names = Vec::new();
    for index in &item.indexes {
        let name = projected::name(item, index).filter(|name| !names.contains(name));
        names.extend(name);
    }
    names
}

/// The structs, generated next to the item.
pub(super) fn structs(item: &Item) -> TokenStream {
    let vis = &item.vis;
    let fields: TokenStream = item
        .own_fields()
        .map(
            |(
                _,
                Field {
                    ident,
                    ty,
                    vis: own,
                    ..
                },
            )| {
                let vis = narrower(vis, own);
                quote! { #vis #ident: #ty, }
            },
        )
        .collect();
    let structs = names(item).into_iter().map(|name| {
        quote! {
            #[doc(hidden)]
            #[allow(dead_code, missing_docs, reason = "the derive reported an error")]
            #vis struct #name { #fields }
        }
    });
    structs.collect()
}

/// Their traits.
pub(super) fn impls(item: &Item) -> TokenStream {
    let (ident, vis) = (&item.ident, &item.vis);
    let (fields, types): (Vec<_>, Vec<_>) = item
        .own_fields()
        .map(|(_, field)| (&field.ident, &field.ty))
        .unzip();
    let impls = names(item).into_iter().map(|name| {
        let record = record_stub(&name);
        let index = plain(&name);
        quote! {
            #[automatically_derived]
            impl __rt::Readable for #name {
                type Item = #ident;
                const INDEX: __rt::Option<&'static __rt::str> = __rt::Some(#index);
            }
            #[automatically_derived]
            impl __rt::ReadAt<0> for #name {
                type Query = __rt::StubQuery<#ident>;
            }
            #[automatically_derived]
            impl __rt::Projected for #name {
                type Item = #ident;
            }
            #[allow(dead_code, reason = "the derive reported an error")]
            impl #name {
                #[doc(hidden)]
                #vis fn to_key(&self) -> __rt::Key<#ident> {
                    __rt::stub()
                }
            }
            #record
            #[automatically_derived]
            impl __rt::fmt::Debug for #name where #(for<'__a> #types: __rt::fmt::Debug,)* {
                fn fmt(&self, _: &mut __rt::fmt::Formatter<'_>) -> __rt::fmt::Result {
                    __rt::stub()
                }
            }
            #[automatically_derived]
            impl __rt::Clone for #name where #(for<'__a> #types: __rt::Clone,)* {
                fn clone(&self) -> Self {
                    Self { #(#fields: __rt::Clone::clone(&self.#fields)),* }
                }
            }
            #[automatically_derived]
            impl __rt::PartialEq for #name where #(for<'__a> #types: __rt::PartialEq,)* {
                fn eq(&self, _: &Self) -> __rt::bool {
                    __rt::stub()
                }
            }
        }
    });
    impls.collect()
}
