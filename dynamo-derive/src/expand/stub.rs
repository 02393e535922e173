//! What is generated beside errors: impls without behaviour, so that a mistake in an option is
//! reported once and not again at every use of the type.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{DeriveInput, Ident, Path};

use super::collection::{conversions, group_struct, groups_name};
use crate::lower::{readable_collection, runtime_of_attribute, runtime_of_item};

/// The traits of an item, none of which is ever called. `shared` is the table it names, where that
/// is one.
pub(crate) fn item_stub(input: &DeriveInput, shared: Option<&Path>) -> TokenStream {
    let ident = &input.ident;
    let krate = runtime_of_item(input);
    let (generics, arguments, bounds) = input.generics.split_for_impl();
    if !input.generics.params.is_empty() {
        // A generic type cannot satisfy `'static` and friends; its own error is enough.
        return TokenStream::new();
    }
    let (table, own_table) = match shared {
        Some(path) => (quote!(#path), TokenStream::new()),
        None => (
            quote!(Self),
            quote! {
                #[automatically_derived]
                impl #generics __rt::Table for #ident #arguments #bounds {
                    const SCHEMA: __rt::TableSchema = __rt::STUB_TABLE;
                }
            },
        ),
    };
    quote! {
        const _: () = {
            use #krate::__private as __rt;
            #own_table
            impl<__T> __rt::InTable<__T> for #ident {}
            impl __rt::ItemSet for #ident {
                type Table = #table;
                const ITEMS: __rt::ItemList = __rt::ItemList::One(&__rt::STUB_ITEM);
                fn visit<__V: __rt::ItemVisitor>(_: &mut __V) {}
            }
            impl __rt::Readable for #ident {
                type Item = Self;
                const INDEX: __rt::Option<&'static __rt::str> = __rt::None;
            }
            impl __rt::ReadAt<0> for #ident {
                type Query = __rt::StubQuery<Self>;
            }
            #[automatically_derived]
            impl #generics __rt::Components for #ident #arguments #bounds {
                fn component(&self, _: __rt::usize) -> __rt::Option<&dyn __rt::KeyPart> {
                    __rt::None
                }
            }
            #[automatically_derived]
            impl #generics __rt::Record for #ident #arguments #bounds {
                const NAME: &'static __rt::str = "";
                fn decode(_: &mut __rt::Decoder<'_>) -> __rt::Result<Self, __rt::DecodeError> {
                    __rt::stub()
                }
            }
            #[automatically_derived]
            impl #generics __rt::Item for #ident #arguments #bounds {
                type Table = #table;
                type Row = Self;
                const SCHEMA: __rt::ItemSchema = __rt::STUB_ITEM;
                fn encode_fields(
                    &self,
                    _: &mut __rt::Encoder,
                    _: &__rt::Stamps,
                ) -> __rt::Result<(), __rt::EncodeError> {
                    __rt::stub()
                }
            }
        };
    }
}

/// The types and traits of a collection, none of which is ever called: it is read as its first
/// member is by the table.
pub(crate) fn collection_stub(input: &DeriveInput) -> TokenStream {
    let Some(collection) = readable_collection(input) else {
        return TokenStream::new();
    };
    let (ident, vis, krate) = (&collection.ident, &collection.vis, &collection.krate);
    let groups = groups_name(ident);
    let group_struct = group_struct(&collection, &groups);
    let group_impls = group_stub(ident, &groups);
    let conversions = conversions(&collection);
    let first = collection.members.iter().map(|member| &member.ty).take(1);
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
            #[automatically_derived]
            impl __rt::Record for #ident {
                const NAME: &'static __rt::str = "";
                fn decode(_: &mut __rt::Decoder<'_>) -> __rt::Result<Self, __rt::DecodeError> {
                    __rt::stub()
                }
            }
            #[automatically_derived]
            impl __rt::Components for #ident {
                fn component(&self, _: __rt::usize) -> __rt::Option<&dyn __rt::KeyPart> {
                    __rt::None
                }
            }
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

/// The traits of a nested value, none of which is ever called.
pub(crate) fn attribute_stub(input: &DeriveInput) -> TokenStream {
    let ident = &input.ident;
    let krate = runtime_of_attribute(input);
    // So that a key that names one of its fields is not reported as well.
    let nested = input.generics.params.is_empty().then(|| {
        quote! {
            impl __rt::NestedStruct for #ident {
                type Struct = Self;
                fn nested(&self) -> __rt::Option<&Self> {
                    __rt::stub()
                }
            }
            impl __rt::AlwaysNested for #ident {}
            impl<const __NAME: __rt::u64> __rt::NestedField<__NAME> for #ident {
                type Value = __rt::String;
                fn field(&self) -> &__rt::String {
                    __rt::stub()
                }
            }
        }
    });
    let (generics, arguments, bounds) = input.generics.split_for_impl();
    quote! {
        const _: () = {
            use #krate::__private as __rt;
            #[automatically_derived]
            impl #generics __rt::Encode for #ident #arguments #bounds {
                fn encode(&self, _: &mut __rt::Encoder) -> __rt::Result<(), __rt::EncodeError> {
                    __rt::stub()
                }
            }
            #[automatically_derived]
            impl #generics __rt::Decode for #ident #arguments #bounds {
                fn decode(_: &mut __rt::Decoder<'_>) -> __rt::Result<Self, __rt::DecodeError> {
                    __rt::stub()
                }
            }
            #nested
        };
    }
}
