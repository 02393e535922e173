//! Unit enums and other types that are stored as text.

use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};

use crate::expand::docs;
use crate::model::{Attribute, TextVariant, plain};

/// An enum of units: S, usable in keys, sets and maps.
pub(super) fn text(attribute: &Attribute, variants: &[TextVariant]) -> TokenStream {
    let ident = &attribute.ident;
    let idents: Vec<_> = variants.iter().map(|variant| &variant.ident).collect();
    let names: Vec<_> = variants.iter().map(|variant| &variant.name).collect();
    let expected = docs::one_of(&names);
    let variants = idents.iter().map(|variant| docs::variant(ident, variant));
    let conversions = quote! {
        #[doc(hidden)]
        #[automatically_derived]
        impl __rt::TextValue for #ident {
            const EXPECTED: &'static __rt::str = #expected;
            const VARIANTS: &'static [&'static __rt::str] = &[#(#variants),*];
            fn text(&self) -> __rt::Cow<'_, __rt::str> {
                __rt::Cow::Borrowed(match self {
                    #(Self::#idents => #names,)*
                })
            }
            fn from_text(text: &__rt::str) -> __rt::Option<Self> {
                match text {
                    #(#names => __rt::Some(Self::#idents),)*
                    _ => __rt::None,
                }
            }
        }
    };
    let impls = text_impls(attribute);
    quote! { #conversions #impls }
}

/// Any type, through its `Display` and `FromStr`: S, usable in keys, sets and maps.
pub(super) fn display(attribute: &Attribute) -> TokenStream {
    let ident = &attribute.ident;
    let (generics, arguments, bounds) = attribute.generics.split_for_impl();
    let expected = format!("S (the text of a `{}`)", plain(ident));
    let to_text = quote_spanned!(ident.span()=> <Self as __rt::ShownAsText>::to_text);
    let from_text = quote_spanned!(ident.span()=> <Self as __rt::ShownAsText>::from_text);
    let impls = text_impls(attribute);
    quote! {
        #[doc(hidden)]
        #[automatically_derived]
        impl #generics __rt::TextValue for #ident #arguments #bounds {
            const EXPECTED: &'static __rt::str = #expected;
            fn text(&self) -> __rt::Cow<'_, __rt::str> {
                __rt::Cow::Owned(#to_text(self))
            }
            fn from_text(text: &__rt::str) -> __rt::Option<Self> {
                #from_text(text)
            }
        }
        #impls
    }
}

/// The codec and the key traits of a type that is text.
fn text_impls(attribute: &Attribute) -> TokenStream {
    let ident = &attribute.ident;
    let (generics, arguments, bounds) = attribute.generics.split_for_impl();
    let rules = [
        "PartitionKeyPart",
        "SortKeyPart",
        "TemplatePart",
        "UnpaddedSortPart",
        "UntimedPart",
        "TextPart",
        "HasSize",
    ]
    .map(|rule| {
        let name = format_ident!("{rule}");
        quote! {
            #[doc(hidden)]
            #[automatically_derived]
            impl #generics __rt::#name for #ident #arguments #bounds {}
        }
    });
    quote! {
        #[doc(hidden)]
        #[automatically_derived]
        impl #generics __rt::Encode for #ident #arguments #bounds {
            fn encode(&self, to: &mut __rt::Encoder) -> __rt::Result<(), __rt::EncodeError> {
                to.string(&__rt::TextValue::text(self))
            }
        }
        #[doc(hidden)]
        #[automatically_derived]
        impl #generics __rt::Decode for #ident #arguments #bounds {
            const EXPECTED: &'static __rt::str = *&<Self as __rt::TextValue>::EXPECTED;
            const VARIANTS: &'static [&'static __rt::str] = *&<Self as __rt::TextValue>::VARIANTS;
            fn decode(from: &mut __rt::Decoder<'_>) -> __rt::Result<Self, __rt::DecodeError> {
                __rt::decode_text(from)
            }
        }
        #[doc(hidden)]
        #[automatically_derived]
        impl #generics __rt::KeyPart for #ident #arguments #bounds {
            fn piece(&self) -> __rt::Option<__rt::Piece<'_>> {
                __rt::Some(__rt::Piece::Text(__rt::TextValue::text(self)))
            }
        }
        #[doc(hidden)]
        #[automatically_derived]
        impl #generics __rt::KeyComponent for #ident #arguments #bounds {
            const SPELLING: __rt::Spelling = *&__rt::Spelling::Text;
            fn from_piece(piece: __rt::Piece<'_>) -> __rt::Result<Self, __rt::KeyError> {
                __rt::text_from_piece(piece)
            }
        }
        #(#rules)*
        #[doc(hidden)]
        #[automatically_derived]
        impl #generics __rt::SetElement for #ident #arguments #bounds {
            const SET: __rt::AttributeType = *&__rt::AttributeType::Ss;
        }
        #[doc(hidden)]
        #[automatically_derived]
        impl #generics __rt::MapKey for #ident #arguments #bounds {
            fn to_key(&self) -> __rt::Cow<'_, __rt::str> {
                __rt::TextValue::text(self)
            }
            fn from_key(text: __rt::Cow<'_, __rt::str>) -> __rt::Result<Self, __rt::DecodeError> {
                __rt::text_from_key(&text)
            }
        }
    }
}
