//! The fields of vector indexes: the vectors, and the attributes that filter searches.

use super::keys::key_type;
use crate::import::number::Digits;
use crate::import::outline::{FieldOutline, Ty};
use crate::{IndexDefinition, Sample, TableDefinition, Value, VectorDefinition};

/// Types the fields that vector indexes hold, if every sample has such vectors.
pub(super) fn infer(table: &TableDefinition, rows: &[&Sample], fields: &mut [FieldOutline]) {
    for (index, vector) in of(table) {
        let is_vector =
            |field: &&mut FieldOutline| field.attribute.as_ref() == Some(&vector.attribute);
        let Some(field) = fields.iter_mut().find(is_vector) else {
            continue;
        };
        let values = rows.iter().filter_map(|row| row.get(&vector.attribute));
        let mut values = values.filter(|value| !matches!(value, Value::Null(_)));
        if values.all(|value| fits(value, vector.dimensions)) {
            field.ty = Ty::Vector(vector.dimensions);
            field.questions.clear();
        } else {
            field.questions.push(format!(
                "the vector index `{}` takes lists of {} numbers that a 32-bit float holds, and some \
                 samples have others; which are right?",
                index.name, vector.dimensions
            ));
        }
    }
}

/// The attributes that vector indexes name, with their types and a question about each.
pub(super) fn named(table: &TableDefinition) -> impl Iterator<Item = (&String, Ty, Vec<String>)> {
    of(table).flat_map(|(index, vector)| {
        let held = (&vector.attribute, Ty::Vector(vector.dimensions));
        let filters = vector
            .filters
            .iter()
            .map(|key| (&key.name, key_type(key, &Ty::Text)));
        [held].into_iter().chain(filters).map(|(name, ty)| {
            let question = format!(
                "no sample has it, and the vector index `{}` does; which items have one?",
                index.name
            );
            (name, ty, vec![question])
        })
    })
}

fn of(table: &TableDefinition) -> impl Iterator<Item = (&IndexDefinition, &VectorDefinition)> {
    let indexes = table.indexes.iter();
    indexes.filter_map(|index| Some((index, index.vector.as_ref()?)))
}

/// Whether a value is a vector, all of whose elements a 32-bit float holds.
fn fits(value: &Value, dimensions: usize) -> bool {
    let Value::L(elements) = value else {
        return false;
    };
    let is_exact = |element: &Value| {
        let Value::N(text) = element else {
            return false;
        };
        let float = text.parse::<f32>().ok().filter(|float| float.is_finite());
        let again = float.and_then(|float| Digits::parse(&float.to_string()));
        again.is_some_and(|again| {
            Digits::parse(text).is_some_and(|digits| digits.plain() == again.plain())
        })
    };
    elements.len() == dimensions && elements.iter().all(is_exact)
}
