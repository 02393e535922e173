//! The facts about templates, tested against the keys they build: templates that do not overlap
//! have no key in common, and a key built by one is never mistaken for one of the other.

use proptest::prelude::*;

use crate::key::{Args, Format, KeyPart, KeyValue, Part, Piece, Spelling, Template};

/// A component of every kind and format.
const COMPONENTS: [(Spelling, Format); 19] = [
    (Spelling::Text, Format::Plain),
    (Spelling::Text, Format::Lower),
    (Spelling::Text, Format::Upper),
    (Spelling::Text, Format::Escape),
    (Spelling::Text, Format::Raw),
    (Spelling::Text, Format::First(2)),
    (Spelling::Number, Format::Plain),
    (Spelling::Number, Format::Padded(3)),
    (Spelling::Number, Format::Sortable),
    (Spelling::Integer, Format::Plain),
    (Spelling::Uuid, Format::Plain),
    (Spelling::Uuid, Format::First(3)),
    (Spelling::Ulid, Format::Plain),
    (Spelling::Ulid, Format::First(10)),
    (Spelling::Date, Format::Plain),
    (Spelling::Time, Format::Time(0)),
    (Spelling::Time, Format::Time(3)),
    (Spelling::Time, Format::Instant),
    (Spelling::Time, Format::First(10)),
];

/// Literals that look like written components, and like each other.
const LITERALS: [&str; 15] = [
    "2025-11-14",
    "1970-01-01T00:00:00",
    "Z",
    "A",
    "a",
    "AB",
    "1",
    "10",
    "-",
    "E",
    "e1",
    "$23",
    ".",
    "ORDER",
    "ORDERS",
];

/// A template by the numbers of its segments: a literal, a component, or both, between delimiters.
#[derive(Debug, Clone)]
struct Shape(Vec<(Option<usize>, Option<usize>)>);

fn segment() -> impl Strategy<Value = (Option<usize>, Option<usize>)> {
    let literal = prop::option::weighted(0.6, 0..LITERALS.len());
    let component = prop::option::weighted(0.7, 0..COMPONENTS.len());
    (literal, component)
}

fn shape() -> impl Strategy<Value = Shape> {
    prop::collection::vec(segment(), 1..4).prop_map(Shape)
}

/// Two templates that differ in one segment, or in all.
fn pair() -> impl Strategy<Value = (Shape, Shape)> {
    let near = (shape(), segment(), any::<prop::sample::Index>(), 0..3).prop_map(
        |(one, segment, at, change)| {
            let mut other = one.0.clone();
            let at = at.index(other.len());
            match change {
                0 => other[at] = segment,
                1 => other.insert(at, segment),
                _ => other.push(segment),
            }
            (one, Shape(other))
        },
    );
    prop_oneof![3 => near, 1 => (shape(), shape())]
}

impl Shape {
    /// The template; `None` if the grammar does not allow it.
    fn template(&self) -> Option<Template> {
        let mut parts = Vec::new();
        let mut raw = 0;
        for (number, (literal, component)) in self.0.iter().enumerate() {
            let mut text = if number > 0 { "#" } else { "" }.to_owned();
            text.extend(literal.map(|literal| LITERALS[literal]));
            if !text.is_empty() {
                parts.push(Part::Literal(text.leak()));
            }
            if let Some(component) = component {
                let (spelling, format) = COMPONENTS[*component];
                raw += usize::from(format == Format::Raw);
                parts.push(Part::Component {
                    field: number,
                    name: "component",
                    spelling,
                    format,
                });
            }
        }
        // The derive writes adjacent literals as one.
        let joined = parts
            .windows(2)
            .all(|pair| !matches!(pair, [Part::Literal(_), Part::Literal(_)]));
        (raw < 2 && joined && !parts.is_empty()).then(|| Template {
            parts: parts.leak(),
            delimiter: '#',
        })
    }
}

/// The values of the fields: a text and a number each.
fn values() -> impl Strategy<Value = Vec<(String, i64)>> {
    let piece = prop::sample::select(vec![
        "A", "a", "B", "1", "0", "-", "E", "e", "#", "$", ".", "ORDER", "S", "é", "É",
    ]);
    let text = prop::collection::vec(piece, 1..4).prop_map(|pieces| pieces.concat());
    let number = prop_oneof![-20..200_i64, any::<i64>()];
    prop::collection::vec((text, number), 4)
}

