//! `#[derive(Attribute)]`: nested structs, unit enums, data enums, newtypes and types stored as
//! text.

use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Generics, Type, parse_quote};

use super::codec::{self, Others};
use super::encode::{self, Asked};
use super::{docs, fields, names};
use crate::model::{
    Attribute, Codec, Field, Shape, Storage, Tagged, TextVariant, Variant, VariantData, plain,
};

/// Everything that is generated for a nested value.
pub(crate) fn attribute(attribute: &Attribute) -> TokenStream {
    let krate = &attribute.krate;
    let (outside, inside) = match &attribute.shape {
        Shape::Map(fields) => map(attribute, fields),
        Shape::Newtype { ty, codec } => (TokenStream::new(), newtype(attribute, ty, codec)),
        Shape::Text(variants) => (TokenStream::new(), text(attribute, variants)),
        Shape::Tagged(tagged) => (TokenStream::new(), self::tagged(attribute, tagged)),
        Shape::Display => (TokenStream::new(), display(attribute)),
    };
    quote! {
        #outside
        const _: () = {
            use #krate::__private as __rt;
            #inside
        };
    }
}

/// The bodies of the two traits of the codec.
struct Bodies<'a> {
    expected: TokenStream,
    encode: TokenStream,
    decode: TokenStream,
    /// Methods of `Encode` and `Decode` beside the codec itself.
    absence: (TokenStream, TokenStream),
    /// The type of a newtype's value, which is read back where that is.
    held: Option<&'a Type>,
}

fn codec_impls(attribute: &Attribute, bodies: &Bodies<'_>) -> TokenStream {
    let ident = &attribute.ident;
    let encoding = bounded(&attribute.generics, &parse_quote!(__rt::Encode));
    let mut decoding = bounded(&attribute.generics, &parse_quote!(__rt::Decode));
    if let Some(ty) = bodies.held {
        // Higher-ranked, so that a type that lacks both traits is reported for one.
        let bound = parse_quote!(for<'__a> #ty: __rt::Decode);
        decoding.make_where_clause().predicates.push(bound);
    }
    let (encode_generics, arguments, encode_bounds) = encoding.split_for_impl();
    let (decode_generics, _, decode_bounds) = decoding.split_for_impl();
    let Bodies {
        expected,
        encode,
        decode,
        absence: (is_absent, absent),
        ..
    } = bodies;
    quote! {
        #[automatically_derived]
        impl #encode_generics __rt::Encode for #ident #arguments #encode_bounds {
            fn encode(&self, to: &mut __rt::Encoder) -> __rt::Result<(), __rt::EncodeError> {
                #encode
            }
            #is_absent
        }
        #[automatically_derived]
        impl #decode_generics __rt::Decode for #ident #arguments #decode_bounds {
            const EXPECTED: &'static __rt::str = #expected;
            fn decode(__from: &mut __rt::Decoder<'_>) -> __rt::Result<Self, __rt::DecodeError> {
                #decode
            }
            #absent
        }
    }
}

/// The generics with a bound on every type parameter.
fn bounded(generics: &Generics, bound: &syn::TypeParamBound) -> Generics {
    let mut generics = generics.clone();
    for parameter in generics.type_params_mut() {
        parameter.bounds.push(bound.clone());
    }
    generics
}

