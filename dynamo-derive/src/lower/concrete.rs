//! The types of fields without the parameters of their struct, which an item does not have.

use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{GenericParam, Generics, Type};

/// The type with `'static` for each lifetime and `()` for each type that the struct takes.
pub(super) fn concrete(ty: &Type, generics: &Generics) -> Type {
    if generics.params.is_empty() {
        return ty.clone();
    }
    let tokens = replaced(ty.to_token_stream(), generics);
    syn::parse2(tokens).unwrap_or_else(|_| ty.clone())
}

fn replaced(tokens: TokenStream, generics: &Generics) -> TokenStream {
    let is_lifetime = |name: &Ident| {
        let mut lifetimes = generics.lifetimes();
        lifetimes.any(|param| param.lifetime.ident == *name)
    };
    let is_type = |name: &Ident| {
        let mut params = generics.params.iter();
        params.any(|param| matches!(param, GenericParam::Type(param) if param.ident == *name))
    };
    let mut after_quote = false;
    let replaced = tokens.into_iter().map(|token| {
        let was_quote = std::mem::take(&mut after_quote);
        match token {
            TokenTree::Ident(name) if was_quote && is_lifetime(&name) => {
                TokenTree::from(Ident::new("static", name.span()))
            }
            TokenTree::Ident(name) if !was_quote && is_type(&name) => {
                Group::new(Delimiter::Parenthesis, TokenStream::new()).into()
            }
            TokenTree::Group(group) => {
                Group::new(group.delimiter(), replaced(group.stream(), generics)).into()
            }
            token => {
                after_quote = matches!(&token, TokenTree::Punct(sign) if sign.as_char() == '\'');
                token
            }
        }
    });
    replaced.collect()
}
