//! Fields of item types and structs.

use super::attributes::{attribute, text};
use super::uses::Uses;
use super::{docs, ident, questions};
use crate::import::names::Case;
use crate::import::outline::{FieldOutline, Role, Ty};
use crate::import::time::TimeForm;

/// The case that most fields are stored in.
pub(super) fn case(fields: &[FieldOutline]) -> Case {
    let named = fields.iter().filter_map(|field| {
        let attribute = field.attribute.as_deref()?;
        Some((field.name.as_str(), attribute))
    });
    Case::most(&named, Case::field, Case::Snake)
}

pub(super) fn write(fields: &[FieldOutline], case: Case, uses: &mut Uses, out: &mut String) {
    for field in fields {
        docs(out, "    ", &field.docs);
        questions(out, "    ", &field.questions);
        let options = options(field, case, uses);
        if !options.is_empty() {
            attribute(out, "    ", "dynamo", &options);
        }
        let ty = uses.ty(&field.ty);
        let ty = if field.optional {
            format!("Option<{ty}>")
        } else {
            ty
        };
        out.push_str(&format!("    pub {}: {ty},\n", ident(&field.name)));
    }
}

fn options(field: &FieldOutline, case: Case, uses: &mut Uses) -> Vec<String> {
    let mut options = Vec::new();
    match &field.attribute {
        None if field.role == Some(Role::Flatten) => {}
        None => options.push("key_only".to_owned()),
        // A raw identifier loses its prefix before it is renamed; `self_` keeps its underscore.
        Some(attribute) => {
            let stored = case.field(ident(&field.name).trim_start_matches("r#"));
            if *attribute != stored {
                options.push(text("rename", attribute));
            }
        }
    }
    options.extend(field.role.as_ref().map(|role| match role {
        Role::Version => "version".to_owned(),
        Role::CreatedAt => "created_at".to_owned(),
        Role::UpdatedAt => "updated_at".to_owned(),
        Role::SoftDelete => "soft_delete".to_owned(),
        Role::TtlAfter(duration) => text("ttl", duration),
        Role::Unique(None) => "unique".to_owned(),
        Role::Unique(Some(method)) => text("unique", method),
        Role::Flatten => "flatten".to_owned(),
    }));
    if let (Ty::Time(form), Some(_)) = (&field.ty, &field.attribute) {
        options.extend(module(*form, uses).map(|module| format!("with = {module}")));
    }
    options
}

/// The module that stores a time of this form, if its type does not do that itself.
fn module(form: TimeForm, uses: &mut Uses) -> Option<&'static str> {
    Some(match form {
        TimeForm::Rfc3339 => return None,
        TimeForm::Millis => {
            uses.runtime("formats");
            "formats::rfc3339_millis"
        }
        TimeForm::EpochSeconds => {
            uses.runtime("formats");
            "formats::epoch_seconds"
        }
        TimeForm::EpochMillis => {
            uses.runtime("formats");
            "formats::epoch_millis"
        }
        TimeForm::DayFirst => uses.module("day_first"),
        TimeForm::MonthFirst => uses.module("month_first"),
        TimeForm::Spaced => uses.module("date_and_time"),
    })
}
