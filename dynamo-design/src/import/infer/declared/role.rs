//! The roles of declared fields: version, TTL, vectors, uniqueness, and the enums of conditions.

use super::component::formats;
use crate::import::names;
use crate::import::outline::{EnumOutline, FieldOutline, NamedTypes, Role, Ty};
use crate::{Design, ItemDesign};

/// The roles of fields in a design.
pub(super) fn roles(item: &ItemDesign, fields: &mut [FieldOutline]) {
    for field in fields {
        let attribute = field.attribute.as_deref();
        if attribute.is_none() {
            continue;
        }
        if item.version.as_deref() == attribute {
            field.role = Some(Role::Version);
            field.ty = Ty::Unsigned;
            field.questions.clear();
        } else if item.soft_delete.as_deref() == attribute {
            field.role = Some(Role::SoftDelete);
            field.optional = true;
        } else if item
            .unique
            .iter()
            .any(|name| Some(name.as_str()) == attribute)
        {
            let lookup = item
                .lookups
                .iter()
                .find(|lookup| lookup.field == field.name);
            field.role = Some(Role::Unique(lookup.map(|lookup| lookup.method.clone())));
        } else if matches!(field.role, Some(Role::Version | Role::SoftDelete)) {
            field.role = None;
        }
    }
}

pub(super) fn ttl(design: &Design, item: &ItemDesign, fields: &mut [FieldOutline]) {
    let Some(ttl) = &design.table.ttl else { return };
    let mut fields = fields.iter_mut();
    let Some(field) = fields.find(|field| field.attribute.as_ref() == Some(ttl)) else {
        return;
    };
    field.ty = Ty::Unsigned;
    field.questions.clear();
    if let Some(seconds) = item.ttl_after {
        let (number, unit) = match seconds {
            _ if seconds % 86_400 == 0 => (seconds / 86_400, 'd'),
            _ if seconds % 3600 == 0 => (seconds / 3600, 'h'),
            _ if seconds % 60 == 0 => (seconds / 60, 'm'),
            _ => (seconds, 's'),
        };
        field.role = Some(Role::TtlAfter(format!("{number}{unit}")));
        field.optional = true;
    }
}

/// Gives the fields of vector indexes their types, which a design knows by the index.
pub(super) fn vectors(design: &Design, item: &ItemDesign, fields: &mut [FieldOutline]) {
    for query in &item.queries {
        let index = query
            .index
            .as_deref()
            .and_then(|name| design.table.index(name));
        let Some(vector) = index.and_then(|index| index.vector.as_ref()) else {
            continue;
        };
        for field in &mut *fields {
            if field.attribute.as_ref() == Some(&vector.attribute) {
                field.ty = Ty::Vector(vector.dimensions);
                field.questions.clear();
            }
        }
    }
}

/// Gives the field that collects other attributes its type. A design says only that it has no
/// attribute of its own and is in no key.
pub(super) fn flatten(design: &Design, item: &ItemDesign, fields: &mut Vec<FieldOutline>) {
    let mut found = false;
    fields.retain_mut(|field| {
        let is_open = field.attribute.is_none() && formats(item, &field.name).is_empty();
        if !is_open {
            return true;
        }
        if found || !nested_in_keys(item, &field.name) {
            found = true;
            field.ty = Ty::Map(Box::new(Ty::Any));
            field.role = Some(Role::Flatten);
            field.questions =
                vec!["does it take up other attributes, or is it not stored?".to_owned()];
        }
        true
    });
    let _ = design;
}

/// Whether no template reaches into a field.
fn nested_in_keys(item: &ItemDesign, field: &str) -> bool {
    formats(item, field)
        .iter()
        .any(|format| format.starts_with('.'))
}

/// Creates the enums that a condition names: `self.side == Side::Buy` has `Side` with `Buy`.
pub(super) fn enums_of(when: &str, fields: &mut [FieldOutline], named: &mut NamedTypes) {
    for comparison in when.split(['&', '|', '(', ')']) {
        let Some((left, right)) = comparison.split_once("==") else {
            continue;
        };
        let Some(field) = left.trim().strip_prefix("self.") else {
            continue;
        };
        let Some((ty, variant)) = right.trim().split_once("::") else {
            continue;
        };
        let field = field.trim_start_matches("r#");
        let is_name = |text: &str| text.chars().all(|letter| letter.is_ascii_alphanumeric());
        let mut fields = fields.iter_mut();
        let Some(field) = fields.find(|known| known.name == field) else {
            continue;
        };
        if !is_name(ty) || !is_name(variant) || named.structs.contains_key(ty) {
            continue;
        }
        let found = named
            .enums
            .entry(ty.to_owned())
            .or_insert_with(|| EnumOutline {
                docs: format!("The `{}` of an item.", field.name),
                values: Vec::new(),
                questions: vec!["which other values are there?".to_owned()],
            });
        if !found
            .values
            .iter()
            .any(|value| names::pascal(value) == variant)
        {
            found.values.push(variant.to_owned());
        }
        field.ty = Ty::Named(ty.to_owned());
        field.questions.clear();
    }
}
