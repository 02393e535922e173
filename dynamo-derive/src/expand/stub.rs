//! What is generated beside errors: impls without behaviour, so that a mistake in an option is
//! reported once and not again at every use of the type.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{DeriveInput, Path};

use crate::lower::{runtime_of_attribute, runtime_of_item};

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
            impl __rt::Readable for #ident {
                type Item = Self;
                const INDEX: __rt::Option<&'static __rt::str> = __rt::Option::None;
            }
            impl __rt::ReadAt<0> for #ident {
                type Query = __rt::StubQuery<Self>;
            }
            #[automatically_derived]
            impl #generics __rt::Components for #ident #arguments #bounds {
                fn component(&self, _: __rt::usize) -> __rt::Option<&dyn __rt::KeyPart> {
                    __rt::Option::None
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

/// The traits of a nested value, none of which is ever called.
pub(crate) fn attribute_stub(input: &DeriveInput) -> TokenStream {
    let ident = &input.ident;
    let krate = runtime_of_attribute(input);
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
        };
    }
}