fn build(template: &Template, values: &[(String, i64)]) -> Option<KeyValue> {
    let parts = template.parts.iter().filter_map(|part| match part {
        Part::Component {
            field, spelling, ..
        } => {
            let (text, number) = &values[*field];
            let piece = match spelling {
                Spelling::Integer | Spelling::Number => number.piece(),
                Spelling::Uuid => {
                    let digits = format!("{number:016x}");
                    let [first, second] = [&digits[..8], &digits[8..12]];
                    let uuid = format!("{first}-{second}-4000-8000-0000{first}");
                    Some(Piece::Text(uuid.into()))
                }
                Spelling::Ulid => {
                    let digits = format!("{:026}", number.unsigned_abs());
                    Some(Piece::Text(digits.into()))
                }
                Spelling::Date => {
                    let day = number.rem_euclid(28) + 1;
                    Some(Piece::Text(format!("2025-11-{day:02}").into()))
                }
                Spelling::Time => {
                    let millis = number.rem_euclid(2_000).unsigned_abs();
                    let at = std::time::UNIX_EPOCH + std::time::Duration::from_millis(millis * 500);
                    at.piece().map(Piece::into_owned)
                }
                _ => text.piece(),
            };
            Some((*field, piece?))
        }
        Part::Literal(_) => None,
    });
    let parts: Vec<_> = parts.collect();
    let parts: Vec<(usize, &dyn KeyPart)> = parts
        .iter()
        .map(|(field, piece)| (*field, piece as &dyn KeyPart))
        .collect();
    template.build(&Args(&parts)).ok().flatten()
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 1_500,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn templates_that_do_not_overlap_share_no_key((one, other) in pair(), values in values()) {
        let (Some(one), Some(other)) = (one.template(), other.template()) else {
            return Ok(());
        };
        prop_assert_eq!(one.overlaps(&other), other.overlaps(&one));
        prop_assert!(one.overlaps(&one), "every template builds some key");
        for (builder, reader) in [(&one, &other), (&other, &one)] {
            let Some(key) = build(builder, &values) else { continue };
            prop_assert!(builder.fits(&key), "{key:?} is its own");
            if !builder.overlaps(reader) {
                prop_assert!(!reader.fits(&key), "{key:?} is taken for {:?}", reader.parts);
            }
        }
    }

    #[test]
    fn templates_alike_build_the_same_key((one, other) in pair(), values in values()) {
        let (Some(one), Some(other)) = (one.template(), other.template()) else {
            return Ok(());
        };
        if one.is_like(&other) {
            prop_assert!(one.overlaps(&other));
            if spellings(&one).eq(spellings(&other)) {
                prop_assert_eq!(build(&one, &values), build(&other, &values));
            }
        }
    }
}

fn spellings(template: &Template) -> impl Iterator<Item = Spelling> {
    template.parts.iter().filter_map(|part| match part {
        Part::Component { spelling, .. } => Some(*spelling),
        Part::Literal(_) => None,
    })
}

/// Pairs that look alike.
#[test]
fn what_is_told_apart() {
    const TEXT: Part = component(Spelling::Text, Format::Plain);
    const PADDED: Part = component(Spelling::Number, Format::Padded(3));
    const LOWER: Part = component(Spelling::Text, Format::Lower);
    const RAW: Part = component(Spelling::Text, Format::Raw);
    const UUID: Part = component(Spelling::Uuid, Format::Plain);
    const DATE: Part = component(Spelling::Date, Format::Plain);
    const SECONDS: Part = component(Spelling::Time, Format::Time(0));
    const MILLIS: Part = component(Spelling::Time, Format::Time(3));
    const WIDE: Part = component(Spelling::Integer, Format::Padded(4));
    const INTEGER: Part = component(Spelling::Integer, Format::Plain);
    const INSTANT: Part = component(Spelling::Time, Format::Instant);
    const DAY: Part = component(Spelling::Time, Format::First(10));
    let apart: [(&'static [Part], &'static [Part]); 16] = [
        (&[UUID], &[Part::Literal("PROFILE")]),
        (&[UUID], &[Part::Literal("cafe")]),
        (&[SECONDS], &[Part::Literal("PROFILE")]),
        (&[SECONDS], &[MILLIS]),
        (&[SECONDS], &[UUID]),
        (&[SECONDS], &[DATE]),
        (&[PADDED], &[WIDE]),
        (
            &[SECONDS, Part::Literal("#"), TEXT],
            &[UUID, Part::Literal("#"), TEXT],
        ),
        (&[INTEGER], &[Part::Literal("1e5")]),
        (&[Part::Literal("ORDER")], &[Part::Literal("ORDERS")]),
        (
            &[Part::Literal("ORDER#"), TEXT],
            &[Part::Literal("ORDERS#"), TEXT],
        ),
        (
            &[Part::Literal("ORDER#"), TEXT],
            &[Part::Literal("ORDER#"), TEXT, Part::Literal("#ITEM#"), TEXT],
        ),
        (&[TEXT], &[Part::Literal("A#"), TEXT]),
        (&[PADDED], &[Part::Literal("E"), PADDED]),
        (&[LOWER], &[Part::Literal("PROFILE")]),
        (
            &[Part::Literal("A#"), PADDED],
            &[Part::Literal("A#v"), PADDED],
        ),
    ];
    let mixed: [(&'static [Part], &'static [Part]); 9] = [
        (&[UUID], &[TEXT]),
        (&[DATE], &[Part::Literal("2025-11-14")]),
        (&[INSTANT], &[MILLIS]),
        (&[DAY], &[DATE]),
        (&[TEXT], &[Part::Literal("PROFILE")]),
        (&[TEXT], &[PADDED]),
        (
            &[Part::Literal("A#"), RAW],
            &[Part::Literal("A#"), TEXT, Part::Literal("#B#"), TEXT],
        ),
        (&[Part::Literal("A#"), TEXT], &[Part::Literal("A#v"), TEXT]),
        (&[TEXT, Part::Literal("#B")], &[Part::Literal("A#"), TEXT]),
    ];
    let template = |parts| Template {
        parts,
        delimiter: '#',
    };
    for (one, other) in apart {
        assert!(
            !template(one).overlaps(&template(other)),
            "{one:?} {other:?}"
        );
    }
    for (one, other) in mixed {
        assert!(
            template(one).overlaps(&template(other)),
            "{one:?} {other:?}"
        );
    }
}

const fn component(spelling: Spelling, format: Format) -> Part {
    Part::Component {
        field: 0,
        name: "component",
        spelling,
        format,
    }
}
