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
use quote::{ToTokens, quote};
use syn::{GenericParam, Generics};

/// The traits of everything that is read.
fn record_stub(ident: &impl ToTokens) -> TokenStream {
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

/// The arguments of the type that stands for one with parameters: `'static` for lifetimes, `()` for
/// types; `None` if there are others.
fn arguments(generics: &Generics) -> Option<TokenStream> {
    let argument = |param: &GenericParam| match param {
        GenericParam::Lifetime(_) => Some(quote!('static)),
        GenericParam::Type(_) => Some(quote!(())),
        GenericParam::Const(_) => None,
    };
    if generics.params.is_empty() {
        return Some(TokenStream::new());
    }
    let arguments = generics.params.iter().map(argument);
    let arguments = arguments.collect::<Option<Vec<_>>>()?;
    Some(quote!(<#(#arguments),*>))
}