/// A struct: M, with a constant a field so that expressions can name what is nested.
fn map(attribute: &Attribute, all: &[Field]) -> (TokenStream, TokenStream) {
    // A marker stands for a field of one type; that of a generic struct has many.
    let has_constants = attribute.generics.params.is_empty();
    let asked = if has_constants {
        Asked::ByConstant
    } else {
        Asked::Here
    };
    let writes = encode::encode_fields(all, false, asked);
    let count = all.len();
    let numbered: Vec<_> = all.iter().enumerate().collect();
    let reading = codec::read(&numbered, &[], &Others::Claimed(&[]));
    let (body, made) = (&reading.body, reading.finish(&quote!(Self)));
    let codec = codec_impls(
        attribute,
        &Bodies {
            expected: quote!("M"),
            encode: quote! {
                to.begin_map(#count)?;
                #writes
                to.end_map()
            },
            decode: quote! {
                __from.begin_map()?;
                #body
                #made
            },
            absence: Default::default(),
            held: None,
        },
    );
    if !has_constants {
        return (TokenStream::new(), codec);
    }
    let (ident, vis) = (&attribute.ident, &attribute.vis);
    let module = names::field_module(ident);
    let named: Vec<_> = all
        .iter()
        .filter(|field| field.storage == Storage::Attribute)
        .collect();
    let markers = named
        .iter()
        .map(|field| (&field.ident, names::narrower(vis, &field.vis)));
    let markers = fields::marker_module(vis, &module, markers);
    let constants = named.iter().map(|field| {
        fields::constant_item(vis, &module, field, &docs::nested_constant(ident, field))
    });
    let infos = named
        .iter()
        .enumerate()
        .map(|(number, field)| fields::info(ident, &module, (number, field), false));
    let inside = quote! {
        #codec
        #[automatically_derived]
        impl #ident {
            #(#constants)*
        }
        #(#infos)*
    };
    (markers, inside)
}

/// A struct around one value, stored as that value and wherever that value may be.
fn newtype(attribute: &Attribute, ty: &Type, codec: &Codec) -> TokenStream {
    let own = matches!(codec, Codec::Own);
    let (encode, decode) = match codec {
        Codec::Own => (
            quote_spanned!(ty.span()=> <#ty as __rt::Encode>::encode(&self.0, to)),
            quote_spanned!(ty.span()=> <#ty as __rt::Decode>::decode(__from).map(Self)),
        ),
        Codec::With(module) => {
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
                fn absent() -> __rt::Option<Self> { <#ty as __rt::Decode>::absent().map(Self) }
            },
        )
    } else {
        Default::default()
    };
    let expected = if own {
        quote!(<#ty as __rt::Decode>::EXPECTED)
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

/// What a newtype may be in keys, sets and maps is what its value may be.
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
        "TextPart",
        "IntegerPart",
        "NumberPart",
    ]
    .map(|rule| {
        let (name, bound) = (format_ident!("{rule}"), when(rule));
        quote! {
            #[automatically_derived]
            impl #generics __rt::#name for #ident #arguments #bound {}
        }
    });
    quote! {
        #[automatically_derived]
        impl #generics __rt::KeyPart for #ident #arguments #part {
            fn piece(&self) -> __rt::Option<__rt::Piece<'_>> {
                __rt::KeyPart::piece(&self.0)
            }
        }
        #[automatically_derived]
        impl #generics __rt::KeyComponent for #ident #arguments #component {
            const KIND: __rt::KeyKind = <#ty as __rt::KeyComponent>::KIND;
            fn from_piece(piece: __rt::Piece<'_>) -> __rt::Result<Self, __rt::KeyError> {
                <#ty as __rt::KeyComponent>::from_piece(piece).map(Self)
            }
            fn check_text(text: &__rt::str) -> __rt::Result<(), __rt::KeyError> {
                <#ty as __rt::KeyComponent>::check_text(text)
            }
        }
        #(#rules)*
        #[automatically_derived]
        impl #generics __rt::SetElement for #ident #arguments #element {
            const SET: __rt::AttributeType = <#ty as __rt::SetElement>::SET;
        }
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

/// An enum of units: S, usable in keys, sets and maps.
fn text(attribute: &Attribute, variants: &[TextVariant]) -> TokenStream {
    let ident = &attribute.ident;
    let idents: Vec<_> = variants.iter().map(|variant| &variant.ident).collect();
    let names: Vec<_> = variants.iter().map(|variant| &variant.name).collect();
    let expected = docs::one_of(&names);
    let conversions = quote! {
        #[automatically_derived]
        impl __rt::TextValue for #ident {
            const EXPECTED: &'static __rt::str = #expected;
            fn text(&self) -> __rt::Cow<'_, __rt::str> {
                __rt::Cow::Borrowed(match self {
                    #(Self::#idents => #names,)*
                })
            }
            fn from_text(text: &__rt::str) -> __rt::Option<Self> {
                match text {
                    #(#names => __rt::Option::Some(Self::#idents),)*
                    _ => __rt::Option::None,
                }
            }
        }
    };
    let impls = text_impls(attribute);
    quote! { #conversions #impls }
}

