//! Sample items of types that have none: made up, typed, and with keys that agree.

use crate::{Design, FieldDesign, ItemDesign, KeyDesign, Sample, Value};
use dynamo_runtime::key::KeyKind;

/// The time of made-up samples, as in the examples of keys.
const TIME: &str = "2025-11-14T10:30:00Z";
const SECONDS: &str = "1763116200";

/// A sample of an item type, with a value for each field whose type is known.
pub(super) fn made_up(design: &Design, item: &ItemDesign) -> Sample {
    let mut sample = Sample::new();
    let keys: Vec<_> = item
        .queries
        .iter()
        .flat_map(|query| query.pk.iter().chain(&query.sk))
        .collect();
    for key in &keys {
        if let Some(text) = key.example.clone() {
            let value = match key.kind {
                KeyKind::Number => Value::N(text),
                KeyKind::Text | KeyKind::Bytes => Value::S(text),
            };
            sample.entry(key.attribute.clone()).or_insert(value);
        }
    }
    if let (Some(name), Some(entity)) = (&design.type_attr, &item.entity) {
        sample.insert(name.clone(), Value::S(entity.clone()));
    }
    for field in &item.fields {
        if let Some(name) = &field.attribute
            && !sample.contains_key(name)
        {
            let value = in_keys(&keys, field).or_else(|| value(design, item, field));
            sample.extend(value.map(|value| (name.clone(), value)));
        }
    }
    sample
}

/// The value that a field has in the examples of keys.
fn in_keys(keys: &[&KeyDesign], field: &FieldDesign) -> Option<Value> {
    let text = keys.iter().find_map(|key| {
        let components = key.components(key.example.as_deref()?)?;
        let mut components = components.into_iter();
        // Other formats write something else than the field.
        let (_, text) = components.find(|(name, _)| *name == field.name)?;
        Some(text.to_owned())
    })?;
    match field.ty.as_deref()? {
        "S" => Some(Value::S(text)),
        "N" => Some(Value::N(text)),
        _ => None,
    }
}

fn value(design: &Design, item: &ItemDesign, field: &FieldDesign) -> Option<Value> {
    let name = field.attribute.as_deref()?;
    if item.soft_delete.as_deref() == Some(name) {
        return None;
    }
    let is_ttl = design.table.ttl.as_deref() == Some(name);
    let variant = field.variants.first();
    Some(match (field.ty.as_deref()?, field.format.as_deref()) {
        ("S", _) if variant.is_some() => Value::S(variant?.stored.clone()),
        ("S", Some("RFC 3339 time")) => Value::S(TIME.to_owned()),
        ("S", None) => Value::S(format!("a {}", field.name.replace('_', " "))),
        ("N", _) if is_ttl => Value::N(SECONDS.to_owned()),
        ("N", _) if item.version.as_deref() == Some(name) => Value::N("1".to_owned()),
        ("N", Some("f32" | "f64" | "Decimal")) => Value::N("4.2".to_owned()),
        ("N", _) => Value::N("42".to_owned()),
        ("BOOL", _) => Value::Bool(false),
        ("SS", _) => Value::Texts(vec!["a".to_owned(), "b".to_owned()]),
        ("NS", _) => Value::Numbers(vec!["1".to_owned(), "2".to_owned()]),
        // Text of another format, and values that hold others, cannot be made up.
        _ => return None,
    })
}
