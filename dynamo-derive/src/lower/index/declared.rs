//! The keys of an index that a shared table declares: the item says what they are built from.

use proc_macro2::Span;

use super::Scope;
use crate::attrs::{KeyElement, KeyValue};
use crate::diag::Diagnostics;
use crate::lower::key::{reported, seeming, seeming_in};
use crate::lower::template::{Meaning, Names, find};
use crate::model::{
    Field, Format, IndexDeclaration, IndexKind, KeyAttribute, KeyDeclaration, KeySource, Storage,
    Template, plain,
};

/// One key of a declared index: its partition or its sort key.
pub(super) struct DeclaredKey<'a> {
    pub(super) scope: &'a Scope<'a>,
    /// The shared table, as messages call it.
    pub(super) table: &'a str,
    pub(super) index: &'a IndexDeclaration,
    /// `pk` or `sk`.
    pub(super) option: &'static str,
    /// The position of the index on the item.
    pub(super) span: Span,
    /// Whether the option may be one that could not be read.
    pub(super) is_lost: bool,
}

impl DeclaredKey<'_> {
    fn word(&self) -> &'static str {
        match self.option {
            "pk" => "partition",
            _ => "sort",
        }
    }

    /// The index as messages call it, with its table.
    fn place(&self) -> String {
        format!("index `{}` of `{}`", self.index.name, self.table)
    }

    /// The attributes of the key, each with what it is built from.
    pub(super) fn lower(
        &self,
        value: Option<&KeyValue>,
        diag: &mut Diagnostics,
    ) -> Vec<KeyAttribute> {
        let declared = match self.option {
            "pk" => &self.index.pk,
            _ => &self.index.sk,
        };
        let Some(value) = value else {
            return declared.iter().map(|key| self.implied(key, diag)).collect();
        };
        if self.option == "pk" && self.index.kind == IndexKind::Local {
            // It was reported.
            return declared.iter().map(|key| self.implied(key, diag)).collect();
        }
        if declared.is_empty() {
            let message = format!(
                "{} has no {} key; remove this `{}`",
                self.place(),
                self.word(),
                self.option,
            );
            diag.error(value.option, message);
            return Vec::new();
        }
        if declared.len() != value.elements.len() {
            let names: Vec<_> = declared.iter().map(|key| key.name.as_str()).collect();
            let message = format!(
                "the {} key of {} is `{}`; write {}",
                self.word(),
                self.place(),
                names.join("`, `"),
                match declared.len() {
                    1 => "one template".to_owned(),
                    count => format!("a list of {count} templates"),
                },
            );
            diag.error(value.span, message);
            return vec![reported(String::new(), value.span, seeming(value))];
        }
        let pairs = declared.iter().zip(&value.elements);
        pairs
            .map(|(key, element)| {
                let (KeyElement::Template(text) | KeyElement::Constant(text)) = element;
                let source = self.source(key, element, diag);
                attribute(key, text.span(), source, || seeming_in(element))
            })
            .collect()
    }

    /// A key for which the item says nothing: a key of the table, the entity name, or a stored
    /// field.
    fn implied(&self, key: &KeyDeclaration, diag: &mut Diagnostics) -> KeyAttribute {
        let source = self.existing(key).or_else(|| {
            let field = self
                .scope
                .fields
                .iter()
                .position(|field| is_stored_as(field, &key.name));
            field.map(KeySource::Field)
        });
        if source.is_none() && !self.is_lost && !self.scope.is_open {
            let message = format!(
                "`{}` does not say what `{}`, the {} key of {}, is built from; write \
                 `{} = \"...{{field}}\"`",
                self.scope.ident,
                key.name,
                self.word(),
                self.place(),
                self.option,
            );
            diag.error(self.span, message);
        }
        attribute(key, self.span, source, || vec![key.name.clone()])
    }

    /// The owner of the attribute, whatever the index: a key of the table or the entity name.
    fn existing(&self, key: &KeyDeclaration) -> Option<KeySource> {
        let Scope { pk, sk, home, .. } = self.scope;
        let field = |own: &KeyAttribute, or: KeySource| match own.source {
            KeySource::Field(field) => KeySource::Field(field),
            _ => or,
        };
        if pk.name == key.name {
            return Some(field(pk, KeySource::TablePartition));
        }
        if let Some(sk) = sk.filter(|sk| sk.name == key.name) {
            return Some(field(sk, KeySource::TableSort));
        }
        let type_attr = home
            .known()
            .and_then(|known| known.table.type_attr.as_ref());
        let is_entity = type_attr.is_some_and(|(name, _)| *name == key.name);
        is_entity.then_some(KeySource::Entity)
    }

    /// The key that a text of the item makes of a declared attribute; `None` if it was reported.
    fn source(
        &self,
        key: &KeyDeclaration,
        element: &KeyElement,
        diag: &mut Diagnostics,
    ) -> Option<KeySource> {
        let (KeyElement::Template(text) | KeyElement::Constant(text)) = element;
        let existing = self.existing(key);
        // The attribute's own name says no more than nothing at all.
        if let Some(existing) = &existing
            && text.value() == key.name
        {
            return Some(existing.clone());
        }
        if self.is_an_attribute(element) {
            let message = format!(
                "`{}` declares the attributes of its keys; write the template that `{}` builds \
                 `{}`, the {} key of index `{}`, from, as in `{} = \"...{{field}}\"`",
                self.table,
                self.scope.ident,
                key.name,
                self.word(),
                self.index.name,
                self.option,
            );
            diag.error(text.span(), message);
            return None;
        }
        let names = Names {
            pk: None,
            sk: None,
            ..self.scope.names()
        };
        let Meaning::Template(template) = names.meaning(element, diag)? else {
            return None;
        };
        if let Some(existing) = existing {
            return self.kept(key, existing, &template, text.span(), diag);
        }
        let claiming = self
            .scope
            .fields
            .iter()
            .position(|field| is_stored_as(field, &key.name));
        match claiming {
            Some(field) if template.single() == Some((field, Format::Plain)) => {
                Some(KeySource::Field(field))
            }
            Some(field) if template.is_time_of(field) => Some(KeySource::Built(template)),
            Some(field) => {
                let message = format!(
                    "`{}`, the {} key of {}, is the attribute of field `{}`, so no key can be \
                     built into it; remove this `{}`, or rename the field",
                    key.name,
                    self.word(),
                    self.place(),
                    plain(&self.scope.fields[field].ident),
                    self.option,
                );
                diag.error(text.span(), message);
                None
            }
            None => Some(KeySource::Built(template)),
        }
    }

    /// Whether a text names an attribute that the table declares as a key, and no field.
    fn is_an_attribute(&self, element: &KeyElement) -> bool {
        let KeyElement::Template(text) = element else {
            return false;
        };
        let name = text.value();
        let Scope { pk, sk, .. } = self.scope;
        let mut declared = self.index.pk.iter().chain(&self.index.sk);
        let is_declared = pk.name == name
            || sk.is_some_and(|sk| sk.name == name)
            || declared.any(|key| key.name == name);
        is_declared && find(self.scope.fields, &name).is_none()
    }

    /// A template for an attribute that is written anyway must be the one it is written from.
    fn kept(
        &self,
        key: &KeyDeclaration,
        existing: KeySource,
        template: &Template,
        span: Span,
        diag: &mut Diagnostics,
    ) -> Option<KeySource> {
        let (same, what) = match &existing {
            KeySource::Field(field) if template.is_time_of(*field) => {
                return Some(KeySource::Built(template.clone()));
            }
            KeySource::Field(field) => (
                template.single() == Some((*field, Format::Plain)),
                "a key of the table, which is a field",
            ),
            KeySource::TablePartition => (
                is_built_from(self.scope.pk, template),
                "the table's partition key, which `#[key]` builds",
            ),
            KeySource::TableSort => (
                self.scope.sk.is_some_and(|sk| is_built_from(sk, template)),
                "the table's sort key, which `#[key]` builds",
            ),
            KeySource::Entity | KeySource::Built(_) | KeySource::Reported(_) => {
                (false, "where the entity name is stored")
            }
        };
        if same {
            return Some(existing);
        }
        let message = format!(
            "the {} key of {} is `{}`, {what}; remove this `{}`",
            self.word(),
            self.place(),
            key.name,
            self.option,
        );
        diag.error(span, message);
        None
    }
}

fn is_stored_as(field: &Field, name: &str) -> bool {
    field.storage == Storage::Attribute && field.attribute == name
}

fn is_built_from(key: &KeyAttribute, template: &Template) -> bool {
    matches!(&key.source, KeySource::Built(own) if own.is_same(template))
}

/// A declared attribute with what it is built from, or what it seems to be if that was reported.
fn attribute(
    key: &KeyDeclaration,
    span: Span,
    source: Option<KeySource>,
    seeming: impl Fn() -> Vec<String>,
) -> KeyAttribute {
    let Some(source) = source else {
        return reported(key.name.clone(), span, seeming());
    };
    KeyAttribute {
        name: key.name.clone(),
        span,
        source,
        declared: Some(key.kind),
    }
}
