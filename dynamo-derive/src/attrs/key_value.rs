//! The values that say what a key is built from.

use darling::FromMeta;
use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{Expr, LitStr, Meta};

use super::form::{COUNT_KEY, KEY, number, string, ungrouped};

/// The text of a key: one, or a list of them for a key of several attributes.
pub(crate) struct KeyValue {
    pub(crate) elements: Vec<KeyElement>,
    pub(crate) is_list: bool,
    pub(crate) span: Span,
    pub(crate) option: Span,
}

pub(crate) enum KeyElement {
    /// `"USER#{id}"`, or the name of a field.
    Template(LitStr),
    /// `literal("ALL")`.
    Constant(LitStr),
}

/// The arguments of the key of a counter's item: one argument of its `key(…)`, or a list of them.
pub(crate) struct CountKey {
    pub(crate) elements: Vec<CountElement>,
    pub(crate) span: Span,
}

pub(crate) enum CountElement {
    /// The name of a field.
    Field(LitStr),
    /// `shard(16)`.
    Shard(u32, Span),
}

fn key_element(expr: &Expr) -> Option<KeyElement> {
    match ungrouped(expr) {
        Expr::Call(call) => {
            let Expr::Path(function) = &*call.func else {
                return None;
            };
            let is_literal = function.path.is_ident("literal") && call.args.len() == 1;
            is_literal.then(|| string(&call.args[0]).map(KeyElement::Constant))?
        }
        text => string(text).map(KeyElement::Template),
    }
}

fn key_elements(expr: &Expr) -> Option<Vec<KeyElement>> {
    match expr {
        Expr::Array(list) => list.elems.iter().map(key_element).collect(),
        _ => Some(vec![key_element(expr)?]),
    }
}

fn count_element(expr: &Expr) -> Option<CountElement> {
    match ungrouped(expr) {
        Expr::Call(call) => {
            let Expr::Path(function) = &*call.func else {
                return None;
            };
            let is_shard = function.path.is_ident("shard") && call.args.len() == 1;
            let count = is_shard.then(|| number(&call.args[0]))??;
            Some(CountElement::Shard(count, call.args[0].span()))
        }
        text => string(text).map(CountElement::Field),
    }
}

fn count_elements(expr: &Expr) -> Option<Vec<CountElement>> {
    match expr {
        Expr::Array(list) => list.elems.iter().map(count_element).collect(),
        _ => Some(vec![count_element(expr)?]),
    }
}

impl FromMeta for CountKey {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        Ok(Self {
            elements: COUNT_KEY.read(item, count_elements)?,
            span: COUNT_KEY.value(item)?.span(),
        })
    }
}

impl FromMeta for KeyValue {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        let value = KEY.value(item)?;
        let is_list = matches!(value, Expr::Array(_));
        let elements = KEY.read(item, key_elements)?;
        Ok(Self {
            elements,
            is_list,
            span: value.span(),
            option: item.path().span(),
        })
    }
}
