//! From the model to code: nothing here can fail.
//!
//! Types that a user names are generated next to the struct; everything else is in one `const _`
//! block, where the runtime is called `__rt`.

mod attribute;
mod checks;
mod codec;
mod collection;
mod conditions;
mod counts;
mod docs;
mod encode;
mod fields;
mod index_keys;
mod keys;
mod names;
mod projected;
mod queries;
mod roles;
mod schema;
mod stub;
mod table;
mod templates;
mod updates;
mod vectors;
mod view;

use proc_macro2::TokenStream;
use quote::quote;

use crate::model::Item;

pub(crate) use attribute::attribute;
pub(crate) use collection::collection;
pub(crate) use stub::{attribute_stub, collection_stub, item_stub, view_stub};
pub(crate) use table::{table, table_stub};
pub(crate) use view::view;

/// Everything that is generated for an item.
pub(crate) fn item(item: &Item) -> TokenStream {
    let krate = &item.krate;
    let markers = [fields::markers(item), queries::markers(item)];
    let projected = projected::structs(item);
    let inside = [
        checks::key_parts(item),
        checks::declared_types(item),
        checks::delimiters(item),
        checks::alternatives(item),
        checks::nested_in_primary(item),
        checks::nones(checks::own_types(&item.fields)),
        vectors::checks(item),
        conditions::functions(item),
        schema::item_impl(item),
        codec::record_impl(item),
        keys::components_impl(item),
        fields::impls(item),
        updates::impls(item),
        roles::impls(item),
        counts::impls(item),
        queries::impls(item),
        vectors::impls(item),
        projected::impls(item),
    ];
    let ident = &item.ident;
    let reads = [keys::key_method(item), queries::methods(item)];
    let constants = fields::constants(item);
    let (page, names) = (docs::item_page(item), docs::constants_page());
    let table = match item.table.shared {
        None => schema::table_impl(item, &item.table),
        Some(_) => TokenStream::new(),
    };
    quote! {
        #(#markers)*
        #projected
        const _: () = {
            use #krate::__private as __rt;
            #[allow(unused_imports, reason = "for types that cannot be in a key")]
            use __rt::Unspelled as _;
            #[doc = #page]
            #[allow(dead_code, reason = "not every generated method is called")]
            impl #ident {
                #(#reads)*
            }
            #[doc = #names]
            #[allow(dead_code, reason = "not every generated constant is named")]
            impl #ident {
                #constants
            }
            #table
            #(#inside)*
        };
    }
}
