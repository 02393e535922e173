//! The tests of keys, and the sort keys they share.

mod ranges;
mod shapes;
mod templates;

use proptest::prelude::*;

use super::{Args, Format, KeyPart, KeyValue, Part, Spelling, Template};
use crate::schema::KeySpec;

/// Text with troublesome characters: around the delimiter, the escape and the literals below, and
/// any others.
fn text() -> impl Strategy<Value = String> {
    let special = prop::sample::select(vec![
        '\0',
        ' ',
        '!',
        '"',
        '#',
        '$',
        '%',
        '2',
        '3',
        'A',
        '_',
        'x',
        'z',
        '~',
        'é',
        'Σ',
        '\u{d7ff}',
        '\u{e000}',
        '\u{10ffff}',
    ]);
    let character = prop_oneof![8 => special, 1 => any::<char>()];
    prop::collection::vec(character, 0..5).prop_map(String::from_iter)
}

const fn component(field: usize, format: Format) -> Part {
    Part::Component {
        field,
        name: "text",
        spelling: Spelling::Text,
        format,
    }
}

const fn spec(parts: &'static [Part]) -> KeySpec {
    KeySpec {
        attribute: "SK",
        template: Template {
            parts,
            delimiter: '#',
        },
        built: true,
    }
}

const DELIMITER: Part = Part::Literal("#");

/// Sort keys that begin with text, in every format and with everything that may be around it.
static LED_BY_TEXT: [KeySpec; 12] = [
    spec(&[component(0, Format::Plain)]),
    spec(&[component(0, Format::Stored)]),
    spec(&[Part::Literal("T#"), component(0, Format::Plain)]),
    spec(&[
        component(0, Format::Plain),
        DELIMITER,
        component(1, Format::Plain),
    ]),
    spec(&[
        Part::Literal("T#"),
        component(0, Format::Plain),
        Part::Literal("#U#"),
        component(1, Format::Plain),
    ]),
    spec(&[
        component(0, Format::Plain),
        Part::Literal("_x#"),
        component(1, Format::Plain),
    ]),
    spec(&[
        component(0, Format::Escape),
        DELIMITER,
        component(1, Format::Plain),
    ]),
    spec(&[
        component(0, Format::Escape),
        Part::Literal("_x#"),
        component(1, Format::Plain),
    ]),
    spec(&[
        Part::Literal("T#"),
        component(0, Format::Raw),
        DELIMITER,
        component(1, Format::Plain),
    ]),
    spec(&[component(0, Format::Raw), Part::Literal("#A")]),
    spec(&[
        component(0, Format::Lower),
        DELIMITER,
        component(1, Format::Plain),
    ]),
    spec(&[
        component(0, Format::First(2)),
        DELIMITER,
        component(1, Format::Plain),
    ]),
];

fn built(spec: &KeySpec, text: &str, tail: &str) -> Option<String> {
    let args: [(usize, &dyn KeyPart); 2] = [(0, &text), (1, &tail)];
    match spec.template.build(&Args(&args)) {
        Ok(Some(KeyValue::Text(key))) if !key.is_empty() => Some(key),
        _ => None,
    }
}

/// The component as it is written in the key, which a range compares.
fn written(format: Format, text: &str) -> String {
    match format {
        Format::Lower => text.chars().flat_map(char::to_lowercase).collect(),
        Format::First(count) => text.chars().take(count.into()).collect(),
        _ => text.to_owned(),
    }
}

fn format_of(spec: &KeySpec) -> Format {
    let format = |part: &Part| match part {
        Part::Component { format, .. } => Some(*format),
        Part::Literal(_) => None,
    };
    let first = spec.template.parts.iter().find_map(format);
    first.expect("a component")
}
