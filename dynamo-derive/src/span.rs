//! Tokens at another place, so that what is wrong with them is reported there.

use proc_macro2::{Group, Span, TokenStream, TokenTree};

/// The same tokens at another place, inside groups as well.
pub(crate) fn respanned(tokens: &TokenStream, span: Span) -> TokenStream {
    let tokens = tokens.clone().into_iter();
    tokens
        .map(|token| match token {
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), respanned(&group.stream(), span));
                inner.set_span(span);
                TokenTree::Group(inner)
            }
            mut token => {
                token.set_span(span);
                token
            }
        })
        .collect()
}
