//! A stand-in for a collection with a mistake.

use proc_macro2::TokenStream;
use quote::quote;
use syn::Ident;

use super::record_stub;
use crate::expand::collection::{conversions, group_struct, groups_name};
use crate::model::Collection;

/// The types and traits of a collection, none of which is ever called: it is read as its first
/// member is by the table.
pub(crate) fn collection_stub(collection: &Collection) -> TokenStream {
    let (ident, vis, krate) = (&collection.ident, &collection.vis, &collection.krate);
    let groups = groups_name(ident);
    let group_struct = group_struct(collection, &groups);
    let group_impls = group_stub(ident, &groups);
    let record = record_stub(ident);
    let conversions = conversions(collection);
    let members: Vec<_> = collection.members.iter().map(|member| &member.ty).collect();
    let first = members.first().into_iter();
    quote! {
        #group_struct
        const _: () = {
            use #krate::__private as __rt;
            impl #ident {
                #vis fn query<__P>(_: __P) -> __rt::Query<__rt::Members<Self>> {
                    __rt::stub()
                }
            }
            #[automatically_derived]
            impl __rt::Collection for #ident {
                #(type First = <#first as __rt::ReadAt<0>>::Query;)*
                type Alike = __rt::Flag<true>;
                const SCHEMA: __rt::CollectionSchema = __rt::CollectionSchema {
                    name: "",
                    table: __rt::STUB_TABLE,
                    index: __rt::None,
                    members: &[],
                    docs: "",
                };
                fn decode_member(
                    _: __rt::usize,
                    _: &mut __rt::Decoder<'_>,
                ) -> __rt::Result<Self, __rt::DecodeError> {
                    __rt::stub()
                }
            }
            #(
                #[automatically_derived]
                impl __rt::MemberOf<#ident> for #members {
                    type Query = <#members as __rt::ReadAt<0>>::Query;
                    const NUMBER: __rt::usize = 0;
                }
            )*
            #record
            #conversions
            #group_impls
        };
    }
}

fn group_stub(ident: &Ident, groups: &Ident) -> TokenStream {
    quote! {
        #[automatically_derived]
        impl __rt::Default for #groups {
            fn default() -> Self {
                __rt::stub()
            }
        }
        #[automatically_derived]
        impl __rt::Extend<#ident> for #groups {
            fn extend<__I: __rt::IntoIterator<Item = #ident>>(&mut self, _: __I) {
                __rt::stub()
            }
        }
        #[automatically_derived]
        impl __rt::FromIterator<#ident> for #groups {
            fn from_iter<__I: __rt::IntoIterator<Item = #ident>>(_: __I) -> Self {
                __rt::stub()
            }
        }
    }
}
