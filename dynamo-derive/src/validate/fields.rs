//! Rules about fields and what is asked of them.

use std::mem::discriminant;

use super::built;
use crate::diag::Diagnostics;
use crate::model::{Field, Format, Item, Role, Storage, Table, Template, constant, plain};

/// A role, such as `version`, is that of one field.
pub(super) fn each_role_is_taken_once(item: &Item, diag: &mut Diagnostics) {
    for (at, field) in item.fields.iter().enumerate() {
        let Some(role) = &field.role else { continue };
        let has_it = |other: &&Field| {
            other
                .role
                .as_ref()
                .is_some_and(|other| discriminant(other) == discriminant(role))
        };
        if let Some(first) = item.fields[..at].iter().find(has_it) {
            let word = word(role);
            let message = format!(
                "`{}` is the `{word}` field already; remove this `{word}`",
                first.ident
            );
            diag.error(field.role_span, message);
        }
    }
}

fn word(role: &Role) -> &'static str {
    match role {
        Role::Version => "version",
        Role::Ttl(_) => "ttl",
        Role::CreatedAt => "created_at",
        Role::UpdatedAt => "updated_at",
        Role::SoftDelete => "soft_delete",
    }
}

/// The attributes no field claims go to one field.
pub(super) fn one_field_takes_the_rest(item: &Item, diag: &mut Diagnostics) {
    flattened_once(&item.fields, diag);
}

/// The same for any list of fields.
pub(super) fn flattened_once(fields: &[Field], diag: &mut Diagnostics) {
    let mut rest = fields
        .iter()
        .filter(|field| field.storage == Storage::Flatten);
    let Some(first) = rest.next() else { return };
    for extra in rest {
        let message = format!(
            "`{}` takes the other attributes already; remove this `flatten`",
            first.ident
        );
        diag.error(extra.ident.span(), message);
    }
}

/// DynamoDB deletes expired items by one attribute of a table.
pub(super) fn table_and_field_expire_by_the_same(item: &Item, diag: &mut Diagnostics) {
    let Table::Inline(table) = &item.table else {
        return;
    };
    let Some((name, _)) = &table.ttl else { return };
    for field in &item.fields {
        if matches!(field.role, Some(Role::Ttl(_))) && field.attribute != *name {
            let message = format!(
                "the table expires items by `{name}`, not by `{}`; write \
                 `ttl = \"{}\"` in `#[table]`, or remove this `ttl`",
                field.attribute, field.attribute,
            );
            diag.error(field.role_span, message);
        }
    }
}

/// A `key_only` field is read back from the primary key, so it must stand there unchanged.
pub(super) fn key_only_fields_are_recoverable(item: &Item, diag: &mut Diagnostics) {
    let keys = || {
        [Some(&item.pk), item.sk.as_ref()]
            .into_iter()
            .flatten()
            .filter_map(built)
    };
    if keys().any(|template| template.parts.is_empty()) {
        return;
    }
    for (at, field) in item.fields.iter().enumerate() {
        if field.storage != Storage::KeyOnly {
            continue;
        }
        let formats: Vec<_> = keys()
            .flat_map(Template::components)
            .filter(|(component, _)| *component == at)
            .map(|(_, format)| format)
            .collect();
        let name = plain(&field.ident);
        if formats.is_empty() {
            let message = format!(
                "`{name}` is `key_only` but not in the primary key; write `{{{name}}}` in \
                 `#[key]`, or remove `key_only`"
            );
            diag.error(field.ident.span(), message);
        } else if !formats
            .iter()
            .any(|format| is_invertible(*format) || is_cut(*format))
        {
            let message = format!(
                "`{name}` is `key_only` but its format in the key loses part of it; write \
                 `{{{name}}}` in `#[key]`, or remove `key_only`"
            );
            diag.error(field.ident.span(), message);
        }
    }
}

/// Whether the format has a rule of its own for `key_only` fields.
fn is_cut(format: Format) -> bool {
    matches!(format, Format::First(_))
}

fn is_invertible(format: Format) -> bool {
    match format {
        Format::Plain
        | Format::Padded(_)
        | Format::Sortable
        | Format::Negated
        | Format::Escape
        | Format::Raw => true,
        Format::Lower | Format::Upper | Format::First(_) => false,
    }
}

/// Every field has a constant of its own.
pub(super) fn constants_are_unique(item: &Item, diag: &mut Diagnostics) {
    let names: Vec<_> = item
        .fields
        .iter()
        .map(|field| constant(&field.ident))
        .collect();
    for (at, field) in item.fields.iter().enumerate() {
        if let Some(first) = names[..at].iter().position(|name| *name == names[at]) {
            let message = format!(
                "the constant of this field would be `{}` like that of `{}`; rename one of them",
                names[at], item.fields[first].ident,
            );
            diag.error(field.ident.span(), message);
        }
    }
}
