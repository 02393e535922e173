//! Rules about fields and what is asked of them.

use std::mem::discriminant;

use syn::spanned::Spanned;
use syn::{GenericArgument, PathArguments, Type};

use super::{built, is_reported, queries, templates};
use crate::diag::Diagnostics;
use crate::model::{
    Codec, Field, Format, Item, KeySource, Role, Storage, Template, constant, plain,
};

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

pub(super) fn word(role: &Role) -> &'static str {
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
    let expiring = item
        .fields
        .iter()
        .filter(|field| matches!(field.role, Some(Role::Ttl(_))));
    for field in expiring {
        let attribute = &field.attribute;
        let message = match (&item.table.ttl, &item.table.shared) {
            (Some((name, _)), _) if name == attribute => continue,
            (Some((name, _)), None) => format!(
                "the table expires items by `{name}`, not by `{attribute}`; write \
                 `ttl = \"{attribute}\"` in `#[table]`, or remove this `ttl`"
            ),
            (Some((name, _)), Some(_)) => format!(
                "`{}` expires items by `{name}`, not by `{attribute}`; add \
                 `rename = \"{name}\"` here, or remove this `ttl`",
                item.table.title(),
            ),
            (None, Some(_)) => format!(
                "`{0}` does not expire items; add `ttl = \"{attribute}\"` to the `#[table]` of \
                 `{0}`, or remove this `ttl`",
                item.table.title(),
            ),
            (None, None) => continue,
        };
        diag.error(field.role_span, message);
    }
}

/// DynamoDB's TTL is a number of seconds, and a `SystemTime` is stored as a field says.
pub(super) fn expiring_times_are_seconds(item: &Item, diag: &mut Diagnostics) {
    let is_the_ttl = |field: &&Field| {
        let named = item.table.ttl.as_ref();
        field.storage == Storage::Attribute
            && named.is_some_and(|(name, _)| *name == field.attribute)
    };
    for field in item.fields.iter().filter(is_the_ttl) {
        if matches!(field.codec, Codec::Own) && is_a_system_time(&field.ty) {
            let message = "DynamoDB's TTL is a number of seconds; add \
                           `with = dynamo_runtime::formats::epoch_seconds` to this field";
            diag.error(field.ty.span(), message);
        }
    }
}

/// Whether a type is written `SystemTime`, or as an `Option` of that.
fn is_a_system_time(ty: &Type) -> bool {
    let Type::Path(path) = ty else { return false };
    let Some(last) = path.path.segments.last() else {
        return false;
    };
    match &last.arguments {
        PathArguments::AngleBracketed(inner) if last.ident == "Option" => {
            inner.args.iter().any(|argument| match argument {
                GenericArgument::Type(ty) => is_a_system_time(ty),
                _ => false,
            })
        }
        _ => last.ident == "SystemTime",
    }
}

/// A `key_only` field is read back from a key that every item has it in, unchanged.
pub(super) fn key_only_fields_are_recoverable(item: &Item, diag: &mut Diagnostics) {
    let primary = || [&item.pk].into_iter().chain(&item.sk);
    if primary().any(is_reported) {
        return;
    }
    let keys = || primary().filter_map(built);
    for (at, field) in item.fields.iter().enumerate() {
        if field.storage != Storage::KeyOnly
            || is_recovered_from_an_index(item, at)
            || is_only_sharded(item, at)
        {
            continue;
        }
        let formats: Vec<_> = keys()
            .flat_map(Template::components)
            .filter(|(component, _)| *component == at)
            .map(|(_, format)| format)
            .collect();
        let name = plain(&field.ident);
        let is_indexed = queries(item)
            .flat_map(|(_, query)| query.pk.iter().chain(&query.sk))
            .filter_map(built)
            .any(|template| template.components().any(|(component, _)| component == at));
        if formats.is_empty() && is_indexed {
            let message = format!(
                "`{name}` is `key_only`, but no index key always tells it: that needs a key with \
                 no other field, no alternative and no `when`; remove `key_only`"
            );
            diag.error(field.ident.span(), message);
        } else if formats.is_empty() {
            let message = format!(
                "`{name}` is `key_only` but not in the primary key; write `{{{name}}}` in \
                 `#[key]`, or remove `key_only`"
            );
            diag.error(field.ident.span(), message);
        } else if !formats
            .iter()
            .any(|format| Format::is_invertible(*format) || is_cut(*format))
        {
            let message = format!(
                "`{name}` is `key_only` but its format in the key loses part of it; write \
                 `{{{name}}}` in `#[key]`, or remove `key_only`"
            );
            diag.error(field.ident.span(), message);
        }
    }
}

