//! The fields that a template may use, with their values in samples.

use std::borrow::Cow;

use crate::import::number::Digits;
use crate::import::outline::{FieldOutline, NamedTypes, Ty};
use crate::import::time::Instant;
use crate::{Sample, Value};

/// The values of a field that a template may use, by sample.
pub(super) struct Column<'a> {
    pub(super) field: String,
    pub(super) ty: Ty,
    pub(super) texts: Vec<Option<Cow<'a, str>>>,
    /// Whether it is stored as an attribute; if not, it is only in another key.
    pub(super) stored: bool,
}

impl<'a> Column<'a> {
    /// The column of a stored field; `None` for a type that keys do not accept.
    pub(super) fn of(field: &FieldOutline, rows: &[&'a Sample]) -> Option<Self> {
        let is_usable = matches!(
            field.ty,
            Ty::Text
                | Ty::Unsigned
                | Ty::Signed
                | Ty::Decimal
                | Ty::Time(_)
                | Ty::Date
                | Ty::Named(_)
        );
        let attribute = field.attribute.as_deref().filter(|_| is_usable)?;
        let texts = rows.iter().map(|row| row.get(attribute).and_then(text_of));
        let texts: Vec<_> = texts.collect();
        // A struct has no text.
        texts.iter().any(Option::is_some).then(|| Self {
            field: field.name.clone(),
            ty: field.ty.clone(),
            texts,
            stored: true,
        })
    }

    /// The columns of the fields of a nested struct: `address.city`.
    pub(super) fn nested(
        field: &FieldOutline,
        rows: &[&'a Sample],
        named: &NamedTypes,
    ) -> Vec<Self> {
        let Some(attribute) = &field.attribute else {
            return Vec::new();
        };
        let values: Vec<_> = rows.iter().map(|row| row.get(attribute)).collect();
        inside(&field.name, &field.ty, &values, named)
    }

    pub(super) fn text(&self, row: usize) -> Option<&str> {
        self.texts.get(row)?.as_deref()
    }

    pub(super) fn instant(&self, row: usize) -> Option<Instant> {
        let text = self.text(row)?;
        match self.ty {
            Ty::Time(form) => form.read(text),
            _ => None,
        }
    }

    pub(super) const fn is_number(&self) -> bool {
        matches!(self.ty, Ty::Unsigned | Ty::Signed | Ty::Decimal)
    }
}

/// The columns of the fields of a struct, by the struct of each sample.
fn inside<'a>(
    path: &str,
    ty: &Ty,
    values: &[Option<&'a Value>],
    named: &NamedTypes,
) -> Vec<Column<'a>> {
    let outline = match ty {
        Ty::Named(name) => named.structs.get(name),
        _ => None,
    };
    let mut columns = Vec::new();
    for field in outline.into_iter().flat_map(|outline| &outline.fields) {
        let Some(attribute) = &field.attribute else {
            continue;
        };
        let path = format!("{path}.{}", field.name);
        let values: Vec<_> = values
            .iter()
            .map(|value| match value {
                Some(Value::M(map)) => map.get(attribute),
                _ => None,
            })
            .collect();
        if matches!(
            field.ty,
            Ty::Text | Ty::Unsigned | Ty::Signed | Ty::Named(_)
        ) {
            let texts: Vec<_> = values.iter().map(|value| value.and_then(text_of)).collect();
            let has_text = texts.iter().any(Option::is_some);
            columns.extend(has_text.then(|| Column {
                field: path.clone(),
                ty: field.ty.clone(),
                texts,
                stored: true,
            }));
        }
        columns.extend(inside(&path, &field.ty, &values, named));
    }
    columns
}

/// The text of a value that can be in a key.
fn text_of(value: &Value) -> Option<Cow<'_, str>> {
    match value {
        Value::S(text) => Some(Cow::Borrowed(text.as_str())),
        Value::N(text) => Digits::parse(text).map(|digits| Cow::Owned(digits.plain())),
        _ => None,
    }
}
