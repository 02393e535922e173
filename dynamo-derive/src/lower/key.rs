//! The primary key of an item.

use proc_macro2::Span;
use syn::Ident;

use super::table::{Home, Inline};
use super::template::{Meaning, Names};
use crate::attrs::{KeyOptions, KeyValue, Read};
use crate::diag::Diagnostics;
use crate::model::{Field, Format, KeyAttribute, KeySource, Storage, Template, plain};

/// One half of the key, with the words for it.
struct Half<'a> {
    /// `pk` or `sk`.
    option: &'static str,
    /// `partition` or `sort`.
    word: &'static str,
    /// The table's attribute; none on a shared table.
    attribute: Option<&'a (String, Span)>,
    /// What `#[key]` says.
    value: Option<&'a KeyValue>,
    /// Whether it is a mistake of its own if neither says anything.
    is_required: bool,
}

/// Whose key it is.
pub(super) struct Owner<'a> {
    pub(super) ident: &'a Ident,
    pub(super) fields: &'a [Field],
    /// Whether some names could not be read, so that an unknown one may be right.
    pub(super) is_open: bool,
}

/// Lowers the primary key. A half that is reported becomes one built from nothing.
pub(super) fn primary(
    owner: &Owner<'_>,
    home: &Home,
    key: Option<&Read<KeyOptions>>,
    diag: &mut Diagnostics,
) -> (KeyAttribute, Option<KeyAttribute>) {
    let half = |option, word| {
        let value = key.and_then(|key| match option {
            "pk" => key.options.pk.as_ref(),
            _ => key.options.sk.as_ref(),
        });
        let is_lost = key.is_some_and(|key| key.lost.has(option));
        Half {
            option,
            word,
            attribute: None,
            value,
            is_required: !is_lost,
        }
    };
    let (mut pk, mut sk) = (half("pk", "partition"), half("sk", "sort"));
    let mut has_sort = sk.value.is_some();
    match home {
        Home::Inline(inline) => {
            (pk.attribute, sk.attribute) = (inline.pk.as_ref(), inline.sk.as_ref());
            // One that is not in the table was reported there.
            pk.is_required &= pk.attribute.is_some();
            has_sort |= sk.attribute.is_some() || inline.lost.has("sk");
            is_in_the_table(inline, &sk, diag);
        }
        Home::Shared(_) => {}
        Home::Missing => pk.is_required = false,
    }
    let pk = owner.half(&pk, diag);
    (pk, has_sort.then(|| owner.half(&sk, diag)))
}

/// A sort key is built only where the table has one.
fn is_in_the_table(inline: &Inline, sk: &Half<'_>, diag: &mut Diagnostics) {
    if let (None, Some(value)) = (&inline.sk, sk.value)
        && !inline.lost.has("sk")
    {
        let message = "the table has no sort key; add `sk = \"...\"` to `#[table]`, or remove this";
        diag.error(value.option, message);
    }
}

impl Owner<'_> {
    fn half(&self, half: &Half<'_>, diag: &mut Diagnostics) -> KeyAttribute {
        let Some(value) = half.value else {
            return self.stored(half, diag);
        };
        let name = half
            .attribute
            .map(|(name, _)| name.clone())
            .unwrap_or_default();
        let Some(template) = self.template(half, value, diag) else {
            return broken(name, value.span);
        };
        let is_claiming =
            |field: &Field| field.storage == Storage::Attribute && field.attribute == name;
        let source = match self.fields.iter().position(is_claiming) {
            // A template of just that field says the same as none at all.
            Some(field) if template.single() == Some((field, Format::Plain)) => {
                KeySource::Field(field)
            }
            Some(field) => {
                let message = format!(
                    "`{name}` is the attribute of field `{}`, so no key can be built into it; \
                     remove this, or rename the field",
                    plain(&self.fields[field].ident),
                );
                diag.error(value.span, message);
                return broken(name, value.span);
            }
            None => KeySource::Built(template),
        };
        KeyAttribute {
            name,
            span: half.attribute.map_or(value.span, |(_, span)| *span),
            source,
        }
    }

    fn template(
        &self,
        half: &Half<'_>,
        value: &KeyValue,
        diag: &mut Diagnostics,
    ) -> Option<Template> {
        if value.is_list {
            let message = format!(
                "the {} key of a table is one attribute; write one template, a list is for an index",
                half.word,
            );
            diag.error(value.span, message);
            return None;
        }
        let names = Names {
            fields: self.fields,
            pk: None,
            sk: None,
            is_open: self.is_open,
        };
        match names.meaning(value.elements.first()?, diag)? {
            Meaning::Template(template) => Some(template),
            Meaning::Partition | Meaning::Sort => None,
        }
    }

    /// The half that `#[key]` leaves to a stored field.
    fn stored(&self, half: &Half<'_>, diag: &mut Diagnostics) -> KeyAttribute {
        let Half { option, word, .. } = half;
        let ident = self.ident;
        let Some((name, span)) = half.attribute else {
            if half.is_required && *option == "pk" {
                let message = format!(
                    "`{ident}` does not say what its {word} key is built from; write \
                     `#[key({option} = \"...{{field}}\")]`"
                );
                diag.error(ident.span(), message);
            }
            return broken(String::new(), ident.span());
        };
        let Some(field) = self.claiming(name) else {
            if half.is_required {
                let message = format!(
                    "`{ident}` has no field stored as `{name}`, the table's {word} key; write \
                     `#[key({option} = \"...{{field}}\")]`, or a field of that name"
                );
                diag.error(ident.span(), message);
            }
            return broken(name.clone(), *span);
        };
        let claiming = &self.fields[field];
        let name = plain(&claiming.ident);
        let option = match claiming.storage {
            Storage::Attribute => {
                let name = claiming.attribute.clone();
                return KeyAttribute {
                    name,
                    span: *span,
                    source: KeySource::Field(field),
                };
            }
            Storage::KeyOnly => "key_only",
            Storage::Skip => "skip",
            Storage::Flatten => "flatten",
        };
        let message =
            format!("`{name}` is the table's {word} key and must be stored; remove its `{option}`");
        diag.error(claiming.ident.span(), message);
        broken(claiming.attribute.clone(), *span)
    }

    /// The field that is a key attribute of the table: by attribute name, or else by Rust name.
    fn claiming(&self, name: &str) -> Option<usize> {
        let stored = |field: &Field| field.storage == Storage::Attribute && field.attribute == name;
        let named = |field: &Field| plain(&field.ident) == name;
        self.fields
            .iter()
            .position(stored)
            .or_else(|| self.fields.iter().position(named))
    }
}

/// Stands for a key that was reported: it has no parts, so no rule applies to it.
pub(super) fn broken(name: String, span: Span) -> KeyAttribute {
    let source = KeySource::Built(Template { parts: Vec::new() });
    KeyAttribute { name, span, source }
}