/// Any type, through its `Display` and `FromStr`: S, usable in keys, sets and maps.
fn display(attribute: &Attribute) -> TokenStream {
    let ident = &attribute.ident;
    let (generics, arguments, bounds) = attribute.generics.split_for_impl();
    let expected = format!("S (the text of a `{}`)", plain(ident));
    let to_text = quote_spanned!(ident.span()=> <Self as __rt::ToString>::to_string);
    let from_text = quote_spanned!(ident.span()=> <Self as __rt::FromStr>::from_str(text).ok());
    let impls = text_impls(attribute);
    quote! {
        #[automatically_derived]
        impl #generics __rt::TextValue for #ident #arguments #bounds {
            const EXPECTED: &'static __rt::str = #expected;
            fn text(&self) -> __rt::Cow<'_, __rt::str> {
                __rt::Cow::Owned(#to_text(self))
            }
            fn from_text(text: &__rt::str) -> __rt::Option<Self> {
                #from_text
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
        "TextPart",
    ]
    .map(|rule| {
        let name = format_ident!("{rule}");
        quote! {
            #[automatically_derived]
            impl #generics __rt::#name for #ident #arguments #bounds {}
        }
    });
    quote! {
        #[automatically_derived]
        impl #generics __rt::Encode for #ident #arguments #bounds {
            fn encode(&self, to: &mut __rt::Encoder) -> __rt::Result<(), __rt::EncodeError> {
                to.string(&__rt::TextValue::text(self))
            }
        }
        #[automatically_derived]
        impl #generics __rt::Decode for #ident #arguments #bounds {
            const EXPECTED: &'static __rt::str = <Self as __rt::TextValue>::EXPECTED;
            fn decode(__from: &mut __rt::Decoder<'_>) -> __rt::Result<Self, __rt::DecodeError> {
                __rt::decode_text(__from)
            }
        }
        #[automatically_derived]
        impl #generics __rt::KeyPart for #ident #arguments #bounds {
            fn piece(&self) -> __rt::Option<__rt::Piece<'_>> {
                __rt::Option::Some(__rt::Piece::Text(__rt::TextValue::text(self)))
            }
        }
        #[automatically_derived]
        impl #generics __rt::KeyComponent for #ident #arguments #bounds {
            const KIND: __rt::KeyKind = __rt::KeyKind::Text;
            fn from_piece(piece: __rt::Piece<'_>) -> __rt::Result<Self, __rt::KeyError> {
                __rt::text_from_piece(piece)
            }
        }
        #(#rules)*
        #[automatically_derived]
        impl #generics __rt::SetElement for #ident #arguments #bounds {
            const SET: __rt::AttributeType = __rt::AttributeType::Ss;
        }
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

