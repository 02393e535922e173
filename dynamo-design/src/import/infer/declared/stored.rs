//! The type of a declared field: from samples, the words of the source, and the formats in keys.

use super::component::{formats, is_own_key, is_precision, is_sorted};
use crate::import::infer::docs;
use crate::import::infer::types::{Place, infer};
use crate::import::outline::{FieldOutline, NamedTypes, Ty};
use crate::import::time::TimeForm;
use crate::{FieldDesign, ItemDesign, Value};

pub(super) fn field_of(
    item: &ItemDesign,
    field: &FieldDesign,
    named: &mut NamedTypes,
) -> FieldOutline {
    let attribute = field.attribute.as_deref();
    let (values, missing) = attribute.map_or((Vec::new(), false), |name| values(item, name));
    let (word, optional) = match field.ty.as_deref() {
        Some(word) => match word.strip_suffix('?') {
            Some(word) => (Some(word), true),
            None => (Some(word), missing),
        },
        None => (None, missing),
    };
    let mut questions = Vec::new();
    let formats = formats(item, &field.name);
    let mut ty = match word {
        _ if !values.is_empty() => {
            let place = Place {
                owner: &item.name,
                field: &field.name,
                depth: 0,
            };
            let typed = infer(&values, &place, named);
            questions.extend(typed.questions);
            typed.ty
        }
        Some(word) => of_word(word, &mut questions),
        None if attribute.is_none() || !formats.is_empty() => Ty::Text,
        None => {
            questions.push("what is its type?".to_owned());
            Ty::Any
        }
    };
    let is_key = is_own_key(item, attribute);
    for format in &formats {
        ty = of_format(format, ty);
    }
    if is_key {
        ty = match ty {
            Ty::Time(TimeForm::EpochSeconds | TimeForm::EpochMillis) => Ty::Unsigned,
            Ty::Time(_) if !formats.iter().any(|format| is_precision(format)) => Ty::Text,
            other => other,
        };
    }
    if formats.iter().any(String::is_empty)
        && matches!(ty, Ty::Time(_))
        && is_sorted(item, &field.name)
    {
        ty = Ty::Text;
        questions.clear();
    }
    // An empty set needs no `Option`, and the modules written for these forms do not accept one.
    let takes_option = !matches!(
        ty,
        Ty::Set(_) | Ty::Time(TimeForm::Spaced | TimeForm::DayFirst | TimeForm::MonthFirst)
    );
    let optional = optional || field.optional && takes_option;
    FieldOutline {
        name: field.name.trim_start_matches("r#").to_owned(),
        attribute: field.attribute.clone(),
        docs: field.docs.clone().unwrap_or_else(|| match attribute {
            Some(attribute) => docs::of_field(attribute, &ty),
            None => "Stored only inside a key.".to_owned(),
        }),
        ty,
        optional,
        role: None,
        questions,
    }
}

/// The values of a field in samples, and whether any sample lacks it.
fn values<'a>(item: &'a ItemDesign, attribute: &str) -> (Vec<&'a Value>, bool) {
    let found = item
        .samples
        .iter()
        .filter_map(|sample| sample.get(attribute));
    let found: Vec<_> = found.collect();
    let missing = found.len() < item.samples.len();
    (found, missing)
}

/// The type that a format needs.
fn of_format(format: &str, found: Ty) -> Ty {
    match (format, &found) {
        (_, Ty::Time(_)) if is_precision(format) => found,
        (_, _) if is_precision(format) => Ty::Time(TimeForm::Rfc3339),
        (":neg" | ":sortable", Ty::Unsigned | Ty::Signed | Ty::Decimal | Ty::Float) => found,
        (":neg" | ":sortable", _) => Ty::Decimal,
        (_, Ty::Unsigned) => found,
        (padded, _) if padded.starts_with(":0") => Ty::Unsigned,
        _ => found,
    }
}

/// The type by DynamoDB's name, or by the word of a schema.
pub(in crate::import::infer) fn of_word(word: &str, questions: &mut Vec<String>) -> Ty {
    match word {
        "S" | "string" | "uuid" => Ty::Text,
        "N" => {
            questions.push("whole numbers or fractions? `u64` or `i64` reads better".to_owned());
            Ty::Decimal
        }
        "integer" => Ty::Signed,
        "decimal" | "float" | "number" => Ty::Decimal,
        "BOOL" | "boolean" => Ty::Bool,
        "B" | "binary" => Ty::Bytes,
        "SS" => Ty::Set(Box::new(Ty::Text)),
        "NS" => Ty::Set(Box::new(Ty::Decimal)),
        "BS" => Ty::Set(Box::new(Ty::Bytes)),
        "L" | "array" => Ty::List(Box::new(Ty::Any)),
        "M" | "object" => Ty::Map(Box::new(Ty::Any)),
        _ => match word.strip_prefix("array of ") {
            Some(element) => Ty::List(Box::new(of_word(element, &mut Vec::new()))),
            None => {
                questions.push(format!("the source calls its type `{word}`; which is it?"));
                Ty::Any
            }
        },
    }
}
