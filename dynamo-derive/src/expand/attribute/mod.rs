//! `#[derive(Attribute)]`: nested structs, unit enums, data enums, newtypes and types stored as
//! text.

mod newtype;
mod tagged;
mod text;

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Generics, Type, parse_quote};

use self::newtype::newtype;
use self::tagged::tagged;
use self::text::{display, text};
use super::codec::{self, Others, Reserved};
use super::encode::{self, Asked};
use super::{checks, docs, fields, names};
use crate::model::{Attribute, Field, Shape, Storage, name_number, plain};

/// Everything that is generated for a nested value.
pub(crate) fn attribute(attribute: &Attribute) -> TokenStream {
    let krate = &attribute.krate;
    let (outside, inside) = match &attribute.shape {
        Shape::Map(fields) => map(attribute, fields),
        Shape::Newtype { ty, codec } => (None, newtype(attribute, ty, codec)),
        Shape::Text(variants) => (None, text(attribute, variants)),
        Shape::Tagged(data) => (None, tagged(attribute, data)),
        Shape::Display => (None, display(attribute)),
    };
    // A type with constants has its page above them.
    let page = outside.is_none().then(|| page(attribute));
    quote! {
        #outside
        const _: () = {
            use #krate::__private as __rt;
            #page
            #inside
        };
    }
}

/// An impl that only documents. It has a trait, because rustdoc says of an empty impl without one that
/// it has no public items.
fn page(attribute: &Attribute) -> TokenStream {
    let (ident, docs) = (&attribute.ident, docs::attribute_page(attribute));
    let (generics, arguments, bounds) = attribute.generics.split_for_impl();
    quote! {
        #[doc = #docs]
        #[automatically_derived]
        impl #generics __rt::StoredValue for #ident #arguments #bounds {}
    }
}

/// The bodies of the two traits of the codec.
struct Bodies<'a> {
    expected: TokenStream,
    encode: TokenStream,
    decode: TokenStream,
    /// Methods of `Encode` and `Decode` besides the codec itself.
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
    let from = names::parameter("from");
    let sized = bodies.held.is_none().then(|| {
        let (generics, arguments, bounds) = attribute.generics.split_for_impl();
        quote! {
            #[doc(hidden)]
            #[automatically_derived]
            impl #generics __rt::HasSize for #ident #arguments #bounds {}
        }
    });
    // The page says how a value is stored; these are the machinery.
    quote! {
        #[doc(hidden)]
        #[automatically_derived]
        impl #encode_generics __rt::Encode for #ident #arguments #encode_bounds {
            fn encode(&self, to: &mut __rt::Encoder) -> __rt::Result<(), __rt::EncodeError> {
                #encode
            }
            #is_absent
        }
        #[doc(hidden)]
        #[automatically_derived]
        impl #decode_generics __rt::Decode for #ident #arguments #decode_bounds {
            const EXPECTED: &'static __rt::str = #expected;
            fn decode(#from: &mut __rt::Decoder<'_>) -> __rt::Result<Self, __rt::DecodeError> {
                let __from = #from;
                #decode
            }
            #absent
        }
        #sized
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

/// A struct: M, with one constant per field, so that expressions can name nested fields.
fn map(attribute: &Attribute, all: &[Field]) -> (Option<TokenStream>, TokenStream) {
    // A marker stands for a field of one type; that of a generic struct has many.
    let has_constants = attribute.generics.params.is_empty();
    let asked = if has_constants {
        Asked::ByConstant
    } else {
        Asked::Here
    };
    let writes = encode::encode_fields(all, &Reserved::of(all, None), asked);
    let count = names::bare(all.len());
    let numbered: Vec<_> = all.iter().enumerate().collect();
    let reading = codec::read(&numbered, &[], &Others::Rest(Reserved::of(all, None)));
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
    let nested = nested(attribute, all);
    if !has_constants {
        return (None, quote! { #codec #nested });
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
    let infos = named.iter().enumerate().map(|(number, field)| {
        fields::info(
            ident,
            &module,
            (number, field),
            &fields::Components::default(),
        )
    });
    let nones = checks::nones(checks::own_types(all));
    let page = docs::attribute_page(attribute);
    let inside = quote! {
        #nones
        #codec
        #nested
        #[doc = #page]
        impl #ident {
            #(#constants)*
        }
        #(#infos)*
    };
    (Some(markers), inside)
}

/// The fields that keys of items can name: `{address.city}`.
fn nested(attribute: &Attribute, all: &[Field]) -> TokenStream {
    let (ident, vis) = (&attribute.ident, &attribute.vis);
    let (generics, arguments, bounds) = attribute.generics.split_for_impl();
    // The type of a field may be as private as the field is, and an impl is as visible as the struct.
    let named = all.iter().filter(|field| {
        field.storage == Storage::Attribute && names::is_as_visible(vis, &field.vis)
    });
    let mut with_name = attribute.generics.clone();
    with_name.params.push(parse_quote!(__Name));
    let (with_name, ..) = with_name.split_for_impl();
    let named = named.map(|field| {
        let Field {
            ident: name, ty, ..
        } = field;
        let number = name_number(&plain(name));
        quote! {
            #[doc(hidden)]
            #[automatically_derived]
            impl #with_name __rt::HasField<__rt::FieldNumber<#number>, __Name>
                for #ident #arguments #bounds
            {
                type Value = #ty;
                fn field(&self) -> &#ty {
                    &self.#name
                }
            }
        }
    });
    quote! {
        #[doc(hidden)]
        #[automatically_derived]
        impl #generics __rt::NestedStruct for #ident #arguments #bounds {
            type Struct = Self;
            fn nested(&self) -> __rt::Option<&Self> {
                __rt::Some(self)
            }
        }
        #(#named)*
    }
}
