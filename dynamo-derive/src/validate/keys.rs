//! Rules about templates: keys are injective and can be read back.

use proc_macro2::Span;

use super::{queries, templates};
use crate::diag::Diagnostics;
use crate::model::{
    Codec, Format, Item, KeyAttribute, KeySource, KeyType, Part, Storage, Template, plain,
};

/// Every component, with its template.
fn components(item: &Item) -> impl Iterator<Item = (&Template, usize, Format, Span)> {
    templates(item).flat_map(|template| {
        template.parts.iter().filter_map(move |part| match part {
            Part::Component {
                field,
                format,
                span,
            } => Some((template, *field, *format, *span)),
            Part::Literal(_) => None,
        })
    })
}

/// A key is built again from what is stored, so a component must be.
pub(super) fn components_are_stored(item: &Item, diag: &mut Diagnostics) {
    for (_, field, _, span) in components(item) {
        let is_nested = item.fields[field].is_nested();
        let field = &item.fields[item.owner(field)];
        let option = match field.storage {
            Storage::Skip => "skip",
            Storage::Flatten => "flatten",
            Storage::KeyOnly if is_nested => "key_only",
            Storage::Attribute | Storage::KeyOnly | Storage::Nested { .. } => continue,
        };
        let message = format!(
            "`{}` is marked `{option}` and cannot be in a key; name a stored field, or remove \
             `{option}`",
            plain(&field.ident),
        );
        diag.error(span, message);
    }
}

/// A module or serde need not store a field as text, a number or bytes, so the field is no key by
/// itself.
pub(super) fn key_fields_are_stored_as_they_are(item: &Item, diag: &mut Diagnostics) {
    let primary = [(Some(&item.pk), "pk"), (item.sk.as_ref(), "sk")]
        .into_iter()
        .filter_map(|(key, option)| Some((key?, option, true)));
    let secondary = queries(item).flat_map(|(_, query)| {
        let pk = query.pk.iter().map(|key| (key, "pk", false));
        pk.chain(query.sk.iter().map(|key| (key, "sk", false)))
    });
    let mut reported = Vec::new();
    for (key, option, is_primary) in primary.chain(secondary) {
        let KeySource::Field(number) = key.source else {
            continue;
        };
        let field = &item.fields[number];
        let how = match &field.codec {
            Codec::Own | Codec::Time { .. } => continue,
            Codec::With(_) => "with",
            Codec::Serde => "serde",
        };
        if reported.contains(&number) {
            continue;
        }
        reported.push(number);
        let name = plain(&field.ident);
        let instead = if item.table.shared.is_some() {
            format!("`rename` it and build the key, `{option} = \"{{{name}}}\"`")
        } else if is_primary {
            format!("name another attribute here, with `#[key({option} = \"{{{name}}}\")]`")
        } else {
            format!("build the key, `{option} = \"{{{name}}}\"` with `{option}_attr = \"...\"`")
        };
        let message = format!(
            "`{name}` is stored by `{how}`, so its attribute cannot be a key; {instead}, or remove \
             `{how}`"
        );
        diag.error(key.span, message);
    }
}

/// Between two components stands the delimiter, or two items could share a key.
pub(super) fn components_are_separated(item: &Item, diag: &mut Diagnostics) {
    let separates = |text: &str| text.contains(item.table.delimiter);
    for template in templates(item) {
        let mut before: Option<(usize, Format)> = None;
        let mut is_separated = true;
        for part in &template.parts {
            match part {
                Part::Literal(text) => is_separated |= separates(text),
                Part::Component {
                    field,
                    format,
                    span,
                } => {
                    if let Some((first, first_format)) = before.filter(|_| !is_separated) {
                        let name = |field: usize| item.fields[field].title();
                        let message = format!(
                            "`{0}` and `{1}` run together in this key; write the delimiter \
                             between them, as in `{{{0}{2}}}{3}{{{1}{4}}}`",
                            name(first),
                            name(*field),
                            first_format.suffix(),
                            item.table.delimiter,
                            format.suffix(),
                        );
                        diag.error(*span, message);
                    }
                    before = Some((*field, *format));
                    is_separated = false;
                }
            }
        }
    }
}

