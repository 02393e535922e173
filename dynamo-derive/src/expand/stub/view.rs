//! A stand-in for a view with a mistake.

use proc_macro2::TokenStream;
use quote::quote;

use super::{arguments, record_stub};
use crate::model::ViewRemains;

/// The traits of a view, none of which is ever called: it is a view of any item.
pub(crate) fn view_stub(remains: &ViewRemains) -> TokenStream {
    let ViewRemains {
        ident,
        generics,
        krate,
    } = remains;
    let Some(arguments) = arguments(generics) else {
        return TokenStream::new();
    };
    let view = quote!(#ident #arguments);
    let record = record_stub(&view);
    quote! {
        const _: () = {
            use #krate::__private as __rt;
            #[automatically_derived]
            impl __rt::View for #view {
                type Item = __rt::AnyItem;
                const ATTRIBUTES: &'static [&'static __rt::str] = &[];
            }
            #record
        };
    }
}
