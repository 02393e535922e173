//! A struct around one value.

use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::Type;
use syn::spanned::Spanned;

use super::{Bodies, codec_impls};
use crate::model::{Attribute, Codec};

/// A struct around one value: stored like that value, and allowed wherever that value is.
pub(super) fn newtype(attribute: &Attribute, ty: &Type, codec: &Codec) -> TokenStream {
    let own = matches!(codec, Codec::Own);
    let (encode, decode) = match codec {
        Codec::Own => (
            quote_spanned!(ty.span()=> <#ty as __rt::Encode>::encode(&self.0, to)),
            quote_spanned!(ty.span()=> <#ty as __rt::Decode>::decode(__from).map(Self)),
        ),
        Codec::With(module) | Codec::Time { module, .. } => {
            let span = module.span();
            let encoded = quote_spanned!(span=> &#module::encode(&self.0));
            let decode = quote_spanned!(span=> __rt::decoder::<_, #ty, _>(#module::decode));
            (
                quote!(__rt::Encode::encode(#encoded, to)),
                quote!(__rt::decode_with(__from, #decode).map(Self)),
            )
        }
        Codec::Serde => (
            quote!(__rt::serde_encode(&self.0, to)),
            quote!(__rt::serde_decode(__from).map(Self)),
        ),
    };
    let absence = if own {
        (
            quote_spanned! {ty.span()=>
                fn is_absent(&self) -> __rt::bool { <#ty as __rt::Encode>::is_absent(&self.0) }
            },
            quote! {
                const NONES: __rt::u8 = *&<#ty as __rt::Decode>::NONES;
                const OPTIONAL: __rt::bool = <#ty as __rt::Decode>::OPTIONAL;
                fn absent() -> __rt::Option<Self> { <#ty as __rt::Decode>::absent().map(Self) }
            },
        )
    } else {
        Default::default()
    };
    let expected = if own {
        // Behind a reference, so that rustdoc does not show where generated code finds it.
        quote!(*&<#ty as __rt::Decode>::EXPECTED)
    } else {
        quote!("a value")
    };
    let codec = codec_impls(
        attribute,
        &Bodies {
            expected,
            encode,
            decode,
            absence,
            held: own.then_some(ty),
        },
    );
    let keys = own.then(|| newtype_keys(attribute, ty));
    quote! { #codec #keys }
}

/// A newtype can be in keys, sets and maps if its value can.
fn newtype_keys(attribute: &Attribute, ty: &Type) -> TokenStream {
    let ident = &attribute.ident;
    let (generics, arguments, _) = attribute.generics.split_for_impl();
    // The higher-ranked bound keeps each impl from being required of a value that lacks the trait.
    let when = |name: &str| {
        let name = format_ident!("{name}");
        quote!(where for<'__a> #ty: __rt::#name)
    };
    let (part, component) = (when("KeyPart"), when("KeyComponent"));
    let (element, key) = (when("SetElement"), when("MapKey"));
    let rules = [
        "PartitionKeyPart",
        "SortKeyPart",
        "TemplatePart",
        "UnpaddedSortPart",
        "UntimedPart",
        "TimePart",
        "TextPart",
        "IntegerPart",
        "NumberPart",
        "HasSize",
    ]
    .map(|rule| {
        let (name, bound) = (format_ident!("{rule}"), when(rule));
        let range = (rule == "NumberPart").then(|| {
            quote! {
                const RANGE: __rt::Option<(__rt::i128, __rt::i128)> = *&<#ty as __rt::NumberPart>::RANGE;
            }
        });
        quote! {
            #[doc(hidden)]
            #[automatically_derived]
            impl #generics __rt::#name for #ident #arguments #bound { #range }
        }
    });
    quote! {
        #[doc(hidden)]
        #[automatically_derived]
        impl #generics __rt::KeyPart for #ident #arguments #part {
            fn piece(&self) -> __rt::Option<__rt::Piece<'_>> {
                __rt::KeyPart::piece(&self.0)
            }
            fn lent_text(&self) -> __rt::Option<&__rt::str> {
                __rt::KeyPart::lent_text(&self.0)
            }
        }
        #[doc(hidden)]
        #[automatically_derived]
        impl #generics __rt::KeyComponent for #ident #arguments #component {
            const SPELLING: __rt::Spelling = *&<#ty as __rt::KeyComponent>::SPELLING;
            fn from_piece(piece: __rt::Piece<'_>) -> __rt::Result<Self, __rt::KeyError> {
                <#ty as __rt::KeyComponent>::from_piece(piece).map(Self)
            }
            fn check_text(text: &__rt::str) -> __rt::Result<(), __rt::KeyError> {
                <#ty as __rt::KeyComponent>::check_text(text)
            }
        }
        #(#rules)*
        #[doc(hidden)]
        #[automatically_derived]
        impl #generics __rt::SetElement for #ident #arguments #element {
            const SET: __rt::AttributeType = *&<#ty as __rt::SetElement>::SET;
        }
        #[doc(hidden)]
        #[automatically_derived]
        impl #generics __rt::MapKey for #ident #arguments #key {
            fn to_key(&self) -> __rt::Cow<'_, __rt::str> {
                __rt::MapKey::to_key(&self.0)
            }
            fn from_key(text: __rt::Cow<'_, __rt::str>) -> __rt::Result<Self, __rt::DecodeError> {
                <#ty as __rt::MapKey>::from_key(text).map(Self)
            }
        }
    }
}
