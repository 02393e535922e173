//! Example keys, for documents.

use super::{ItemSchema, KeySpec, Part, Template};
use crate::key::{Components, KeyKind, KeyPart, KeyValue, Piece};

impl ItemSchema {
    /// Returns an example key of a query: `ORDER#order1`. Text is named after its field, so that the
    /// keys of a parent and its children agree, or is a time if the field is called like `placed_at`;
    /// an enum has its first variant, a number is 42. Returns `None` for bytes.
    #[must_use]
    pub fn example(&self, key: &KeySpec) -> Option<String> {
        let built = key.template.build(&Examples::of(self, &key.template));
        match built {
            Ok(Some(KeyValue::Text(text) | KeyValue::Number(text))) => Some(text),
            _ => None,
        }
    }
}

/// One component per field.
struct Examples(Vec<(usize, Piece<'static>)>);

impl Examples {
    fn of(schema: &ItemSchema, template: &Template) -> Self {
        let parts = template.parts.iter().filter_map(|part| match part {
            Part::Literal(_) => None,
            Part::Component {
                field,
                name,
                spelling,
                ..
            } => {
                let choice = schema.fields.get(*field);
                let choice = choice.and_then(|field| field.choices().next());
                let piece = match (spelling.kind(), choice) {
                    _ if !spelling.example().is_empty() => Piece::Text(spelling.example().into()),
                    (KeyKind::Number, _) => Piece::Integer(42, 20),
                    (KeyKind::Text, Some(choice)) => Piece::Text(choice.into()),
                    (KeyKind::Text, None) => Piece::Text(word(schema, template, name).into()),
                    (KeyKind::Bytes, _) => Piece::Bytes(vec![42].into()),
                };
                Some((*field, piece))
            }
        });
        Self(parts.collect())
    }
}

/// The time in examples, as text.
const TIME: &str = "2025-11-14T10:30:00Z";

/// An example of text, `customer1`: of the fields `id` of `Customer` and `customer_id` of others. A
/// field like `placed_at` is a time.
fn word(schema: &ItemSchema, template: &Template, field: &str) -> String {
    let field = field.rsplit('.').next().unwrap_or(field);
    let is_time = field == "at" || field.ends_with("_at");
    if is_time && !TIME.contains(template.delimiter) {
        return TIME.to_owned();
    }
    let name = if field == "id" { schema.name } else { field };
    let letters = name.chars().take_while(char::is_ascii_alphanumeric);
    letters.collect::<String>().to_lowercase() + "1"
}

impl Components for Examples {
    fn component(&self, field: usize) -> Option<&dyn KeyPart> {
        let found = self.0.iter().find(|(number, _)| *number == field);
        found.map(|(_, piece)| piece as &dyn KeyPart)
    }
}
