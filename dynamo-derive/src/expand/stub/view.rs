//! A stand-in for a view with a mistake.

use proc_macro2::TokenStream;
use quote::quote;

use super::record_stub;
use crate::model::View;

/// The traits of a view, none of which is ever called.
pub(crate) fn view_stub(view: &View) -> TokenStream {
    let View {
        ident, krate, item, ..
    } = view;
    let record = record_stub(ident);
    quote! {
        const _: () = {
            use #krate::__private as __rt;
            #[automatically_derived]
            impl __rt::View for #ident {
                type Item = #item;
                const ATTRIBUTES: &'static [&'static __rt::str] = &[];
            }
            #record
        };
    }
}
