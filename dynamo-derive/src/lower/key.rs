//! The primary key of an item.

use proc_macro2::Span;
use syn::Ident;

use super::nested::Nesting;
use super::table::{Home, Known, TableKey};
use super::template::{Meaning, Names, find, is_identifier};
use crate::attrs::{KeyElement, KeyOptions, KeyValue, Read};
use crate::diag::Diagnostics;
use crate::model::{Field, Format, KeyAttribute, KeySource, Storage, Template, plain};

/// One half of the key, with the words for it.
struct Half<'a> {
    /// `pk` or `sk`.
    option: &'static str,
    /// `partition` or `sort`.
    word: &'static str,
    /// The table's attribute; none if it was reported.
    attribute: Option<&'a TableKey>,
    /// The option of `#[key]`.
    value: Option<&'a KeyValue>,
    /// Whether it is a mistake of its own if neither says anything.
    is_required: bool,
}

/// Whose key it is.
pub(super) struct KeyOwner<'a> {
    pub(super) ident: &'a Ident,
    pub(super) fields: &'a [Field],
    pub(super) nesting: &'a Nesting<'a>,
    /// Its table, as messages call it.
    pub(super) table: &'a str,
    /// The delimiter of the table.
    pub(super) delimiter: char,
    /// Whether some names could not be read, so that an unknown one may be right.
    pub(super) is_open: bool,
}

/// Lowers the primary key. A half that is reported becomes one built from nothing.
pub(super) fn primary(
    owner: &KeyOwner<'_>,
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
    match home.known() {
        Some(known) => {
            (pk.attribute, sk.attribute) = (known.pk.as_ref(), known.sk.as_ref());
            // One that is not in the table was reported there.
            pk.is_required &= pk.attribute.is_some();
            has_sort |= sk.attribute.is_some() || known.lost.has("sk");
            is_in_the_table(known, &sk, diag);
        }
        None => pk.is_required = false,
    }
    if let Some(keys) = owner.in_the_table(&pk, &sk, diag) {
        return keys;
    }
    if let Some(keys) = owner.nothing(&pk, &sk, diag) {
        return keys;
    }
    let pk = owner.half(&pk, diag);
    (pk, has_sort.then(|| owner.half(&sk, diag)))
}

/// A sort key is built only if the table has one.
fn is_in_the_table(known: &Known, sk: &Half<'_>, diag: &mut Diagnostics) {
    let (None, Some(value), false) = (&known.sk, sk.value, known.lost.has("sk")) else {
        return;
    };
    let message = match known.table.shared {
        None => {
            "the table has no sort key; add `sk = \"...\"` to `#[table]`, or remove this".into()
        }
        Some(_) => format!(
            "`{0}` has no sort key; add `sk = \"...\"` to the `#[table]` of `{0}`, or remove this",
            known.table.title(),
        ),
    };
    diag.error(value.option, message);
}

