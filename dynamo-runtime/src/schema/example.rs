//! Example keys, for documents.

use super::{ItemSchema, KeySpec, Part, Template};
use crate::key::{Components, KeyKind, KeyPart, KeyValue, Piece};

impl ItemSchema {
    /// Returns an example key of a query, made from a field's initial and `1`, from 42, or from a
    /// time: `ORDER#o1`. Returns `None` for bytes.
    #[must_use]
    pub fn example(&self, key: &KeySpec) -> Option<String> {
        let built = key.template.build(&Examples::of(&key.template));
        match built {
            Ok(Some(KeyValue::Text(text) | KeyValue::Number(text))) => Some(text),
            _ => None,
        }
    }
}

/// One component per field.
struct Examples(Vec<(usize, Piece<'static>)>);

impl Examples {
    fn of(template: &Template) -> Self {
        let parts = template.parts.iter().filter_map(|part| match part {
            Part::Literal(_) => None,
            Part::Component {
                field,
                name,
                spelling,
                ..
            } => {
                let initial = name.chars().next();
                let piece = match spelling.kind() {
                    _ if spelling.is_time() => Piece::Text(spelling.example().into()),
                    KeyKind::Number => Piece::Integer(42, 20),
                    KeyKind::Text => Piece::Text(format!("{}1", initial.unwrap_or('x')).into()),
                    KeyKind::Bytes => Piece::Bytes(vec![42].into()),
                };
                Some((*field, piece))
            }
        });
        Self(parts.collect())
    }
}

impl Components for Examples {
    fn component(&self, field: usize) -> Option<&dyn KeyPart> {
        let found = self.0.iter().find(|(number, _)| *number == field);
        found.map(|(_, piece)| piece as &dyn KeyPart)
    }
}
