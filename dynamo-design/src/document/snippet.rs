//! Access patterns as calls in Rust, with the values of a sample.

use super::rows::{Row, Rows};
use crate::access::{ReadOperation, arguments, once};
use crate::export::tree::quoted;
use crate::{AccessPattern, FieldDesign, ItemDesign, KeyDesign, KeyText, QueryDesign, Value};

impl Rows<'_> {
    /// The call of an access pattern; `None` if no row shows it.
    pub(super) fn snippet(&self, pattern: &AccessPattern) -> Option<String> {
        let (row, query) = self.first(pattern)?;
        let fields = match pattern.operation {
            ReadOperation::Get => once(query.pk.iter().chain(&query.sk)),
            ReadOperation::Lookup => {
                let method = pattern.name.rsplit("::").next()?;
                let mut lookups = row.item.lookups.iter();
                let lookup = lookups.find(|lookup| lookup.method == method)?;
                vec![lookup.field.as_str()]
            }
            ReadOperation::Scan => Vec::new(),
            ReadOperation::Query | ReadOperation::Search => arguments(query),
        };
        let values = fields.into_iter().map(|field| argument(row, query, field));
        let mut values = values.collect::<Option<Vec<_>>>()?;
        let end = match pattern.operation {
            ReadOperation::Get => ".get().send(&db)",
            ReadOperation::Lookup => ".send(&db)",
            ReadOperation::Query | ReadOperation::Scan => ".all(&db)",
            ReadOperation::Search => {
                values.push("&vector".to_owned());
                ".top(10).send(&db)"
            }
        };
        let values = values.join(", ");
        Some(format!("{}({values}){end}.await?", pattern.name))
    }
}

/// The value of a field, as written in Rust: from a key that holds it as it is, or as it is stored.
fn argument(row: &Row<'_>, query: &QueryDesign, name: &str) -> Option<String> {
    let top = name.split('.').next().unwrap_or(name);
    let field = row.item.fields.iter().find(|field| field.name == top);
    let keys = row.item.queries.iter();
    let keys = keys.flat_map(|query| query.pk.iter().chain(&query.sk));
    let mut keys = query.pk.iter().chain(&query.sk).chain(keys);
    let in_key = keys.find_map(|key| literal(field, &component(row, key, field, name)?));
    in_key.or_else(|| literal(field, stored(row, row.item, name)?))
}

/// The value of a component in a key; `None` if its format is not that of the field.
fn component(
    row: &Row<'_>,
    key: &KeyDesign,
    field: Option<&FieldDesign>,
    name: &str,
) -> Option<Value> {
    let whole = row.sample.get(&key.attribute)?.plain();
    let components = key.components(&whole)?;
    let mut components = components.into_iter();
    let (component, text) =
        components.find(|(component, _)| component.split(':').next() == Some(name))?;
    let is_number = field.and_then(|field| field.ty.as_deref()) == Some("N");
    match component.split_once(':').map(|(_, format)| format) {
        None if is_number => Some(Value::N(text.to_owned())),
        None | Some("seconds" | "millis" | "micros" | "nanos" | "raw") => {
            Some(Value::S(text.to_owned()))
        }
        Some(format) if format.starts_with('0') => Some(Value::N(unpadded(text))),
        Some(_) => None,
    }
}

fn unpadded(digits: &str) -> String {
    match digits.trim_start_matches('0') {
        "" => "0".to_owned(),
        digits => digits.to_owned(),
    }
}

/// The stored value of a field, or of one inside it: `address.city`.
fn stored<'r>(row: &'r Row<'_>, item: &ItemDesign, name: &str) -> Option<&'r Value> {
    let mut path = name.split('.');
    let top = path.next()?;
    let field = item.fields.iter().find(|field| field.name == top)?;
    let value = row.sample.get(field.attribute.as_deref()?)?;
    path.try_fold(value, |value, name| match value {
        Value::M(map) => map.get(name),
        _ => None,
    })
}

/// A value as a literal: text as a `&str`, which stands for every type of text, and a variant by
/// its name.
fn literal(field: Option<&FieldDesign>, value: &Value) -> Option<String> {
    match value {
        Value::S(text) => {
            let variants = field.map(|field| field.variants.as_slice());
            let mut variants = variants.unwrap_or_default().iter();
            let variant = variants.find(|variant| variant.stored == *text);
            Some(variant.map_or_else(|| quoted(text), |variant| variant.name.clone()))
        }
        Value::N(digits) => {
            let format = field.and_then(|field| field.format.as_deref());
            Some(match format {
                Some("f32" | "f64") if !digits.contains(['.', 'e', 'E']) => format!("{digits}.0"),
                Some("Decimal") => format!("{}.parse()?", quoted(digits)),
                _ => digits.clone(),
            })
        }
        Value::Bool(value) => Some(value.to_string()),
        _ => None,
    }
}

impl KeyDesign {
    /// The components of a stored key with their text; `None` if it is not of this template.
    pub(super) fn components<'k, 't>(&'k self, key: &'t str) -> Option<Vec<(&'k str, &'t str)>> {
        let mut found = Vec::new();
        let mut rest = key;
        let mut parts = self.template.iter().peekable();
        while let Some(part) = parts.next() {
            match part {
                KeyText::Literal(text) => rest = rest.strip_prefix(text.as_str())?,
                KeyText::Component(name) => {
                    let end = match parts.peek() {
                        Some(KeyText::Literal(text)) => rest.find(text.as_str())?,
                        _ => rest.len(),
                    };
                    found.push((name.as_str(), &rest[..end]));
                    rest = &rest[end..];
                }
            }
        }
        Some(found)
    }

    /// The number of shards that its items are spread over.
    pub(super) fn shards(&self) -> Option<&str> {
        self.template.iter().find_map(|part| match part {
            KeyText::Literal(_) => None,
            KeyText::Component(text) => {
                let (_, format) = text.split_once(':')?;
                format.strip_prefix("shard(")?.strip_suffix(')')
            }
        })
    }
}
