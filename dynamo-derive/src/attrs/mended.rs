//! A list of options that cannot be read, as it is meant.

use proc_macro2::{Spacing, TokenStream, TokenTree};
use quote::quote;

/// The options with a comma before each, and an equals sign behind its name.
pub(super) fn mended(tokens: TokenStream) -> TokenStream {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let is = |token: Option<&TokenTree>, signs: &[char]| match token {
        Some(TokenTree::Punct(sign)) => {
            signs.contains(&sign.as_char()) && sign.spacing() == Spacing::Alone
        }
        _ => false,
    };
    let is_name = |at: usize| {
        matches!(tokens.get(at), Some(TokenTree::Ident(_))) && is(tokens.get(at + 1), &['=', ':'])
    };
    let mut mended = TokenStream::new();
    for (at, token) in tokens.iter().enumerate() {
        let is_sign = at > 0 && is_name(at - 1);
        if is_name(at) && at > 0 && !is(tokens.get(at - 1), &[',', ';']) {
            mended.extend([quote!(,)]);
        }
        mended.extend([match token {
            _ if is_sign => quote!(=),
            _ if is(Some(token), &[';']) => quote!(,),
            _ => quote!(#token),
        }]);
    }
    mended
}
