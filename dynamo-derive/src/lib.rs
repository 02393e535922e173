//! Derive macros of `dynamo-runtime`, which re-exports them: depend on that crate, not on this one.

mod attrs;
mod diag;
mod expand;
mod lower;
mod model;
mod validate;

use proc_macro2::TokenStream;

#[doc = include_str!("../docs/item.md")]
#[proc_macro_derive(Item, attributes(table, key, gsi, lsi, dynamo))]
pub fn derive_item(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    item(input.into()).into()
}

#[doc = include_str!("../docs/attribute.md")]
#[proc_macro_derive(Attribute, attributes(dynamo))]
pub fn derive_attribute(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    attribute(input.into()).into()
}

#[doc = include_str!("../docs/view.md")]
#[proc_macro_derive(View, attributes(view, dynamo))]
pub fn derive_view(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    view(input.into()).into()
}

fn view(input: TokenStream) -> TokenStream {
    let input = match syn::parse2(input) {
        Ok(input) => input,
        Err(error) => return error.into_compile_error(),
    };
    match lower::lower_view(&input) {
        Ok(view) => expand::view(&view),
        Err(errors) => errors.write_errors(),
    }
}

fn item(input: TokenStream) -> TokenStream {
    let input = match syn::parse2(input) {
        Ok(input) => input,
        Err(error) => return error.into_compile_error(),
    };
    match lower::lower_and_validate(&input) {
        Ok(item) => expand::item(&item),
        Err(errors) => {
            // The type stays an `Item`, so that one bad option is not buried under errors from
            // every place that uses it.
            let errors = errors.write_errors();
            let stub = expand::item_stub(&input);
            quote::quote! { #errors #stub }
        }
    }
}

fn attribute(input: TokenStream) -> TokenStream {
    let input = match syn::parse2(input) {
        Ok(input) => input,
        Err(error) => return error.into_compile_error(),
    };
    match lower::lower_attribute(&input) {
        Ok(attribute) => expand::attribute(&attribute),
        Err(errors) => {
            let errors = errors.write_errors();
            let stub = expand::attribute_stub(&input);
            quote::quote! { #errors #stub }
        }
    }
}

#[cfg(test)]
mod tests;
