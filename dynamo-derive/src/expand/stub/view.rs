//! A stand-in for a view with a mistake.

use proc_macro2::TokenStream;
use quote::quote;

use crate::model::View;

/// The traits of a view, none of which is ever called.
pub(crate) fn view_stub(view: &View) -> TokenStream {
    let View {
        ident, krate, item, ..
    } = view;
    quote! {
        const _: () = {
            use #krate::__private as __rt;
            #[automatically_derived]
            impl __rt::View for #ident {
                type Item = #item;
                const ATTRIBUTES: &'static [&'static __rt::str] = &[];
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
        };
    }
}