impl KeyOwner<'_> {
    /// A template in `#[table]`, which names attributes.
    fn in_the_table(
        &self,
        pk: &Half<'_>,
        sk: &Half<'_>,
        diag: &mut Diagnostics,
    ) -> Option<(KeyAttribute, Option<KeyAttribute>)> {
        let is_template = |key: &&TableKey| key.span.is_some() && key.name.contains('{');
        let halves = [pk, sk];
        let keys = || {
            halves
                .iter()
                .filter_map(|half| Some((half, half.attribute?)))
        };
        let (half, key) = keys().find(|(_, key)| is_template(key))?;
        let (option, text) = (half.option, &key.name);
        let span = key.span.unwrap_or_else(|| self.ident.span());
        let message = format!(
            "`{option}` of `#[table]` names an attribute; write `{option} = \"{}\"` there, and \
             `#[key({option} = \"{text}\")]` below it",
            option.to_uppercase(),
        );
        diag.error(span, message);
        let key = |half: &Half<'_>| {
            let names = match (half.value, half.attribute) {
                (Some(value), _) => seeming(value),
                (None, Some(key)) => seeming_text(&key.name),
                (None, None) => Vec::new(),
            };
            let name = half.attribute.map(|key| key.name.clone());
            reported(name.unwrap_or_default(), span, names)
        };
        let has_sort = sk.attribute.is_some() || sk.value.is_some();
        Some((key(pk), has_sort.then(|| key(sk))))
    }

    /// An item that says nothing of its key makes one mistake, not one a half.
    fn nothing(
        &self,
        pk: &Half<'_>,
        sk: &Half<'_>,
        diag: &mut Diagnostics,
    ) -> Option<(KeyAttribute, Option<KeyAttribute>)> {
        let (partition, sort) = (pk.attribute?, sk.attribute?);
        let is_open = |half: &Half<'_>, key: &TableKey| {
            half.value.is_none() && half.is_required && self.claiming(&key.name).is_none()
        };
        if !is_open(pk, partition) || !is_open(sk, sort) {
            return None;
        }
        let span = self.ident.span();
        let message = format!(
            "`{}` does not say what its key is built from, `{}` and `{}` of {}; write \
             `#[key(pk = \"...{{field}}\", sk = \"...{{field}}\")]`, or fields of those names",
            self.ident, partition.name, sort.name, self.table,
        );
        diag.error(span, message);
        let key = |key: &TableKey| reported(key.name.clone(), span, vec![key.name.clone()]);
        Some((key(partition), Some(key(sort))))
    }

    fn half(&self, half: &Half<'_>, diag: &mut Diagnostics) -> KeyAttribute {
        let Some(value) = half.value else {
            return self.stored(half, diag);
        };
        let name = half
            .attribute
            .map(|key| key.name.clone())
            .unwrap_or_default();
        let Some(template) = self.template(half, value, diag) else {
            return reported(name, value.span, seeming(value));
        };
        let is_claiming =
            |field: &Field| field.storage == Storage::Attribute && field.attribute == name;
        let source = match self.fields.iter().position(is_claiming) {
            // A template of just that field says the same as none at all.
            Some(field) if template.single() == Some((field, Format::Plain)) => {
                KeySource::Field(field)
            }
            Some(field) if template.is_time_of(field) => KeySource::Built(template),
            Some(field) => {
                let message = format!(
                    "`{name}` is the attribute of field `{}`, so no key can be built into it; \
                     remove this, or rename the field",
                    plain(&self.fields[field].ident),
                );
                diag.error(value.span, message);
                return reported(name, value.span, seeming(value));
            }
            None => KeySource::Built(template),
        };
        KeyAttribute {
            name,
            span: half
                .attribute
                .and_then(|key| key.span)
                .unwrap_or(value.span),
            source,
            declared: half.attribute.and_then(|key| key.declared),
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
        if let [KeyElement::Template(text)] = value.elements.as_slice()
            && half.attribute.is_some_and(|key| key.name == text.value())
            && find(self.fields, &text.value()).is_none()
        {
            let message = format!(
                "`{}` is where {} stores the {} key; write the template that `{}` builds it from, as \
                 in `{} = \"...{{field}}\"`",
                text.value(),
                self.table,
                half.word,
                self.ident,
                half.option,
            );
            diag.error(text.span(), message);
            return None;
        }
        let names = Names {
            fields: self.fields,
            nesting: self.nesting,
            pk: None,
            sk: None,
            delimiter: self.delimiter,
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
        let Some(TableKey {
            name,
            span,
            declared,
        }) = half.attribute
        else {
            return reported(String::new(), ident.span(), vec![(*option).to_owned()]);
        };
        let span = span.unwrap_or_else(|| ident.span());
        let Some(field) = self.claiming(name) else {
            if half.is_required {
                self.report_missing(half, name, diag);
            }
            return reported(name.clone(), span, vec![name.clone()]);
        };
        let claiming = &self.fields[field];
        let name = plain(&claiming.ident);
        let option = match claiming.storage {
            Storage::Attribute => {
                let name = claiming.attribute.clone();
                return KeyAttribute {
                    name,
                    span,
                    source: KeySource::Field(field),
                    declared: *declared,
                };
            }
            Storage::KeyOnly => "key_only",
            Storage::Skip => "skip",
            // Nested components stand behind the fields, which alone are looked at here.
            Storage::Flatten | Storage::Nested { .. } => "flatten",
        };
        let message =
            format!("`{name}` is the table's {word} key and must be stored; remove its `{option}`");
        diag.error(claiming.ident.span(), message);
        reported(claiming.attribute.clone(), span, vec![name])
    }

    /// A key attribute that no field is stored as, though one may be meant to be.
    fn report_missing(&self, half: &Half<'_>, name: &str, diag: &mut Diagnostics) {
        let Half { option, word, .. } = half;
        let is_meant = |field: &&Field| {
            let plain = |text: &str| text.replace('_', "").to_lowercase();
            field.storage == Storage::Attribute && plain(&field.attribute) == plain(name)
        };
        if let Some(field) = self.fields.iter().find(is_meant) {
            let message = format!(
                "`{}` is stored as `{}`, but the {word} key of {} is `{name}`; add \
                 `#[dynamo(rename = \"{name}\")]` to it",
                plain(&field.ident),
                field.attribute,
                self.table,
            );
            return diag.error(field.ident.span(), message);
        }
        let ident = self.ident;
        let message = format!(
            "`{ident}` has no field stored as `{name}`, the {word} key of {}; write \
             `#[key({option} = \"...{{field}}\")]`, or a field of that name",
            self.table,
        );
        diag.error(ident.span(), message);
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

/// Stands for a key that was reported.
pub(super) fn reported(name: String, span: Span, components: Vec<String>) -> KeyAttribute {
    KeyAttribute {
        name,
        span,
        source: KeySource::Reported(components),
        declared: None,
    }
}

/// The components that a value seems to name, right or wrong.
pub(super) fn seeming(value: &KeyValue) -> Vec<String> {
    value.elements.iter().flat_map(seeming_in).collect()
}

/// The same for one text.
pub(super) fn seeming_in(element: &KeyElement) -> Vec<String> {
    let KeyElement::Template(text) = element else {
        return Vec::new();
    };
    seeming_text(&text.value())
}

fn seeming_text(text: &str) -> Vec<String> {
    if is_identifier(text) {
        // Text in capitals was meant as a constant.
        let is_field = text.chars().any(char::is_lowercase);
        return is_field.then(|| text.to_owned()).into_iter().collect();
    }
    if text.split('.').all(is_identifier) {
        return vec![text.to_owned()];
    }
    let components = text.split('{').skip(1);
    // A query is not given what its partition is spread by.
    let is_shard =
        |component: &str| component.starts_with("shard(") || component.contains(":shard");
    let components = components.filter(|component| !is_shard(component));
    let name = |component: &str| {
        let name = component.split(['}', ':']).next().unwrap_or_default();
        name.trim().trim_start_matches("self.").to_owned()
    };
    components.map(name).collect()
}
