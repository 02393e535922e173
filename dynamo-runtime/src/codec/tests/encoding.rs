//! The encoder's own rules: sizes, depth, exactly one value at each place, paths of errors.

use std::collections::{BTreeSet, HashMap};

use aws_sdk_dynamodb::types::AttributeValue;
use proptest::prelude::*;

use super::collections::any_value;
use super::{to_json, to_value};
use crate::codec::{AttributeType, Binary, Encode, EncodeError, Encoder};

/// Sizes as the developer guide gives them, computed from the value as a whole. See
/// <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html>.
fn size_of(value: &AttributeValue) -> usize {
    match value {
        AttributeValue::S(text) => text.len(),
        AttributeValue::N(number) => number_size(number),
        AttributeValue::B(blob) => blob.as_ref().len(),
        AttributeValue::Ss(texts) => texts.iter().map(String::len).sum(),
        AttributeValue::Ns(numbers) => numbers.iter().map(|number| number_size(number)).sum(),
        AttributeValue::Bs(blobs) => blobs.iter().map(|blob| blob.as_ref().len()).sum(),
        AttributeValue::L(values) => {
            3 + values.iter().map(|value| 1 + size_of(value)).sum::<usize>()
        }
        AttributeValue::M(entries) => {
            3 + entries
                .iter()
                .map(|(name, value)| 1 + name.len() + size_of(value))
                .sum::<usize>()
        }
        _ => 1,
    }
}

/// One byte per two digits, one more byte, and one for a minus sign; integers only.
fn number_size(number: &str) -> usize {
    let digits = number.trim_start_matches('-');
    let sign = number.len() - digits.len();
    digits.trim_end_matches('0').len().div_ceil(2) + 1 + sign
}

fn size<T: Encode + ?Sized>(value: &T) -> usize {
    let mut to = Encoder::map();
    value.encode(&mut to).expect("encodes");
    to.size()
}

fn nested(levels: usize) -> AttributeValue {
    (0..levels).fold(AttributeValue::Bool(true), |inner, level| {
        if level % 2 == 0 {
            AttributeValue::L(vec![inner])
        } else {
            AttributeValue::M(HashMap::from([("n".to_owned(), inner)]))
        }
    })
}

fn item_of(value: &AttributeValue, mut to: Encoder) -> Result<(), EncodeError> {
    to.begin_item(1)?;
    to.entry("a", value)?;
    to.end_item()
}

proptest! {
    #[test]
    fn the_size_is_the_same_in_both_targets(value in any_value(), name: String) {
        for mut to in [Encoder::json(), Encoder::map()] {
            to.begin_item(1)?;
            to.entry(&name, &value)?;
            to.end_item()?;
            prop_assert_eq!(to.size(), name.len() + size_of(&value));
        }
    }
}

#[test]
fn sizes_are_those_of_the_developer_guide() {
    assert_eq!(size("shirt"), 5);
    assert_eq!(size(&12_345), 4);
    assert_eq!(size(&-42), 3);
    assert_eq!(size(&0), 1);
    assert_eq!(size(&1_000_000), 2);
    assert_eq!(size(&1.25), 3);
    assert_eq!(size(&true), 1);
    assert_eq!(size(&None::<u8>), 1);
    assert_eq!(size(&Binary(vec![0; 7])), 7);
    assert_eq!(size(&vec!["xy"]), 6);
    assert_eq!(size(&BTreeSet::from([1, 2])), 4);
}

#[test]
fn an_item_begun_anew_is_measured_anew() {
    let mut to = Encoder::json();
    for _ in 0..2 {
        to.begin_item(1).expect("an item");
        to.entry("abc", "de").expect("an entry");
        to.end_item().expect("an item");
        assert_eq!(to.size(), 5);
    }
}

#[test]
fn nesting_ends_where_dynamodb_ends_it() {
    // Observed on AWS: 31 containers around a leaf are stored, 32 are refused.
    assert!(item_of(&nested(31), Encoder::json()).is_ok());
    assert!(item_of(&nested(31), Encoder::map()).is_ok());
    let error = item_of(&nested(32), Encoder::json()).expect_err("too deep");
    assert!(error.path().starts_with("a.*[0].*[0]"), "{}", error.path());
    assert!(item_of(&nested(32), Encoder::map()).is_err());
    assert!(to_value(&nested(31)).is_ok());
    assert!(to_value(&nested(32)).is_err());
    // An empty container is one as well.
    let empty = |levels| {
        (0..levels).fold(AttributeValue::L(Vec::new()), |inner, _| {
            AttributeValue::L(vec![inner])
        })
    };
    assert!(item_of(&empty(30), Encoder::json()).is_ok());
    assert!(item_of(&empty(31), Encoder::json()).is_err());
    assert!(item_of(&empty(31), Encoder::map()).is_err());
}

#[test]
fn errors_name_the_place() {
    let value = HashMap::from([("rates", vec![1.0, f64::NAN])]);
    let value: HashMap<String, Vec<f64>> = value
        .into_iter()
        .map(|(name, rates)| (name.to_owned(), rates))
        .collect();
    for error in [
        to_json(&value).expect_err("NaN"),
        to_value(&value).expect_err("NaN"),
    ] {
        assert_eq!(error.path(), "*[1]");
        let shown = error.with_item("Quote").to_string();
        assert_eq!(
            shown,
            "`Quote` attribute `*[1]`: DynamoDB stores finite numbers only"
        );
    }
}

type Write = fn(&mut Encoder) -> Result<(), EncodeError>;

struct Misbehaved(Write);

impl Encode for Misbehaved {
    fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> {
        (self.0)(to)
    }
}

#[test]
fn exactly_one_value_is_written_where_one_is_due() {
    let misbehaved: [Write; 9] = [
        |_| Ok(()),
        |to| to.null().and_then(|()| to.null()),
        |to| to.begin_list(0),
        |to| to.end_list(),
        |to| to.entry("x", &1),
        |to| to.begin_list(1).and_then(|()| to.entry("x", &1)),
        |to| to.begin_map(1).and_then(|()| to.element(&1)),
        |to| to.begin_map(1).and_then(|()| to.end_list()),
        |to| to.begin_item(1),
    ];
    for (at, misbehaved) in misbehaved.into_iter().enumerate() {
        for mut to in [Encoder::json(), Encoder::map()] {
            let mut outcome = to.begin_item(2);
            outcome = outcome.and_then(|()| to.entry("a", &Misbehaved(misbehaved)));
            outcome = outcome.and_then(|()| to.entry("b", &1));
            outcome = outcome.and_then(|()| to.end_item());
            assert!(outcome.is_err(), "case {at}");
        }
    }
}

#[test]
fn a_set_takes_its_own_type_only() {
    for mut to in [Encoder::json(), Encoder::map()] {
        to.begin_set(AttributeType::Ns, 1).expect("a set");
        let error = to
            .element_with(|to| to.string("x"))
            .expect_err("text in NS");
        assert_eq!(error.path(), "[0]");
    }
    assert!(Encoder::json().begin_set(AttributeType::L, 1).is_err());
}

#[test]
fn an_unfinished_encoder_gives_nothing_away() {
    assert!(Encoder::map().into_value().is_err());
    assert!(Encoder::map().into_json().is_err());
    assert!(Encoder::json().into_value().is_err());
    for mut to in [Encoder::json(), Encoder::map()] {
        to.begin_item(0).expect("an item");
        assert!(to.into_json().is_err());
    }
    let mut to = Encoder::map();
    to.null().expect("a value");
    assert!(to.into_item().is_err());
}