/// An enum with data: M, with the variant's name under the tag.
fn tagged(attribute: &Attribute, tagged: &Tagged) -> TokenStream {
    let tag = &tagged.tag;
    let names: Vec<_> = tagged
        .variants
        .iter()
        .map(|variant| &variant.name)
        .collect();
    let expected = docs::one_of(&names);
    let writes = tagged
        .variants
        .iter()
        .map(|variant| variant_write(tagged, variant));
    let reads = tagged
        .variants
        .iter()
        .map(|variant| variant_read(tagged, variant));
    codec_impls(
        attribute,
        &Bodies {
            expected: quote!("M"),
            encode: quote! {
                match self {
                    #(#writes)*
                }
                to.end_map()
            },
            decode: quote! {
                let __variant = __rt::tag(__from, #tag)?;
                __from.begin_map()?;
                match &*__variant {
                    #(#reads)*
                    _ => __rt::Result::Err(__rt::unknown_variant(#tag, #expected)),
                }
            },
            absence: Default::default(),
            held: None,
        },
    )
}

fn variant_write(tagged: &Tagged, variant: &Variant) -> TokenStream {
    let Tagged { tag, content, .. } = tagged;
    let Variant {
        ident, name, data, ..
    } = variant;
    let (pattern, entries, count) = match data {
        VariantData::Unit => (TokenStream::new(), TokenStream::new(), 1),
        VariantData::Struct(all) => {
            let stored = all.iter().filter(|field| field.storage != Storage::Skip);
            let bound = stored.clone().map(|field| {
                let (name, local) = (&field.ident, names::local(&field.ident));
                quote!(#name: #local)
            });
            let writes = stored.map(|field| {
                let local = names::local(&field.ident);
                encode::encode_field(field, &quote!(#local), Asked::Here)
            });
            (
                quote!({ #(#bound,)* .. }),
                quote!(#(#writes)*),
                all.len() + 1,
            )
        }
        VariantData::Tuple(types) => {
            let locals: Vec<_> = (0..types.len())
                .map(|number| format_ident!("__{number}"))
                .collect();
            let write = match (locals.as_slice(), types.as_slice()) {
                ([one], [ty]) => {
                    let write = quote_spanned!(ty.span()=> <#ty as __rt::Stored>::write);
                    quote! { #write(#one, #content, to)?; }
                }
                (several, _) => quote! { to.entry(#content, &(#(#several),*))?; },
            };
            (quote!((#(#locals),*)), write, 2)
        }
    };
    quote! {
        Self::#ident #pattern => {
            to.begin_map(#count)?;
            to.entry(#tag, #name)?;
            #entries
        }
    }
}

fn variant_read(tagged: &Tagged, variant: &Variant) -> TokenStream {
    let content = &tagged.content;
    let Variant {
        ident, name, data, ..
    } = variant;
    let body = match data {
        VariantData::Unit => quote! {
            while __from.next_field(&[])?.is_some() {
                __from.skip()?;
            }
            __rt::Result::Ok(Self::#ident)
        },
        VariantData::Struct(all) => {
            let numbered: Vec<_> = all.iter().enumerate().collect();
            let reading = codec::read(&numbered, &[], &Others::Claimed(&[]));
            let (body, made) = (&reading.body, reading.finish(&quote!(Self::#ident)));
            quote! { #body #made }
        }
        VariantData::Tuple(types) => {
            let (pattern, ty) = match types.as_slice() {
                [one] => (quote!(value), quote!(#one)),
                several => {
                    let locals = (0..several.len()).map(|number| format_ident!("__{number}"));
                    (quote!((#(#locals),*)), quote!((#(#several),*)))
                }
            };
            let values = (0..types.len()).map(|number| format_ident!("__{number}"));
            let made = if types.len() == 1 {
                quote!(value)
            } else {
                quote!(#(#values),*)
            };
            quote! {
                let mut content = __rt::Slot::<#ty, __rt::Own>::new();
                const NAMES: &[&__rt::str] = &[#content];
                while let __rt::Option::Some(__field) = __from.next_known(NAMES)? {
                    __rt::read_at(content.read(__from), NAMES, __field)?;
                }
                let mut __fault = __rt::Fault::none();
                let __rt::Option::Some(#pattern) = content.required(#content, &mut __fault) else {
                    return __fault.into_result();
                };
                __rt::Result::Ok(Self::#ident(#made))
            }
        }
    };
    quote! { #name => { #body } }
}
