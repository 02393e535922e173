//! Facts about declared keys and fields, known at compile time.

use crate::item::{Item, Table};
use crate::key::KeyKind;
use crate::schema::{FieldSchema, KeyDefinition, KeySpec};

/// The definition of a key attribute.
#[must_use]
pub const fn definition(spec: &KeySpec) -> KeyDefinition {
    KeyDefinition {
        name: spec.attribute,
        kind: spec.template.kind(),
    }
}

/// The type by which vector searches filter a field; `None` if they cannot.
const fn filter_kind(field: &FieldSchema) -> Option<KeyKind> {
    let Some(kind) = field.stored_as() else {
        return None;
    };
    match kind.as_bytes() {
        b"S" => Some(KeyKind::Text),
        b"N" => Some(KeyKind::Number),
        b"B" => Some(KeyKind::Bytes),
        _ => None,
    }
}

/// Whether vector searches can be filtered by a field.
#[must_use]
pub const fn is_filter(field: &FieldSchema) -> bool {
    filter_kind(field).is_some()
}

/// Whether vector searches can be filtered by a field of the type that a shared table declares.
#[must_use]
pub const fn is_filter_of(field: &FieldSchema, kind: KeyKind) -> bool {
    match filter_kind(field) {
        Some(found) => found.is(kind),
        None => false,
    }
}

/// The definition of a field that vector searches can be filtered by.
#[must_use]
pub const fn filter_definition(field: &FieldSchema) -> KeyDefinition {
    KeyDefinition {
        name: match field.attribute {
            Some(name) => name,
            None => field.name,
        },
        // A field that cannot be a filter is already reported.
        kind: match filter_kind(field) {
            Some(kind) => kind,
            None => KeyKind::Text,
        },
    }
}

/// Whether claims on unique values can be stored: they are items with text keys.
#[must_use]
pub const fn has_text_keys<T: Item>() -> bool {
    let schema = <T::Table as Table>::SCHEMA;
    let sorts_by_text = match schema.sk {
        Some(sk) => matches!(sk.kind, KeyKind::Text),
        None => true,
    };
    matches!(schema.pk.kind, KeyKind::Text) && sorts_by_text
}
