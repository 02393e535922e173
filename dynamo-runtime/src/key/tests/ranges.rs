//! Ranges, tested against a model: a range of keys with its check is the range of the component.

use proptest::prelude::*;
use smallvec::smallvec;

use super::{LED_BY_TEXT, built, component, format_of, spec, text, written};
use crate::key::range::sort_condition;
use crate::key::{
    Args, Bound, Bounds, Comparator, Format, KeyPart, KeyValue, Part, Piece, SortCondition,
    Spelling, Template,
};
use crate::schema::KeySpec;

const COMPARATORS: [Comparator; 7] = [
    Comparator::Equal,
    Comparator::Less,
    Comparator::LessOrEqual,
    Comparator::Greater,
    Comparator::GreaterOrEqual,
    Comparator::Between,
    Comparator::BeginsWith,
];

/// The text a component is compared with: a prefix is not cut off, and a field that a key cuts off
/// is compared whole.
fn sought(format: Format, comparator: Comparator, text: &str) -> String {
    match (format, comparator) {
        (Format::First(_), Comparator::Equal) => written(format, text),
        (Format::First(_), _) => text.to_owned(),
        _ => written(format, text),
    }
}

/// The text that is compared with it.
fn compared(format: Format, comparator: Comparator, text: &str) -> String {
    match comparator {
        Comparator::BeginsWith => written(format, text),
        _ => sought(format, comparator, text),
    }
}

/// The meaning of a range, for a component as it is written in the key.
fn model(comparator: Comparator, text: &str, low: &str, high: &str) -> bool {
    match comparator {
        Comparator::Equal => text == low,
        Comparator::Less => text < low,
        Comparator::LessOrEqual => text <= low,
        Comparator::Greater => text > low,
        Comparator::GreaterOrEqual => text >= low,
        Comparator::Between => text >= low && text <= high,
        Comparator::BeginsWith => text.starts_with(low),
    }
}

/// Whether DynamoDB finds a key with this condition.
fn engine(condition: &SortCondition, key: &str) -> bool {
    let operand = |value: &KeyValue| value.as_str().expect("a text key").to_owned();
    match condition {
        SortCondition::Compare(comparator, value) => model(*comparator, key, &operand(value), ""),
        SortCondition::Between(low, high) => {
            assert!(
                operand(low) <= operand(high),
                "DynamoDB refuses exchanged bounds"
            );
            model(Comparator::Between, key, &operand(low), &operand(high))
        }
    }
}

/// Texts that differ from the operands exactly where their keys could be mistaken for each other.
fn neighbours(low: &str, high: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for text in [low, high] {
        let mut shorter = text.to_owned();
        shorter.pop();
        found.push((shorter, "t".to_owned()));
        for end in ["", "!", "#", "##", "#t", "_", "_x", "_x#t", "A"] {
            found.push((format!("{text}{end}"), "t".to_owned()));
        }
    }
    found
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn a_range_of_keys_with_its_check_is_the_range_of_the_component(
        number in 0..LED_BY_TEXT.len(),
        comparator in prop::sample::select(COMPARATORS.to_vec()),
        low in text(),
        high in text(),
        stored in prop::collection::vec((text(), text()), 0..12),
    ) {
        let spec = &LED_BY_TEXT[number];
        let format = format_of(spec);
        let operands = match comparator {
            Comparator::Between => vec![low.clone(), high.clone()],
            _ => vec![low.clone()],
        };
        let operands = operands.into_iter().map(|text| Piece::Text(text.into())).collect();
        let bounds = smallvec![Bound { comparator, operands }];
        let Ok((conditions, check)) = sort_condition(std::slice::from_ref(spec), &[], bounds) else {
            // Refused: text that no component can be, and swapped bounds.
            let sought = |text: &str| sought(format, comparator, text);
            let impossible = |text: &str| {
                let text = match comparator {
                    Comparator::BeginsWith => text.to_owned(),
                    _ => written(format, text),
                };
                text.is_empty() || text.contains('#')
            };
            let refusable = impossible(&low)
                || comparator == Comparator::Between
                    && (impossible(&high) || sought(&low) > sought(&high));
            prop_assert!(refusable, "{low:?} {comparator:?} {high:?}");
            return Ok(());
        };
        for (text, tail) in stored.iter().chain(&neighbours(&low, &high)) {
            let Some(key) = built(spec, text, tail) else { continue };
            let asked = conditions.iter().all(|(_, condition)| engine(condition, &key));
            let args: [(usize, &dyn KeyPart); 2] = [(0, text), (1, tail)];
            let checked = check.as_ref().is_none_or(|check| check.holds(&Args(&args)));
            let (low, high) = (sought(format, comparator, &low), sought(format, comparator, &high));
            let expected = model(comparator, &compared(format, comparator, text), &low, &high);
            prop_assert_eq!(
                asked && checked, expected,
                "{:?} in {:?} {:?} {:?}", text, comparator, low, conditions
            );
        }
    }
}

