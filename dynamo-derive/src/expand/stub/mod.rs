//! The code generated next to errors: the same types, methods and constants without behaviour, so
//! that a mistake in an option is reported once and not again at every use of the type.

mod attribute;
mod collection;
mod field;
mod item;
mod projected;
mod query;
mod view;

pub(crate) use attribute::attribute_stub;
pub(crate) use collection::collection_stub;
pub(crate) use item::item_stub;
pub(crate) use view::view_stub;

use proc_macro2::TokenStream;
use quote::quote;
use syn::Ident;

/// The traits of everything that is read.
fn record_stub(ident: &Ident) -> TokenStream {
    quote! {
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
    }
}
