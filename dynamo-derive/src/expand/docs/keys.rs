//! Keys in words: what they are built from, and samples.

use super::types::{Known, known};
use crate::expand::keys::components;
use crate::model::{Format, Item, KeyAttribute, KeySource, Part, Template, plain, time_format};

/// `` `PK` = `CLIENT#{client_id}` ``.
pub(super) fn equation(item: &Item, key: &KeyAttribute) -> String {
    format!("`{} = {}`", key.name, shown(item, key))
}

/// A key with its components in braces.
pub(super) fn shown(item: &Item, key: &KeyAttribute) -> String {
    match template(item, key) {
        _ if matches!(key.source, KeySource::Entity) => {
            format!("\"{}\"", item.entity.as_ref().map_or("", |(name, _)| name))
        }
        Some(template) => format!("\"{}\"", render(item, template)),
        None => components(item, key)
            .first()
            .map(|(field, format)| braced(item, *field, *format))
            .unwrap_or_default(),
    }
}

/// A key that an item might have; `None` if it has a component whose values are not known here.
pub(super) fn equals_sample(item: &Item, key: &KeyAttribute) -> Option<String> {
    let text = match template(item, key) {
        _ if matches!(key.source, KeySource::Entity) => {
            item.entity.as_ref().map(|(name, _)| name.clone())?
        }
        Some(template) => {
            let parts = template.parts.iter().map(|part| match part {
                Part::Literal(text) => Some(text.clone()),
                Part::Component { field, format, .. } => sample(item, *field, *format),
            });
            parts.collect::<Option<String>>()?
        }
        None => {
            let (field, format) = *components(item, key).first()?;
            sample(item, field, format)?
        }
    };
    Some(format!("`{text}`"))
}

/// The samples of several keys, if all are known.
pub(super) fn samples(item: &Item, keys: &[&KeyAttribute]) -> Option<String> {
    let samples = keys.iter().map(|key| equals_sample(item, key));
    let samples = samples.collect::<Option<Vec<_>>>()?;
    (!samples.is_empty()).then(|| samples.join(", "))
}

/// The template a key attribute is built from; `None` if it is a field's own attribute.
pub(super) fn template<'a>(item: &'a Item, key: &'a KeyAttribute) -> Option<&'a Template> {
    match &key.source {
        KeySource::Built(template) => Some(template),
        KeySource::Field(_) | KeySource::Entity | KeySource::Reported(_) => None,
        KeySource::TablePartition => template_of_table(&item.pk),
        KeySource::TableSort => item.sk.as_ref().and_then(template_of_table),
    }
}

fn template_of_table(key: &KeyAttribute) -> Option<&Template> {
    match &key.source {
        KeySource::Built(template) => Some(template),
        _ => None,
    }
}

fn render(item: &Item, template: &Template) -> String {
    let part = |part: &Part| match part {
        Part::Literal(text) => text.clone(),
        Part::Component { field, format, .. } => braced(item, *field, *format),
    };
    template.parts.iter().map(part).collect()
}

/// A component as it is declared: `{placed_at:millis}`.
fn braced(item: &Item, field: usize, format: Format) -> String {
    let name = item.fields[field].title();
    let format = match format {
        Format::Plain => return format!("{{{name}}}"),
        Format::Padded(width) => format!("0{width}"),
        Format::Sortable => "sortable".to_owned(),
        Format::Negated => "neg".to_owned(),
        Format::Lower => "lower".to_owned(),
        Format::Upper => "upper".to_owned(),
        Format::Escape => "escape".to_owned(),
        Format::Raw => "raw".to_owned(),
        Format::First(count) => format!("first({count})"),
        Format::Shard(shards) => format!("shard({})", shards.count),
        Format::Time(digits) => time_format(digits).to_owned(),
    };
    format!("{{{name}:{format}}}")
}

/// The time in samples, as text.
const TIME: &str = "2025-11-14T10:30:00Z";

/// A value that a component might have, as the runtime makes it up for documents
/// (`ItemSchema::example`): text is named after its field, a number is 42.
fn sample(item: &Item, field: usize, format: Format) -> Option<String> {
    let whole = || match known(&item.fields[field].ty)? {
        Known::Text => Some(word(item, field)),
        Known::Number => Some("42".to_owned()),
        Known::Like(text) => Some(text.to_owned()),
    };
    Some(match format {
        Format::Padded(width) => format!("{:0width$}", 42, width = usize::from(width)),
        Format::Sortable => format!("1{:020}", 42),
        Format::Negated => "-42".to_owned(),
        Format::Time(0) => TIME.to_owned(),
        Format::Time(digits) => {
            format!(
                "2025-11-14T10:30:00.{:0width$}Z",
                0,
                width = usize::from(digits)
            )
        }
        Format::Shard(shards) if shards.count > 100 => "007".to_owned(),
        Format::Shard(_) => "01".to_owned(),
        Format::Upper => whole()?.to_uppercase(),
        Format::Lower => whole()?.to_lowercase(),
        Format::First(count) => whole()?.chars().take(usize::from(count)).collect(),
        Format::Plain | Format::Escape | Format::Raw => whole()?,
    })
}

/// Text named after its field, `customer1`: of the fields `id` of `Customer` and `customer_id` of
/// others. A field like `placed_at` is a time.
fn word(item: &Item, field: usize) -> String {
    let title = item.fields[field].title();
    let field = title.rsplit('.').next().unwrap_or(&title);
    let is_time = field == "at" || field.ends_with("_at");
    if is_time && !TIME.contains(item.table.delimiter) {
        return TIME.to_owned();
    }
    let name = match field {
        "id" => plain(&item.ident),
        _ => field.to_owned(),
    };
    let letters = name.chars().take_while(char::is_ascii_alphanumeric);
    letters.collect::<String>().to_lowercase() + "1"
}
