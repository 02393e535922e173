//! The `when` conditions: one function each, over the fields it reads.

use proc_macro2::{Group, TokenStream, TokenTree};
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned;

use super::index_keys::primary_fields;
use super::names::{at, bare, local};
use super::roles::is_filled;
use crate::model::{Item, When};

/// The functions, generated next to the impls.
pub(super) fn functions(item: &Item) -> TokenStream {
    let functions = whens(item).enumerate().map(|(number, when)| {
        let name = format_ident!("when_{number}");
        let expr = &when.expr;
        let body = over_locals(quote!(#expr));
        // A wrong type is reported at the user's own tokens.
        let body = quote_spanned!(expr.span()=> __rt::WhenValue::holds(#body));
        let parameters = when.fields.iter().map(|field| {
            let field = &item.fields[*field];
            let (local, ty) = (local(&field.ident), &field.ty);
            quote!(#local: &#ty)
        });
        quote! {
            #[allow(
                unused_parens,
                clippy::all,
                clippy::pedantic,
                reason = "the condition is written over `self` and read over its fields"
            )]
            fn #name(#(#parameters),*) -> __rt::bool {
                #body
            }
        }
    });
    functions.collect()
}

/// `Item::holds` and `Item::holds_with`; none if there is no condition.
pub(super) fn methods(item: &Item) -> TokenStream {
    let primary = primary_fields(item);
    let count = whens(item).count();
    if count == 0 {
        return TokenStream::new();
    }
    let numbers = (0..count).map(bare);
    let names: Vec<_> = (0..count)
        .map(|number| format_ident!("when_{number}"))
        .collect();
    let own = whens(item).map(|when| {
        let fields = when.fields.iter().map(|number| {
            let name = &item.fields[*number].ident;
            if is_filled(&item.fields[*number]) {
                let number = bare(*number);
                quote!(stamps.get(#number).unwrap_or(&self.#name))
            } else {
                quote!(&self.#name)
            }
        });
        quote!(#(#fields),*)
    });
    let reads_filled = whens(item)
        .flat_map(|when| &when.fields)
        .any(|number| is_filled(&item.fields[*number]));
    let stamps = if reads_filled {
        quote!(stamps)
    } else {
        quote!(_)
    };
    let given = whens(item).map(|when| {
        let fields = when.fields.iter().map(|number| {
            let ty = &item.fields[*number].ty;
            let (is_key, number) = (primary.contains(number), bare(*number));
            if is_key {
                quote!(&__rt::KeyField::<#ty>::of(values).component(#number)?)
            } else {
                quote!(values.get::<#ty>(#number)?)
            }
        });
        quote!(#(#fields),*)
    });
    let again = numbers.clone();
    quote! {
        fn holds(&self, condition: __rt::usize, #stamps: &__rt::Stamps) -> __rt::bool {
            match condition {
                #(#numbers => #names(#own),)*
                _ => true,
            }
        }
        fn holds_with(condition: __rt::usize, values: &__rt::Partial<'_>) -> __rt::Option<__rt::bool> {
            match condition {
                #(#again => __rt::Some(#names(#given)),)*
                _ => __rt::None,
            }
        }
    }
}

/// The conditions by number: those of indexes, then those of counters.
pub(super) fn whens(item: &Item) -> impl Iterator<Item = &When> {
    let counts = item.counts.iter().filter_map(|count| count.when.as_ref());
    of_indexes(item).chain(counts)
}

pub(super) fn of_indexes(item: &Item) -> impl Iterator<Item = &When> {
    let queries = item.indexes.iter().flat_map(|index| &index.queries);
    queries.filter_map(|query| query.when.as_ref())
}

/// Turns `self.field` into the local that holds a reference to it.
fn over_locals(tokens: TokenStream) -> TokenStream {
    let mut tokens = tokens.into_iter().peekable();
    let mut out = TokenStream::new();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Ident(ident) if ident == "self" => {
                // Validation admits `self` only as `self.field`.
                tokens.next();
                if let Some(TokenTree::Ident(field)) = tokens.next() {
                    let local = at(local(&field), field.span());
                    out.extend(quote_spanned!(field.span()=> (*#local)));
                }
            }
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), over_locals(group.stream()));
                inner.set_span(group.span());
                out.extend([TokenTree::Group(inner)]);
            }
            other => out.extend([other]),
        }
    }
    out
}
