//! `when = <expr>`: which fields it reads.
//!
//! Looked at token by token, so that what stands inside `matches!(...)` is seen as well.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{Expr, ExprClosure, ExprLit, Lit};

use super::template::find;
use crate::diag::{self, Diagnostics};
use crate::model::{Field, Storage, When, plain};

/// Lowers the condition of an index; fields are in order of appearance, each once.
pub(super) fn when(expr: &Expr, fields: &[Field], diag: &mut Diagnostics) -> When {
    let mut reads = Reads {
        fields,
        found: Vec::new(),
    };
    let tokens = expr.to_token_stream();
    if let Expr::Lit(ExprLit {
        lit: Lit::Str(text),
        ..
    }) = expr
    {
        let message = format!(
            "`when` takes an expression, not text; write `when = {}`",
            text.value()
        );
        diag.error(text.span(), message);
    }
    if let Expr::Closure(closure) = expr {
        let body = over_self(closure);
        let message = format!(
            "`when` is an expression over `self`, not a closure; write `when = {}`",
            written(&body),
        );
        diag.error(expr.span(), message);
        let mut guesses = Diagnostics::new();
        reads.visit(body, &mut guesses);
        guesses.discard();
    } else if first(tokens.clone(), &|ident| ident == "self").is_none() {
        reads.report_bare(tokens.clone(), diag);
    }
    reads.visit(tokens, diag);
    When {
        expr: expr.clone(),
        fields: reads.found,
    }
}

/// The body of a closure, with `self` for its parameter.
fn over_self(closure: &ExprClosure) -> TokenStream {
    let is_name = |ident: &Ident| ident != "mut" && ident != "ref";
    let inputs = closure.inputs.first().map(ToTokens::to_token_stream);
    let parameter = inputs.and_then(|tokens| first(tokens, &is_name));
    let body = closure.body.to_token_stream();
    match parameter {
        Some(parameter) => renamed(body, &parameter),
        None => body,
    }
}

fn renamed(tokens: TokenStream, from: &Ident) -> TokenStream {
    let token = |token| match token {
        TokenTree::Ident(ident) if ident == *from => Ident::new("self", ident.span()).into(),
        TokenTree::Group(group) => {
            Group::new(group.delimiter(), renamed(group.stream(), from)).into()
        }
        other => other,
    };
    tokens.into_iter().map(token).collect()
}

/// An expression as a person writes it.
fn written(tokens: &TokenStream) -> String {
    let text = tokens.to_string();
    let text = text.replace(" . ", ".").replace("! ", "!");
    text.replace(" (", "(")
        .replace("( ", "(")
        .replace(" )", ")")
}

struct Reads<'a> {
    fields: &'a [Field],
    found: Vec<usize>,
}

impl Reads<'_> {
    fn visit(&mut self, tokens: TokenStream, diag: &mut Diagnostics) {
        let tokens: Vec<_> = tokens.into_iter().collect();
        for (at, token) in tokens.iter().enumerate() {
            match token {
                TokenTree::Group(group) => self.visit(group.stream(), diag),
                TokenTree::Ident(ident) if ident == "self" => {
                    self.read(ident.span(), &tokens[at + 1..], diag);
                }
                _ => {}
            }
        }
    }

    /// Reports the first field that is named without `self`, in a condition that never says `self`.
    fn report_bare(&self, tokens: TokenStream, diag: &mut Diagnostics) {
        let is_field = |ident: &Ident| {
            let mut fields = self.fields.iter();
            fields.any(|field| plain(&field.ident) == plain(ident))
        };
        if let Some(ident) = first(tokens, &is_field) {
            let message = format!("`{ident}` is a field; write `self.{ident}`");
            diag.error(ident.span(), message);
        }
    }

    /// Checks what follows `self`.
    fn read(&mut self, span: Span, rest: &[TokenTree], diag: &mut Diagnostics) {
        let [TokenTree::Punct(dot), TokenTree::Ident(name), rest @ ..] = rest else {
            return diag.error(
                span,
                "`when` sees the item's fields only; write `self.field`",
            );
        };
        if dot.as_char() != '.' {
            return diag.error(
                span,
                "`when` sees the item's fields only; write `self.field`",
            );
        }
        if is_call(rest) {
            let message = format!(
                "`when` sees the item's fields only, not its method `{name}`; write the condition \
                 over `self.field`"
            );
            return diag.error(name.span(), message);
        }
        self.field(name, diag);
    }

    fn field(&mut self, name: &Ident, diag: &mut Diagnostics) {
        let text = plain(name);
        let by_name = find(self.fields, &text).filter(|at| plain(&self.fields[*at].ident) == text);
        let Some(field) = by_name else {
            let known: Vec<_> = self
                .fields
                .iter()
                .map(|field| plain(&field.ident))
                .collect();
            return diag.error(name.span(), diag::unknown("field", &text, &known));
        };
        // An update could not tell whether the condition still holds.
        if matches!(self.fields[field].storage, Storage::Skip | Storage::Flatten) {
            let message = format!(
                "`{text}` has no attribute of its own, so `when` cannot depend on it; write it \
                 over stored fields"
            );
            return diag.error(name.span(), message);
        }
        if !self.found.contains(&field) {
            self.found.push(field);
        }
    }
}

/// The first identifier, at any depth, for which something holds.
fn first(tokens: TokenStream, holds: &impl Fn(&Ident) -> bool) -> Option<Ident> {
    tokens.into_iter().find_map(|token| match token {
        TokenTree::Ident(ident) if holds(&ident) => Some(ident),
        TokenTree::Group(group) => first(group.stream(), holds),
        _ => None,
    })
}

/// Whether the ident before is called: `name(...)` or `name::<T>(...)`.
fn is_call(rest: &[TokenTree]) -> bool {
    match rest {
        [TokenTree::Group(group), ..] => group.delimiter() == Delimiter::Parenthesis,
        [TokenTree::Punct(one), TokenTree::Punct(two), ..] => {
            one.as_char() == ':' && two.as_char() == ':'
        }
        _ => false,
    }
}
