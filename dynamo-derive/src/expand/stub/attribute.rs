//! The stand-in for a nested value with a mistake: it may be stored and be in keys, and its fields have
//! constants.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::field;
use crate::model::{Attribute, AttributeRemains, Shape};

/// The rules of types in keys that have nothing to say of their own.
const RULES: [&str; 9] = [
    "PartitionKeyPart",
    "SortKeyPart",
    "TemplatePart",
    "UnpaddedSortPart",
    "UntimedPart",
    "TextPart",
    "IntegerPart",
    "TimePart",
    "HasSize",
];

/// The traits of a nested value, none of which is ever called.
pub(crate) fn attribute_stub(remains: &AttributeRemains) -> TokenStream {
    let AttributeRemains {
        ident,
        generics,
        krate,
        attribute,
    } = remains;
    let is_generic = !generics.params.is_empty();
    let fields = match attribute {
        Some(Attribute {
            vis,
            shape: Shape::Map(fields),
            ..
        }) if !is_generic => Some(field::of_nested(ident, vis, fields)),
        _ => None,
    };
    let (outside, constants) = fields.unwrap_or_default();
    // So that a key that names one of its fields is not reported as well.
    let nested = (!is_generic).then(|| {
        quote! {
            #[automatically_derived]
            impl __rt::NestedStruct for #ident {
                type Struct = Self;
                fn nested(&self) -> __rt::Option<&Self> {
                    __rt::stub()
                }
            }
            #[automatically_derived]
            impl<__Number, __Name> __rt::HasField<__Number, __Name> for #ident {
                type Value = __rt::String;
                fn field(&self) -> &__rt::String {
                    __rt::stub()
                }
            }
        }
    });
    let keys = keys(remains);
    let (generics, arguments, bounds) = generics.split_for_impl();
    quote! {
        #outside
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
            #keys
            #nested
            #constants
        };
    }
}

/// The impls that let it be in keys, sets and maps.
fn keys(remains: &AttributeRemains) -> TokenStream {
    let ident = &remains.ident;
    let (generics, arguments, bounds) = remains.generics.split_for_impl();
    let rules = RULES.map(|rule| format_ident!("{rule}"));
    quote! {
        #[automatically_derived]
        impl #generics __rt::KeyPart for #ident #arguments #bounds {
            fn piece(&self) -> __rt::Option<__rt::Piece<'_>> {
                __rt::None
            }
        }
        #[automatically_derived]
        impl #generics __rt::KeyComponent for #ident #arguments #bounds {
            const SPELLING: __rt::Spelling = __rt::Spelling::Text;
            fn from_piece(_: __rt::Piece<'_>) -> __rt::Result<Self, __rt::KeyError> {
                __rt::stub()
            }
        }
        #(
            #[automatically_derived]
            impl #generics __rt::#rules for #ident #arguments #bounds {}
        )*
        #[automatically_derived]
        impl #generics __rt::NumberPart for #ident #arguments #bounds {
            const RANGE: __rt::Option<(__rt::i128, __rt::i128)> = __rt::None;
        }
        #[automatically_derived]
        impl #generics __rt::SetElement for #ident #arguments #bounds {
            const SET: __rt::AttributeType = __rt::AttributeType::Ss;
        }
        #[automatically_derived]
        impl #generics __rt::MapKey for #ident #arguments #bounds {
            fn to_key(&self) -> __rt::Cow<'_, __rt::str> {
                __rt::stub()
            }
            fn from_key(_: __rt::Cow<'_, __rt::str>) -> __rt::Result<Self, __rt::DecodeError> {
                __rt::stub()
            }
        }
    }
}