/// Whether an index key holds the field whenever the field has a value, beside nothing that an
/// update could change without it.
fn is_recovered_from_an_index(item: &Item, field: usize) -> bool {
    let primary: Vec<usize> = [Some(&item.pk), item.sk.as_ref()]
        .into_iter()
        .flatten()
        .filter_map(built)
        .flat_map(|template| template.components().map(|(field, _)| field))
        .collect();
    let is_whole = |template: &Template| {
        let mut components = template.components();
        let own = template
            .components()
            .any(|(component, format)| component == field && Format::is_invertible(format));
        own && components.all(|(component, _)| component == field || primary.contains(&component))
    };
    let mut indexes = item.indexes.iter();
    indexes.any(|index| match index.queries.as_slice() {
        [query] => {
            let pk = query.pk.iter().filter(|_| query.when.is_none());
            pk.chain(&query.sk).filter_map(built).any(is_whole)
        }
        _ => false,
    })
}

/// Whether the field stands in keys as a shard alone, which has a rule of its own.
fn is_only_sharded(item: &Item, field: usize) -> bool {
    let mut components = templates(item)
        .flat_map(Template::components)
        .filter(|(component, _)| *component == field)
        .peekable();
    components.peek().is_some() && components.all(|(_, format)| format.is_shard())
}

/// Whether the format has a rule of its own for `key_only` fields.
fn is_cut(format: Format) -> bool {
    matches!(format, Format::First(_))
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

/// The caller cannot keep apart values that the runtime fills in.
pub(super) fn the_runtime_fills_no_unique_field(item: &Item, diag: &mut Diagnostics) {
    for field in &item.fields {
        if let (Some(span), Some(role)) = (field.unique, &field.role) {
            let word = word(role);
            let message = format!("`unique` means nothing beside `{word}`; remove one of them");
            diag.error(span, message);
        }
    }
}

/// A field that is the whole primary key is unique by that.
pub(super) fn the_primary_key_is_unique_already(item: &Item, diag: &mut Diagnostics) {
    if item.sk.is_some() {
        return;
    }
    let (number, format) = match &item.pk.source {
        KeySource::Field(field) => (*field, Format::Plain),
        KeySource::Built(template) => match template.components().collect::<Vec<_>>()[..] {
            [only] => only,
            _ => return,
        },
        _ => return,
    };
    let field = &item.fields[number];
    if let Some(span) = field.unique.filter(|_| format.is_invertible()) {
        let message = format!(
            "`{}` is the whole primary key and is unique by that; remove this `unique`",
            plain(&field.ident),
        );
        diag.error(span, message);
    }
}

/// DynamoDB removes an expired item, and would leave the claims on its unique values behind.
pub(super) fn items_with_unique_fields_do_not_expire(item: &Item, diag: &mut Diagnostics) {
    // In a shared table the items of other types may.
    let expires = item.table.shared.is_none() && item.table.ttl.is_some();
    let has_ttl = |field: &Field| matches!(field.role, Some(Role::Ttl(_)));
    if !expires && !item.fields.iter().any(has_ttl) {
        return;
    }
    for field in &item.fields {
        if let Some(span) = field.unique {
            let message = "`unique` is for items that do not expire: DynamoDB would not free the \
                           value with the item; remove it, or the `ttl`";
            diag.error(span, message);
        }
    }
}
