//! The names of generated types and locals.

use proc_macro2::{Literal, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::{Ident, Visibility};

use crate::model::{Item, plain};

pub(super) use crate::model::field_module;

/// The module of the query markers: `OrderQueries`.
pub(super) fn query_module(item: &Item) -> Ident {
    format_ident!("{}Queries", plain(&item.ident), span = Span::call_site())
}

/// The type that names a query: the item itself for its `query`, as in `Query<Order>`, and a marker
/// for the method of an index.
pub(super) fn query_marker(item: &Item, of_table: bool, method: &Ident) -> TokenStream {
    if of_table {
        return item.ident.to_token_stream();
    }
    let module = query_module(item);
    quote!(#module::#method)
}

/// The local that a field is decoded into. No other local has this name, whatever the field's name.
pub(super) fn local(field: &Ident) -> Ident {
    format_ident!("__field_{}", plain(field), span = Span::call_site())
}

/// A parameter that pages show, under a plain name. Hygiene keeps it from hiding a function of the user
/// that is called so.
pub(super) fn parameter(name: &str) -> Ident {
    Ident::new(name, Span::mixed_site())
}

/// A number as a person writes it, without the name of its type.
pub(super) fn bare(number: usize) -> Literal {
    Literal::usize_unsuffixed(number)
}

/// A name, as if it was written at a span.
pub(super) fn at(mut name: Ident, span: Span) -> Ident {
    name.set_span(span);
    name
}

/// The visibility of code generated for a field: the field's own, but no wider than that of its
/// struct.
pub(super) fn narrower<'a>(owner: &'a Visibility, field: &'a Visibility) -> &'a Visibility {
    if is_as_visible(owner, field) {
        owner
    } else {
        field
    }
}

/// Whether a field is seen wherever its struct is.
pub(super) fn is_as_visible(owner: &Visibility, field: &Visibility) -> bool {
    let width = |vis: &Visibility| match vis {
        Visibility::Inherited => 0,
        Visibility::Restricted(restricted) if restricted.path.is_ident("crate") => 2,
        Visibility::Restricted(_) => 1,
        Visibility::Public(_) => 3,
    };
    width(field) >= width(owner)
}

/// A visibility as it is written one module further in.
pub(super) fn inside(vis: &Visibility) -> TokenStream {
    match vis {
        Visibility::Public(_) => quote!(pub),
        Visibility::Inherited => quote!(pub(super)),
        Visibility::Restricted(restricted) => {
            let path = &restricted.path;
            match path.segments.first() {
                Some(first) if first.ident == "crate" => quote!(pub(in #path)),
                Some(first) if first.ident == "self" => quote!(pub(super)),
                _ => quote!(pub(in super::#path)),
            }
        }
    }
}
