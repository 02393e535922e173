//! Derive macros of `dynamo-runtime`, which re-exports them: depend on that crate, not on this one.

mod attrs;
mod diag;
mod expand;
mod lower;
mod model;
mod span;
mod validate;

use std::hash::{DefaultHasher, Hash, Hasher};

use proc_macro2::TokenStream;
use quote::quote;
use syn::DeriveInput;
use syn::parse::{ParseStream, Parser};

use self::lower::{Derive, OpenItem};

#[doc = include_str!("../docs/item.md")]
#[proc_macro_derive(
    Item,
    attributes(table, key, gsi, lsi, vector, count, dynamo, collection)
)]
pub fn derive_item(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    item(input.into()).into()
}

#[doc = include_str!("../docs/table.md")]
#[proc_macro_derive(Table, attributes(table, key, gsi, lsi, vector, count, dynamo))]
pub fn derive_table(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    table(input.into(), place()).into()
}

/// A number for the place of the derive, which tells tables of one name apart.
fn place() -> u64 {
    let here = proc_macro::Span::call_site();
    let mut hasher = DefaultHasher::new();
    (here.file(), here.line(), here.column()).hash(&mut hasher);
    hasher.finish()
}

/// The second half of `derive(Item)` for a shared table: the table's macro hands it the items.
#[doc(hidden)]
#[proc_macro]
pub fn shared_item(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    item_of_shared_table(input.into()).into()
}

#[doc = include_str!("../docs/attribute.md")]
#[proc_macro_derive(
    Attribute,
    attributes(dynamo, table, key, gsi, lsi, vector, count, collection)
)]
pub fn derive_attribute(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    attribute(input.into()).into()
}

#[doc = include_str!("../docs/view.md")]
#[proc_macro_derive(View, attributes(view, dynamo, table, key, gsi, lsi, vector, count))]
pub fn derive_view(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    view(input.into()).into()
}

#[doc = include_str!("../docs/collection.md")]
#[proc_macro_derive(
    Collection,
    attributes(collection, dynamo, table, key, gsi, lsi, vector, count)
)]
pub fn derive_collection(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    collection(input.into()).into()
}

fn collection(input: TokenStream) -> TokenStream {
    let input = match syn::parse2(input) {
        Ok(input) => input,
        Err(error) => return error.into_compile_error(),
    };
    match lower::lower_collection(&input) {
        Ok(collection) => expand::collection(&collection),
        Err(failed) => {
            let errors = failed.errors.write_errors();
            let stub = failed.remains.as_ref().map(expand::collection_stub);
            quote! { #errors #stub }
        }
    }
}

fn view(input: TokenStream) -> TokenStream {
    let input = match syn::parse2(input) {
        Ok(input) => input,
        Err(error) => return error.into_compile_error(),
    };
    match lower::lower_view(&input) {
        Ok(view) => expand::view(&view),
        Err(failed) => {
            let errors = failed.errors.write_errors();
            let stub = failed.remains.as_ref().map(expand::view_stub);
            quote! { #errors #stub }
        }
    }
}

fn item(input: TokenStream) -> TokenStream {
    let mut parsed: DeriveInput = match syn::parse2(input.clone()) {
        Ok(input) => input,
        Err(error) => return error.into_compile_error(),
    };
    lower::respell(&mut parsed);
    if let Some((errors, derive)) = lower::another_derive(&parsed) {
        let errors = errors.write_errors();
        let meant = match derive {
            Derive::Table => table(input, place()),
            Derive::Collection => collection(input),
        };
        return quote! { #errors #meant };
    }
    let input = parsed;
    let open = OpenItem::read(&input);
    match open.shared_table() {
        // The table's own macro goes on with `shared_item`. Where there is none the compiler misses
        // a macro, of which the user knows nothing: the bound says what is missing. It cannot be
        // one error: a macro that is missed is always reported, and a stand-in for it, imported
        // where the path has none, is refused as ambiguous in expanded code.
        Some((table, krate)) => {
            open.hand_over();
            quote! {
                #table ! { { #krate::shared_item } #input }
                const _: () = <#table as #krate::__private::SharedTable>::IS_DECLARED;
            }
        }
        None => lowered_item(open, None),
    }
}

fn item_of_shared_table(input: TokenStream) -> TokenStream {
    let handed = |input: ParseStream<'_>| {
        let table;
        syn::braced!(table in input);
        Ok((table.parse::<DeriveInput>()?, input.parse::<DeriveInput>()?))
    };
    match handed.parse2(input) {
        Ok((table, input)) => {
            let open = OpenItem::read(&input);
            match lower::lower_table(&table) {
                Ok(table) => lowered_item(open, Some(&table)),
                // The table's mistakes were reported.
                Err(failed) => expand::item_stub(&open.remains(failed.remains.1.as_ref())),
            }
        }
        Err(error) => error.into_compile_error(),
    }
}

fn lowered_item(open: OpenItem<'_>, table: Option<&model::SharedTable>) -> TokenStream {
    match open.lower(table) {
        Ok(item) => expand::item(&item),
        Err(failed) => {
            // The type stays an `Item`, so that one bad option is not buried under errors from
            // every place that uses it.
            let errors = failed.errors.write_errors();
            let stub = expand::item_stub(&failed.remains);
            quote! { #errors #stub }
        }
    }
}

fn table(input: TokenStream, place: u64) -> TokenStream {
    let input: DeriveInput = match syn::parse2(input) {
        Ok(input) => input,
        Err(error) => return error.into_compile_error(),
    };
    match lower::lower_table(&input) {
        Ok(table) => expand::table(&table, &input.attrs, place),
        Err(failed) => {
            let errors = failed.errors.write_errors();
            let stub = expand::table_stub(&failed.remains.0, &input.attrs, place);
            quote! { #errors #stub }
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
        Err(failed) => {
            let errors = failed.errors.write_errors();
            let stub = expand::attribute_stub(&failed.remains);
            quote! { #errors #stub }
        }
    }
}

#[cfg(test)]
mod tests;