/// Two components that may contain the delimiter could not be told apart.
pub(super) fn one_component_is_raw(item: &Item, diag: &mut Diagnostics) {
    for template in templates(item) {
        let raw = template.parts.iter().filter_map(|part| match part {
            Part::Component {
                field,
                format: Format::Raw,
                span,
            } => Some((*field, *span)),
            _ => None,
        });
        for (field, span) in raw.skip(1) {
            let name = item.fields[field].title();
            let message = format!(
                "either of two `raw` components may contain the text between them, so this key could \
                 not be taken apart; write `{{{name}:escape}}` for one of them"
            );
            diag.error(span, message);
        }
    }
}

/// A negated number stays a number, which text around it would undo.
pub(super) fn a_negated_number_stands_alone(item: &Item, diag: &mut Diagnostics) {
    for (template, field, format, span) in components(item) {
        if format == Format::Negated && template.single().is_none() {
            let name = item.fields[field].title();
            let message = format!(
                "`neg` makes a number key and stands alone; write `\"{{{name}:neg}}\"`, or \
                 `{{{name}:sortable}}` inside text"
            );
            diag.error(span, message);
        }
    }
}

/// A primary key must not lose what a format drops: two items could share it.
pub(super) fn the_primary_key_loses_nothing(item: &Item, diag: &mut Diagnostics) {
    let primary: Vec<_> = [Some(&item.pk), item.sk.as_ref()]
        .into_iter()
        .flatten()
        .collect();
    let is_whole = |number: usize| {
        primary.iter().any(|key| match &key.source {
            KeySource::Field(field) => *field == number,
            KeySource::Built(template) => {
                let mut components = template.components();
                components.any(|(field, format)| field == number && format.is_invertible())
            }
            _ => false,
        })
    };
    let is_in_the_sort_key = |template: &Template| {
        let sort = item.sk.as_ref().map(|key| &key.source);
        matches!(sort, Some(KeySource::Built(own)) if std::ptr::eq(own, template))
    };
    let mut reported = Vec::new();
    for (template, number, format, span) in components(item) {
        let is_primary = |key: &&KeyAttribute| match &key.source {
            KeySource::Built(own) => std::ptr::eq(own, template),
            _ => false,
        };
        let field = &item.fields[number];
        if format.is_invertible()
            || !primary.iter().any(is_primary)
            || is_whole(number)
            || reported.contains(&number)
            // It is reported that it cannot be read back.
            || field.storage == Storage::KeyOnly
            // It is reported that it does not belong there.
            || (format.is_shard() && is_in_the_sort_key(template))
        {
            continue;
        }
        reported.push(number);
        let name = field.title();
        if format.is_shard() {
            let message = format!(
                "`{name}` only spreads this key, so two items could have the same; write it into the \
                 sort key as well, as in `sk = \"...{{{name}}}\"`"
            );
            diag.error(span, message);
            continue;
        }
        let (loss, instead) = match format {
            Format::First(_) => ("is cut off", ""),
            _ => ("loses its case", ", with values in the case that is meant"),
        };
        let message = format!(
            "`{name}` {loss} in the primary key, so two items could have the same; write \
             `{{{name}}}`{instead}, or add it whole to the key"
        );
        diag.error(span, message);
    }
}

/// The leading characters of a field are not the field: it must be stored as well.
pub(super) fn leading_characters_are_stored_whole(item: &Item, diag: &mut Diagnostics) {
    for (_, field, format, span) in components(item) {
        let field = &item.fields[field];
        if matches!(format, Format::First(_)) && field.storage == Storage::KeyOnly {
            let message = format!(
                "`first` keeps only a part of `{0}`, which is `key_only`; remove `key_only`, or \
                 write `{{{0}}}`",
                plain(&field.ident),
            );
            diag.error(span, message);
        }
    }
}

/// A key that is built from text is text, whatever its fields are.
pub(super) fn text_keys_are_declared_as_text(item: &Item, diag: &mut Diagnostics) {
    let primary = [Some(&item.pk), item.sk.as_ref()].into_iter().flatten();
    let secondary = queries(item).flat_map(|(_, query)| query.pk.iter().chain(&query.sk));
    for key in primary.chain(secondary) {
        let Some(kind) = key.declared.filter(|kind| *kind != KeyType::Text) else {
            continue;
        };
        let KeySource::Built(template) = &key.source else {
            continue;
        };
        let keeps_its_type = matches!(
            template.single(),
            Some((_, Format::Plain | Format::Negated))
        );
        if !keeps_its_type {
            let message = format!(
                "this builds text, but `{}` declares `{}` as {}; write a single field, as in \
                 `\"{{field}}\"`",
                item.table.title(),
                key.name,
                kind.words(),
            );
            diag.error(key.span, message);
        }
    }
}
