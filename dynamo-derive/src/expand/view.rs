//! `#[derive(View)]`: some of an item's fields, read by the item's own names and codecs.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Ident, Path};

use super::codec::spanned;
use super::docs;
use super::names::{bare, field_module, local};
use crate::model::{View, plain};

/// Everything that is generated for a view.
pub(crate) fn view(view: &View) -> TokenStream {
    let View {
        ident,
        krate,
        item,
        fields,
    } = view;
    let name = plain(ident);
    let page = docs::view_page(view);
    let module = module(item);
    let idents: Vec<_> = fields.iter().map(|(ident, _)| ident).collect();
    let locals: Vec<_> = idents.iter().map(|ident| local(ident)).collect();
    let numbers = (0..fields.len()).map(bare);
    let stored: Vec<_> = fields
        .iter()
        .map(|(ident, ty)| {
            let field = quote!(<#module::#ident as __rt::ViewField<#ty>>);
            spanned(&field, ident.span())
        })
        .collect();
    quote! {
        const _: () = {
            use #krate::__private as __rt;
            const ATTRIBUTES: &[&__rt::str] = &[#(<#module::#idents as __rt::ViewedField>::READ_FROM),*];
            #[doc = #page]
            #[automatically_derived]
            impl __rt::View for #ident {
                type Item = #item;
                const ATTRIBUTES: &'static [&'static __rt::str] = *&ATTRIBUTES;
            }
            #[automatically_derived]
            impl __rt::Record for #ident {
                const NAME: &'static __rt::str = #name;
                fn decode(from: &mut __rt::Decoder<'_>) -> __rt::Result<Self, __rt::DecodeError> {
                    <Self as __rt::Record>::decode_with(from, &mut __rt::Default::default())
                }
                fn decode_with(
                    from: &mut __rt::Decoder<'_>,
                    keys: &mut __rt::Keys,
                ) -> __rt::Result<Self, __rt::DecodeError> {
                    #(let mut #locals = __rt::None;)*
                    let mut __read: __rt::ViewKeys = __rt::Default::default();
                    from.begin_item()?;
                    while let __rt::Some(field) = from.next_field(ATTRIBUTES)? {
                        match field {
                            #(#numbers => #stored::read(from, &mut #locals, &mut __read)?,)*
                            _ => keys.take(from)?,
                        }
                    }
                    __read.keep(keys);
                    __rt::Ok(Self { #(#idents: #stored::required(#locals, &mut __read)?),* })
                }
            }
            #[doc(hidden)]
            #[automatically_derived]
            impl __rt::Components for #ident {
                fn component(&self, field: __rt::usize) -> __rt::Option<&dyn __rt::KeyPart> {
                    #(
                        if field == <#module::#idents as __rt::FieldInfo>::NUMBER {
                            return <#module::#idents as __rt::ViewedField>::part(&self.#idents);
                        }
                    )*
                    __rt::None
                }
            }
        };
    }
}

/// The module of the item's markers, next to the item.
fn module(item: &Path) -> Path {
    let mut path = item.clone();
    if let Some(last) = path.segments.last_mut() {
        let ident: Ident = field_module(&last.ident);
        last.ident = ident;
    }
    path
}
