//! The fields of an item type, from the attributes of its samples.

use std::collections::{BTreeMap, BTreeSet};

use super::docs;
use super::types::{Place, infer};
use crate::import::names;
use crate::import::outline::{FieldOutline, NamedTypes, Role, Ty};
use crate::import::time::TimeForm;
use crate::{Sample, Value};

/// The fields of these maps, one per attribute except those left out, in order of their names.
pub(super) fn of(
    rows: &[&Sample],
    owner: &str,
    left_out: &BTreeSet<String>,
    named: &mut NamedTypes,
) -> Vec<FieldOutline> {
    columns(rows, left_out, owner, 0, named)
}

/// The fields of a nested struct.
pub(super) fn nested(
    maps: &[&BTreeMap<String, Value>],
    owner: &str,
    depth: usize,
    named: &mut NamedTypes,
) -> Vec<FieldOutline> {
    columns(maps, &BTreeSet::new(), owner, depth, named)
}

fn columns(
    rows: &[&BTreeMap<String, Value>],
    left_out: &BTreeSet<String>,
    owner: &str,
    depth: usize,
    named: &mut NamedTypes,
) -> Vec<FieldOutline> {
    let mut values: BTreeMap<&str, Vec<&Value>> = BTreeMap::new();
    for (name, value) in rows.iter().copied().flatten() {
        if !left_out.contains(name) {
            values.entry(name).or_default().push(value);
        }
    }
    let mut fields: Vec<FieldOutline> = Vec::new();
    for (attribute, values) in values {
        let name = names::snake(attribute);
        let name = names::free(&name, |name| fields.iter().any(|field| field.name == name));
        let place = Place {
            owner,
            field: &name,
            depth,
        };
        let typed = infer(&values, &place, named);
        let has_null = values.iter().any(|value| matches!(value, Value::Null(_)));
        // An empty set is left out, and read as empty.
        let optional = has_null || values.len() < rows.len() && !matches!(typed.ty, Ty::Set(_));
        // The modules written for these forms do not accept an `Option`.
        let ty = match typed.ty {
            Ty::Time(TimeForm::Spaced | TimeForm::DayFirst | TimeForm::MonthFirst) if optional => {
                Ty::Text
            }
            other => other,
        };
        fields.push(FieldOutline {
            docs: docs::of_field(attribute, &ty),
            name,
            attribute: Some(attribute.to_owned()),
            ty,
            optional,
            role: None,
            questions: typed.questions,
        });
    }
    fields
}

/// Gives fields the roles that their names and all their values suggest.
pub(super) fn roles(fields: &mut [FieldOutline], rows: &[&Sample], in_primary: &BTreeSet<String>) {
    let is_time =
        |field: &FieldOutline| matches!(field.ty, Ty::Time(_)) && field.attribute.is_some();
    let named = |field: &FieldOutline, names: &[&str]| names.contains(&field.name.as_str());
    let mut given: Vec<(usize, Role)> = Vec::new();
    for (at, field) in fields.iter().enumerate() {
        if in_primary.contains(&field.name) || field.attribute.is_none() {
            continue;
        }
        let role = if is_time(field)
            && !field.optional
            && named(
                field,
                &[
                    "created_at",
                    "created",
                    "create_time",
                    "created_time",
                    "date_created",
                ],
            ) {
            Role::CreatedAt
        } else if is_time(field)
            && !field.optional
            && named(
                field,
                &[
                    "updated_at",
                    "updated",
                    "last_updated",
                    "last_updated_at",
                    "modified_at",
                    "last_modified",
                    "last_modified_at",
                    "update_time",
                    "date_updated",
                ],
            )
        {
            Role::UpdatedAt
        } else if is_time(field) && field.optional && named(field, &["deleted_at", "date_deleted"])
        {
            Role::SoftDelete
        } else if field.ty == Ty::Unsigned
            && !field.optional
            && named(
                field,
                &["version", "lock_version", "row_version", "revision"],
            )
        {
            Role::Version
        } else {
            continue;
        };
        if !given.iter().any(|(_, known)| *known == role) {
            given.push((at, role));
        }
    }
    // Zero means that the item was never written.
    let is_positive = |attribute: &str| {
        rows.iter()
            .all(|row| matches!(row.get(attribute), Some(Value::N(text)) if text != "0"))
    };
    for (at, role) in given {
        let attribute = fields[at].attribute.clone().unwrap_or_default();
        if role == Role::Version && !is_positive(&attribute) {
            continue;
        }
        fields[at].role = Some(role);
    }
}
