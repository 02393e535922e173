//! Attributes of an item on a type that is none.

use darling::ast::NestedMeta;
use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{Attribute, DeriveInput, Meta};

use crate::attrs::{COUNT, GSI, ITEM, KEY, LSI, TABLE, VECTOR};
use crate::diag::Diagnostics;

/// Reports the first attribute that only an item has, on a type that derives something else;
/// whether there is one. The type may derive `Item` as well, which then stands for it.
pub(super) fn has_item_attributes(
    input: &DeriveInput,
    derive: &str,
    diag: &mut Diagnostics,
) -> bool {
    let Some((name, span)) = input.attrs.iter().find_map(of_an_item) else {
        return false;
    };
    let message = format!(
        "{name} is for items, which `{derive}` does not make; derive `Item` alone, or remove it"
    );
    diag.error(span, message);
    true
}

fn of_an_item(attr: &Attribute) -> Option<(String, Span)> {
    let mut positions = [&TABLE, &KEY, &GSI, &LSI, &VECTOR, &COUNT].into_iter();
    if let Some(position) = positions.find(|position| position.is(attr)) {
        return Some((format!("`{}`", position.name), attr.path().span()));
    }
    let Meta::List(list) = &attr.meta else {
        return None;
    };
    let options = NestedMeta::parse_meta_list(list.tokens.clone()).ok();
    let options = options.filter(|_| ITEM.is(attr))?;
    options.iter().find_map(|option| match option {
        NestedMeta::Meta(meta) if meta.path().is_ident("table") => {
            Some(("`#[dynamo(table = ...)]`".to_owned(), meta.path().span()))
        }
        _ => None,
    })
}
