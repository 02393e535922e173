//! The keys of an index: which attributes they are, and what those are built from.

use proc_macro2::Span;
use syn::LitStr;

use super::Scope;
use crate::attrs::{KeyElement, KeyValue, NameList};
use crate::diag::Diagnostics;
use crate::lower::key::{reported, seeming_in};
use crate::lower::table::Home;
use crate::lower::template::{Meaning, Names};
use crate::model::{Format, KeyAttribute, KeySource, Storage, plain};

impl Scope<'_> {
    /// One key of an index: an attribute a text.
    pub(super) fn key(
        &self,
        option: &str,
        value: Option<&KeyValue>,
        attributes: Option<&NameList>,
        diag: &mut Diagnostics,
    ) -> Vec<KeyAttribute> {
        let Some(value) = value else {
            if let Some(attributes) = attributes {
                let message = format!(
                    "`{option}_attr` says where a key is stored, but there is none; add \
                     `{option} = \"...\"`, or remove it"
                );
                diag.error(attributes.option, message);
            }
            return Vec::new();
        };
        if value.elements.is_empty() {
            diag.error(
                value.span,
                format!("`{option}` is an empty list; name a field"),
            );
            return vec![reported(String::new(), value.span, Vec::new())];
        }
        let (count, mut is_sound) = (value.elements.len(), true);
        if let Some(list) = attributes.filter(|list| list.names.len() != count) {
            let message = format!(
                "`{option}` has {count} attributes, `{option}_attr` names {}; write a name for each",
                list.names.len(),
            );
            diag.error(list.span, message);
            is_sound = false;
        }
        let names = self.names();
        let mut keys = Vec::new();
        for (at, element) in value.elements.iter().enumerate() {
            let (KeyElement::Template(text) | KeyElement::Constant(text)) = element;
            let part = KeyPart {
                scope: self,
                option,
                is_list: value.is_list,
                span: text.span(),
                attribute: attributes.and_then(|list| list.names.get(at)),
            };
            let meaning = names.meaning(element, diag).filter(|_| is_sound);
            let key = meaning.and_then(|meaning| part.attribute(meaning, diag));
            let reported = || reported(String::new(), text.span(), seeming_in(element));
            keys.push(key.unwrap_or_else(reported));
        }
        keys
    }

    /// The names that a text may use: fields, and the table's key attributes if there is a table.
    pub(super) fn names(&self) -> Names<'_> {
        let (pk, sk) = match self.home {
            Home::Known(_) => (Some(self.pk), self.sk),
            Home::Missing => (None, None),
        };
        Names {
            fields: self.fields,
            nesting: self.nesting,
            pk,
            sk,
            delimiter: self.home.delimiter(),
            is_open: self.is_open,
        }
    }
}

/// One text of a key, and where the key is to be stored.
struct KeyPart<'a> {
    scope: &'a Scope<'a>,
    option: &'a str,
    is_list: bool,
    span: Span,
    /// The attribute that stores it, if it is given.
    attribute: Option<&'a LitStr>,
}

impl KeyPart<'_> {
    fn attribute(&self, meaning: Meaning, diag: &mut Diagnostics) -> Option<KeyAttribute> {
        let template = match meaning {
            Meaning::Partition => {
                return Some(self.reused(self.scope.pk, KeySource::TablePartition, diag));
            }
            Meaning::Sort => return Some(self.reused(self.scope.sk?, KeySource::TableSort, diag)),
            Meaning::Template(template) => template,
        };
        let span = self.span;
        if matches!(self.scope.home, Home::Missing) {
            let source = KeySource::Built(template);
            return Some(KeyAttribute {
                name: String::new(),
                span,
                source,
                declared: None,
            });
        }
        let plain_field = match template.single() {
            Some((field, Format::Plain)) if field < self.scope.fields.len() => Some(field),
            _ => None,
        };
        let Some(attribute) = self.attribute else {
            let timed = match template.single() {
                Some((field, Format::Time(_))) => Some(field),
                _ => None,
            };
            let nested = match template.single() {
                Some((component, Format::Plain)) => self.scope.nesting.title(component),
                _ => None,
            };
            let key = self.stored(plain_field.or(timed), nested.as_deref(), diag)?;
            return Some(match timed {
                Some(_) => KeyAttribute {
                    source: KeySource::Built(template),
                    ..key
                },
                None => key,
            });
        };
        let (name, span) = (attribute.value(), attribute.span());
        if name.is_empty() {
            diag.error(span, "an attribute cannot have an empty name; write one");
            return None;
        }
        let is_own = |field: usize| self.scope.fields[field].attribute == name;
        let source = match plain_field {
            // In a list every part has a name: that of a field's own attribute is the field.
            Some(field) if self.is_list && is_own(field) => KeySource::Field(field),
            _ => KeySource::Built(template),
        };
        Some(KeyAttribute {
            name,
            span,
            source,
            declared: None,
        })
    }

    /// A key attribute of the table, which an index may have as well.
    fn reused(
        &self,
        key: &KeyAttribute,
        source: KeySource,
        diag: &mut Diagnostics,
    ) -> KeyAttribute {
        if let Some(attribute) = self.attribute.filter(|name| name.value() != key.name) {
            let message = format!(
                "`{}` is a key attribute of the table and is not stored again as `{}`; remove \
                 `{}_attr`, or write the template",
                key.name,
                attribute.value(),
                self.option,
            );
            diag.error(attribute.span(), message);
        }
        let source = match key.source {
            KeySource::Field(field) => KeySource::Field(field),
            _ => source,
        };
        KeyAttribute {
            name: key.name.clone(),
            span: self.span,
            source,
            declared: None,
        }
    }

    /// A key for which no attribute is given: a stored field is one.
    fn stored(
        &self,
        field: Option<usize>,
        nested: Option<&str>,
        diag: &mut Diagnostics,
    ) -> Option<KeyAttribute> {
        let option = self.option;
        let Some(field) = field else {
            let message = match nested {
                Some(name) => format!(
                    "`{name}` is inside another attribute, which no index reads; add \
                     `{option}_attr = \"...\"` to store a copy of it as the key"
                ),
                None => format!(
                    "this key is built and needs an attribute to be stored in; add \
                     `{option}_attr = \"...\"`"
                ),
            };
            diag.error(self.span, message);
            return None;
        };
        let stored = &self.scope.fields[field];
        let name = plain(&stored.ident);
        let message = match stored.storage {
            Storage::Attribute => {
                let name = stored.attribute.clone();
                return Some(KeyAttribute {
                    name,
                    span: self.span,
                    source: KeySource::Field(field),
                    declared: None,
                });
            }
            Storage::KeyOnly => format!(
                "`{name}` is `key_only` and has no attribute of its own; add \
                 `{option}_attr = \"...\"` to store it for this index"
            ),
            Storage::Skip | Storage::Flatten | Storage::Nested { .. } => {
                format!("`{name}` has no attribute of its own; name a stored field")
            }
        };
        diag.error(self.span, message);
        None
    }
}
