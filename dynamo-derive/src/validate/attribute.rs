//! Rules about nested values.

use proc_macro2::Span;

use super::fields;
use crate::diag::Diagnostics;
use crate::model::{Attribute, Field, Shape, Storage, VariantData, plain};

/// The lists of fields that are stored in one map.
fn field_lists(attribute: &Attribute) -> Vec<&[Field]> {
    match &attribute.shape {
        Shape::Map(fields) => vec![fields],
        Shape::Tagged(tagged) => {
            let fields = tagged
                .variants
                .iter()
                .filter_map(|variant| match &variant.data {
                    VariantData::Struct(fields) => Some(fields.as_slice()),
                    VariantData::Unit | VariantData::Tuple(_) => None,
                });
            fields.collect()
        }
        Shape::Newtype { .. } | Shape::Text(_) | Shape::Display => Vec::new(),
    }
}

fn stored(fields: &[Field]) -> impl Iterator<Item = &Field> {
    fields
        .iter()
        .filter(|field| field.storage == Storage::Attribute)
}

/// Every field of a map has an entry of its own.
pub(super) fn fields_have_different_names(attribute: &Attribute, diag: &mut Diagnostics) {
    for fields in field_lists(attribute) {
        let fields: Vec<_> = stored(fields).collect();
        for (at, field) in fields.iter().enumerate() {
            let name = &field.attribute;
            if name.is_empty() {
                diag.error(
                    field.attribute_span,
                    "an attribute cannot have an empty name; write one",
                );
            } else if let Some(first) = fields[..at].iter().find(|other| other.attribute == *name) {
                let message = format!(
                    "`{name}` is the attribute of field `{}` already; write another name",
                    plain(&first.ident),
                );
                diag.error(field.attribute_span, message);
            }
        }
    }
}

/// The entries no field claims go to one field.
pub(super) fn one_field_takes_the_rest(attribute: &Attribute, diag: &mut Diagnostics) {
    for list in field_lists(attribute) {
        fields::flattened_once(list, diag);
    }
}

/// Variants are told apart by what is stored.
pub(super) fn variants_have_different_names(attribute: &Attribute, diag: &mut Diagnostics) {
    let names: Vec<(&str, Span, String)> = match &attribute.shape {
        Shape::Text(variants) => variants
            .iter()
            .map(|variant| {
                (
                    variant.name.as_str(),
                    variant.name_span,
                    plain(&variant.ident),
                )
            })
            .collect(),
        Shape::Tagged(tagged) => tagged
            .variants
            .iter()
            .map(|variant| {
                (
                    variant.name.as_str(),
                    variant.name_span,
                    plain(&variant.ident),
                )
            })
            .collect(),
        Shape::Map(_) | Shape::Newtype { .. } | Shape::Display => return,
    };
    for (at, (name, span, _)) in names.iter().enumerate() {
        if let Some((_, _, first)) = names[..at].iter().find(|(other, ..)| other == name) {
            let message = format!("`{first}` is stored as `{name}` already; write another name");
            diag.error(*span, message);
        }
    }
}

/// The tag stands beside the fields of a variant.
pub(super) fn fields_leave_the_tag_alone(attribute: &Attribute, diag: &mut Diagnostics) {
    let Shape::Tagged(tagged) = &attribute.shape else {
        return;
    };
    for field in field_lists(attribute).into_iter().flat_map(stored) {
        if field.attribute == tagged.tag {
            let message = format!(
                "`{}` stores which variant it is; rename this field, or write another `tag`",
                tagged.tag,
            );
            diag.error(field.attribute_span, message);
        }
    }
}
