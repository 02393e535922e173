//! Keys that a source declares: their templates, and the formats of components.

use crate::import::infer::docs;
use crate::import::names;
use crate::import::outline::{FieldOutline, KeyOutline, Piece, Ty};
use crate::{Design, ItemDesign, KeyDesign, KeyText};

pub(super) fn key_of(design: &Design, fields: &[FieldOutline], key: &KeyDesign) -> KeyOutline {
    let table = &design.table;
    let is_primary = key.attribute == table.pk.name
        || table.sk.as_ref().is_some_and(|sk| sk.name == key.attribute);
    let mut own = fields.iter();
    let own = own.find(|field| field.attribute.as_deref() == Some(&key.attribute));
    if key.built {
        return KeyOutline::Built(pieces(&key.template));
    }
    match own {
        Some(field) => match key.template.as_slice() {
            [KeyText::Component(written)] if !split(written).1.is_empty() => {
                KeyOutline::OwnAs(field.name.clone(), split(written).1.to_owned())
            }
            _ => KeyOutline::Own(field.name.clone()),
        },
        None if is_primary => KeyOutline::OfTable,
        None if design.type_attr.as_ref() == Some(&key.attribute) => KeyOutline::TypeAttr,
        None => KeyOutline::Built(pieces(&key.template)),
    }
}

fn pieces(template: &[KeyText]) -> Vec<Piece> {
    let pieces = template.iter().map(|text| match text {
        KeyText::Literal(text) => Piece::Literal(text.clone()),
        KeyText::Component(written) => {
            let (name, format) = split(written);
            Piece::Component(name.to_owned(), format.to_owned())
        }
    });
    pieces.collect()
}

/// Makes a sort key with an unpadded number a plain field: it does not sort like the numbers, so no
/// template is accepted.
pub(super) fn sortable(
    attribute: &str,
    key: &mut KeyOutline,
    optional: bool,
    fields: &mut Vec<FieldOutline>,
) {
    let KeyOutline::Built(pieces) = &*key else {
        return;
    };
    let is_number = |name: &str| {
        let mut fields = fields.iter();
        let field = fields.find(|field| field.name == name);
        field.is_some_and(|field| {
            matches!(
                field.ty,
                Ty::Unsigned | Ty::Signed | Ty::Decimal | Ty::Float
            )
        })
    };
    let is_plain = |piece: &Piece| matches!(piece, Piece::Component(name, format) if format.is_empty() && is_number(name));
    if pieces.len() < 2 || !pieces.iter().any(is_plain) {
        return;
    }
    let name = names::snake(attribute);
    let name = names::free(&name, |name| fields.iter().any(|field| field.name == name));
    fields.push(FieldOutline {
        name: name.clone(),
        attribute: Some(attribute.to_owned()),
        ty: Ty::Text,
        optional,
        role: None,
        docs: docs::of_field(attribute, &Ty::Text),
        questions: vec![
            "it has a number in it that is not padded, and so does not sort as numbers do; can it \
             be padded, as in `{number:08}`?"
                .to_owned(),
        ],
    });
    *key = KeyOutline::Own(name);
}

/// Whether an attribute is itself a key somewhere.
pub(super) fn is_own_key(item: &ItemDesign, attribute: Option<&str>) -> bool {
    let keys = item
        .queries
        .iter()
        .flat_map(|query| query.pk.iter().chain(&query.sk));
    let mut own = keys.filter(|key| !key.built);
    own.any(|key| Some(key.attribute.as_str()) == attribute)
}

/// Whether a field is in a sort key without a format.
pub(super) fn is_sorted(item: &ItemDesign, field: &str) -> bool {
    let keys = item.queries.iter().flat_map(|query| &query.sk);
    let mut texts = keys.flat_map(|key| &key.template);
    texts.any(|text| matches!(text, KeyText::Component(name) if name == field))
}

/// The formats that a field has in keys; empty text if it has none.
pub(super) fn formats(item: &ItemDesign, field: &str) -> Vec<String> {
    let keys = item
        .queries
        .iter()
        .flat_map(|query| query.pk.iter().chain(&query.sk));
    let texts = keys.flat_map(|key| &key.template);
    let formats = texts.filter_map(|text| match text {
        KeyText::Component(written) => {
            let (name, format) = split(written);
            (name == field).then(|| format.to_owned())
        }
        KeyText::Literal(_) => None,
    });
    formats.collect()
}

/// A component's field and format: `price:neg` is `price` and `:neg`.
fn split(component: &str) -> (&str, &str) {
    match component.find(':') {
        Some(at) => component.split_at(at),
        None => (component, ""),
    }
}

pub(super) fn is_precision(format: &str) -> bool {
    matches!(format, ":seconds" | ":millis" | ":micros" | ":nanos")
}
