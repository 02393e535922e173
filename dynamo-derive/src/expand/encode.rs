//! Fields to attributes, for items, nested structs and the variants of data enums.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

use super::codec::{Reserved, spanned};
use super::names::bare;
use super::roles;
use crate::model::{Codec, Field, Storage};

/// Where a field's type is required to be storable, so that every mistake is reported once.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Asked {
    /// The constant of the field.
    ByConstant,
    /// The code that writes it.
    Here,
}

/// Writes each stored field of `self`; a field that the runtime fills is written as filled.
pub(super) fn encode_fields(fields: &[Field], reserved: &Reserved, asked: Asked) -> TokenStream {
    let filled = matches!(reserved, Reserved::OfItem);
    let is_listed = |field: &Field| {
        let own = matches!(field.codec, Codec::Own) && field.storage == Storage::Attribute;
        own && asked == Asked::ByConstant
    };
    let values = fields.iter().enumerate().map(|(number, field)| {
        let name = &field.ident;
        if filled && roles::is_filled(field) {
            let number = bare(number);
            (field, quote!(stamps.get(#number).unwrap_or(&self.#name)))
        } else {
            (field, quote!(&self.#name))
        }
    });
    let is_written = |field: &Field| matches!(field.storage, Storage::Attribute | Storage::Flatten);
    let values: Vec<_> = values.filter(|(field, _)| is_written(field)).collect();
    let runs = values.chunk_by(|(one, _), (next, _)| is_listed(one) && is_listed(next));
    let writes = runs.map(|run| match run {
        [(field, value)] if !is_listed(field) => encode_field(field, value, reserved, asked),
        listed => entries(listed),
    });
    writes.collect()
}

/// Writes several fields. A list, because every `?` costs the compiler as much as the rest of a
/// field.
fn entries(fields: &[(&Field, TokenStream)]) -> TokenStream {
    let entries = fields.iter().map(|(field, value)| {
        let attribute = &field.attribute;
        quote!((#attribute, (#value).__to_store()),)
    });
    let entries: TokenStream = entries.collect();
    quote! {
        {
            #[allow(unused_imports, reason = "for types that cannot be stored")]
            use __rt::{ToStore as _, ToStoreOtherwise as _};
            to.entries(&[#entries])?;
        }
    }
}

/// Writes one field, given a reference to it.
pub(super) fn encode_field(
    field: &Field,
    value: &TokenStream,
    reserved: &Reserved,
    asked: Asked,
) -> TokenStream {
    let Field { attribute, ty, .. } = field;
    // A trait that the type lacks is reported on the type, a function that the module lacks on its
    // path.
    let span = ty.span();
    let write = match (field.storage, &field.codec, asked) {
        (Storage::KeyOnly | Storage::Skip | Storage::Nested { .. }, _, _) => {
            return TokenStream::new();
        }
        (Storage::Flatten, _, _) => {
            let write = quote_spanned!(span=> <#ty as __rt::Flatten>::encode_rest);
            let is_reserved = reserved.has(&quote!(name));
            return quote! { #write(#value, to, &|name| #is_reserved)?; };
        }
        (Storage::Attribute, Codec::With(module) | Codec::Time { module, .. }, _) => {
            let span = module.span();
            let value = spanned(value, span);
            let encoded = quote_spanned!(span=> &#module::encode(#value));
            return quote! { to.entry(#attribute, #encoded)?; };
        }
        (Storage::Attribute, Codec::Own, Asked::ByConstant) => {
            return entries(&[(field, value.clone())]);
        }
        (Storage::Attribute, Codec::Serde, Asked::ByConstant) => {
            return quote! { __rt::Value::by_serde(#value).write(#attribute, to)?; };
        }
        (Storage::Attribute, Codec::Own, Asked::Here) => {
            quote_spanned!(span=> <#ty as __rt::Stored>::write)
        }
        (Storage::Attribute, Codec::Serde, Asked::Here) => {
            quote_spanned!(span=> <#ty as __rt::StoredBySerde>::write)
        }
    };
    quote! { #write(#value, #attribute, to)?; }
}
