//! Components that are fields of a nested struct: each becomes a field of its own, which is read
//! through the one it is in.

use std::cell::RefCell;

use proc_macro2::Span;
use quote::ToTokens;
use syn::{Ident, Path, Type, parse_quote_spanned};

use super::template::{find, is_identifier};
use crate::model::{Codec, Field, Storage, name_marker, plain};
use crate::span::respanned;

/// The nested components of an item, in the order in which its templates name them.
pub(super) struct Nesting<'a> {
    fields: &'a [Field],
    /// The item.
    ident: &'a Ident,
    /// Path of the runtime crate.
    krate: &'a Path,
    found: RefCell<Vec<Field>>,
}

impl<'a> Nesting<'a> {
    pub(super) fn new(fields: &'a [Field], ident: &'a Ident, krate: &'a Path) -> Self {
        Self {
            fields,
            ident,
            krate,
            found: RefCell::default(),
        }
    }

    /// The number of the component `address.city`; `None` unless its first name is a field and the
    /// others are names.
    pub(super) fn number(&self, text: &str, span: Span) -> Option<usize> {
        let (first, rest) = text.split_once('.')?;
        let of = find(self.fields, first)?;
        let path: Vec<String> = rest.split('.').map(str::to_owned).collect();
        if !path.iter().all(|name| is_identifier(name)) {
            return None;
        }
        let mut found = self.found.borrow_mut();
        let is_same =
            |field: &Field| field.storage == (Storage::Nested { of }) && field.path == path;
        let at = found.iter().position(is_same).unwrap_or_else(|| {
            found.push(self.component(of, path, span));
            found.len() - 1
        });
        Some(self.fields.len() + at)
    }

    /// The name of a nested component in messages; `None` if the number is a field's.
    pub(super) fn title(&self, number: usize) -> Option<String> {
        let at = number.checked_sub(self.fields.len())?;
        self.found.borrow().get(at).map(Field::title)
    }

    /// The type of a field of a nested struct.
    fn value(&self, ty: &Type, name: &impl ToTokens, span: Span) -> Type {
        let mut krate = self.krate.clone();
        match &mut krate.leading_colon {
            // An alias, because rustdoc shows the types of constants and arguments as they are written.
            // A message about it is as long as its first and last tokens say.
            Some(colons) => {
                colons.spans = [span; 2];
                parse_quote_spanned! { span => #krate::__private::NestedValue<#ty, #name> }
            }
            None => parse_quote_spanned! { span =>
                <<#ty as #krate::__private::NestedStruct>::Struct as #krate::__private::NestedField<#name>>::Value
            },
        }
    }

    fn component(&self, of: usize, path: Vec<String>, span: Span) -> Field {
        let outer = &self.fields[of];
        let name = format!("{}_{}", plain(&outer.ident), path.join("_"));
        // One span throughout, so that what is wrong with it is one error.
        let whole = respanned(&outer.ty.to_token_stream(), span);
        let ty = path.iter().fold(Type::Verbatim(whole), |ty, name| -> Type {
            let name = name_marker(self.ident, name, span);
            self.value(&ty, &name, span)
        });
        Field {
            ident: Ident::new(&name, span),
            vis: outer.vis.clone(),
            ty,
            attribute: outer.attribute.clone(),
            attribute_span: span,
            docs: None,
            storage: Storage::Nested { of },
            path,
            codec: Codec::Own,
            default: None,
            role: None,
            role_span: span,
            unique: None,
            lookup: None,
            counter: None,
        }
    }

    /// The nested components, to stand behind the fields of the struct.
    pub(super) fn into_fields(self) -> Vec<Field> {
        self.found.into_inner()
    }
}
