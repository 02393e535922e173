//! Enums with data: a map, with an entry that says which variant it is.

use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned;

use super::{Bodies, codec_impls};
use crate::expand::codec::{self, Others, Reserved};
use crate::expand::encode::{self, Asked};
use crate::expand::{checks, docs, names};
use crate::model::{Attribute, Storage, Tagged, Variant, VariantData};

/// An enum with data: M, with the variant's name under the tag.
pub(super) fn tagged(attribute: &Attribute, tagged: &Tagged) -> TokenStream {
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
    let codec = codec_impls(
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
                    _ => __rt::Err(__rt::unknown_variant(#tag, #expected)),
                }
            },
            absence: Default::default(),
            held: None,
        },
    );
    let variants = tagged.variants.iter();
    let held = variants.flat_map(|variant| match &variant.data {
        VariantData::Struct(all) => checks::own_types(all).collect::<Vec<_>>(),
        VariantData::Tuple(types) => types.iter().collect(),
        VariantData::Unit => Vec::new(),
    });
    // The types of a generic enum are not known here.
    let is_generic = !attribute.generics.params.is_empty();
    let nones = (!is_generic).then(|| checks::nones(held));
    quote! { #nones #codec }
}

fn variant_write(tagged: &Tagged, variant: &Variant) -> TokenStream {
    let Tagged { tag, content, .. } = tagged;
    let Variant {
        ident, name, data, ..
    } = variant;
    let (pattern, entries, count) = match data {
        VariantData::Unit => (TokenStream::new(), TokenStream::new(), 1),
        VariantData::Struct(all) => {
            let reserved = Reserved::of(all, Some(tag));
            let stored = all.iter().filter(|field| field.storage != Storage::Skip);
            let bound = stored.clone().map(|field| {
                let (name, local) = (&field.ident, names::local(&field.ident));
                quote!(#name: #local)
            });
            let writes = stored.map(|field| {
                let local = names::local(&field.ident);
                encode::encode_field(field, &quote!(#local), &reserved, Asked::Here)
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
    let count = names::bare(count);
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
            __rt::Ok(Self::#ident)
        },
        VariantData::Struct(all) => {
            let numbered: Vec<_> = all.iter().enumerate().collect();
            let reading = codec::read(
                &numbered,
                &[],
                &Others::Rest(Reserved::of(all, Some(&tagged.tag))),
            );
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
                let mut content = __rt::Slot::<#ty, _>::own();
                const NAMES: &[&__rt::str] = &[#content];
                while let __rt::Some(__field) = __from.next_known(NAMES)? {
                    __rt::read_at(content.read(__from), NAMES, __field)?;
                }
                let mut __fault = __rt::Fault::none();
                let __rt::Some(#pattern) = content.required(#content, &mut __fault) else {
                    return __fault.into_result();
                };
                __rt::Ok(Self::#ident(#made))
            }
        }
    };
    quote! { #name => { #body } }
}