/// Keys of several attributes: a text, then a number.
static SEVERAL: [KeySpec; 2] = [
    spec(&[Part::Literal("S#"), component(0, Format::Plain)]),
    KeySpec {
        attribute: "N",
        template: Template {
            parts: &[Part::Component {
                field: 1,
                name: "number",
                spelling: Spelling::Integer,
                format: Format::Negated,
            }],
            delimiter: '#',
        },
        built: true,
    },
];

fn bound(comparator: Comparator, operands: Vec<Piece<'static>>) -> Bound {
    Bound {
        comparator,
        operands: operands.into(),
    }
}

#[test]
fn attributes_of_a_key_are_narrowed_one_after_another() {
    let text = |comparator| bound(comparator, vec![Piece::Text("a".into())]);
    let number = |comparator| bound(comparator, vec![Piece::Integer(5, 20)]);
    let conditions =
        |bounds: &[Bound]| sort_condition(&SEVERAL, &[], bounds.into()).map(|found| found.0);

    let none = conditions(&[]).expect("the prefix alone");
    let prefix = SortCondition::Compare(Comparator::BeginsWith, KeyValue::Text("S#".into()));
    assert_eq!(*none, [("SK", prefix)]);

    let both = conditions(&[text(Comparator::Equal), number(Comparator::Less)]);
    let equal = SortCondition::Compare(Comparator::Equal, KeyValue::Text("S#a".into()));
    let greater = SortCondition::Compare(Comparator::Greater, KeyValue::Number("-5".into()));
    assert_eq!(*both.expect("a range"), [("SK", equal), ("N", greater)]);

    assert!(conditions(&[text(Comparator::Less), number(Comparator::Less)]).is_err());
    let third = [
        text(Comparator::Equal),
        number(Comparator::Equal),
        number(Comparator::Equal),
    ];
    assert!(conditions(&third).is_err());
    let exchanged = vec![Piece::Integer(5, 20), Piece::Integer(4, 20)];
    let exchanged = bound(Comparator::Between, exchanged);
    assert!(conditions(&[text(Comparator::Equal), exchanged]).is_err());
}

#[test]
fn a_key_of_literal_text_alone_is_equal_to_it() {
    static CONSTANT: [KeySpec; 1] = [spec(&[Part::Literal("PROFILE")])];
    let (conditions, _) = sort_condition(&CONSTANT, &[], Bounds::new()).expect("a condition");
    let equal = SortCondition::Compare(Comparator::Equal, KeyValue::Text("PROFILE".into()));
    assert_eq!(*conditions, [("SK", equal)]);
}

#[test]
fn what_no_key_can_be_is_refused() {
    for comparator in [Comparator::Equal, Comparator::BeginsWith] {
        let operands = vec![Piece::Text("x".repeat(1025).into())];
        let long = bound(comparator, operands);
        let refused = sort_condition(&LED_BY_TEXT[2..3], &[], smallvec![long]);
        assert!(refused.is_err(), "{comparator:?}");
    }
}

#[test]
fn a_range_may_end_at_or_behind_the_longest_key() {
    let long = |last: &str| format!("{}{last}", "x".repeat(1022 - last.len()));
    let ends = [
        "",
        "a",
        "\u{7f}",
        "\u{7ff}",
        "\u{d7ff}",
        "\u{ffff}",
        "\u{10ffff}",
    ];
    let mut texts: Vec<String> = ends.iter().map(|end| long(end)).collect();
    texts.extend([
        "w".to_owned(),
        "x".repeat(1021),
        "x".repeat(1020),
        "y".to_owned(),
    ]);
    let mut bounds = texts.clone();
    bounds.extend(ends.map(|end| format!("{}{end}", "x".repeat(1022))));
    bounds.push("\u{10ffff}".repeat(300));
    for spec in [&LED_BY_TEXT[0], &LED_BY_TEXT[1], &LED_BY_TEXT[2]] {
        for (low, high) in bounds.iter().zip(bounds.iter().rev()) {
            for comparator in &COMPARATORS[1..6] {
                let (low, high) = (low.min(high), low.max(high));
                let operands = [low, high].map(|text| Piece::Text(text.clone().into()));
                let count = if *comparator == Comparator::Between {
                    2
                } else {
                    1
                };
                let bound = bound(*comparator, operands[..count].to_vec());
                let (conditions, check) =
                    sort_condition(std::slice::from_ref(spec), &[], smallvec![bound])
                        .expect("a condition");
                for (_, condition) in &conditions {
                    let ends = match condition {
                        SortCondition::Compare(_, value) => vec![value],
                        SortCondition::Between(low, high) => vec![low, high],
                    };
                    assert!(ends.iter().all(|end| end.as_bytes().len() <= 1024));
                }
                for text in &texts {
                    let key = built(spec, text, "t").expect("a key");
                    let asked = conditions
                        .iter()
                        .all(|(_, condition)| engine(condition, &key));
                    let args: [(usize, &dyn KeyPart); 1] = [(0, text)];
                    let checked = check.as_ref().is_none_or(|check| check.holds(&Args(&args)));
                    let expected = model(*comparator, text, low, high);
                    assert_eq!(asked && checked, expected, "{comparator:?}");
                }
            }
        }
    }
}
