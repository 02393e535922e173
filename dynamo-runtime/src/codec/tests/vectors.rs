//! Vectors: written and read in one pass, and the same as any list of numbers.

use proptest::prelude::*;

use super::{from_json, survives, to_json};
use crate::codec::{Encode, Encoder, Vector};

/// Any float that can be stored.
fn element() -> impl Strategy<Value = f32> {
    prop_oneof![
        any::<f32>().prop_filter("finite", |value| value.is_finite()),
        -1.0..1.0_f32,
        (-1000..1000_i16).prop_map(f32::from),
        Just(0.0),
        Just(f32::MIN_POSITIVE),
        Just(f32::MAX),
        Just(1e-45),
    ]
}

proptest! {
    #[test]
    fn a_vector_survives(elements in prop::array::uniform8(element())) {
        survives(&Vector::from(elements));
    }

    #[test]
    fn a_vector_is_written_as_an_array_is(elements in prop::array::uniform8(element())) {
        let vector = Vector::from(elements);
        prop_assert_eq!(to_json(&vector), to_json(&elements));
        let size = |value: &dyn Encode| {
            let mut to = Encoder::json();
            value.encode(&mut to).map(|()| to.size())
        };
        prop_assert_eq!(size(&vector), size(&elements));
    }
}

/// The only element of a list, from the text of a number.
fn element_of(text: &str) -> f32 {
    let json = format!(r#"{{"L":[{{"N":"{text}"}}]}}"#);
    from_json::<Vector<1>>(&json).expect("a vector")[0]
}

proptest! {
    #[test]
    fn elements_are_the_nearest_floats(text in "-?[0-9]{1,12}(\\.[0-9]{1,14})?") {
        let nearest: f32 = text.parse().expect("a number");
        prop_assert_eq!(element_of(&text).to_bits(), nearest.to_bits());
    }

    /// Halfway between two floats, and right beside it.
    #[test]
    fn elements_between_two_floats_are_the_nearest(odd in 0_u32..1 << 23, more in "0{0,7}[01]?") {
        let halfway = (1 << 24) + 2 * odd + 1;
        let text = format!("{halfway}.{more}0");
        let nearest: f32 = text.parse().expect("a number");
        prop_assert_eq!(element_of(&text).to_bits(), nearest.to_bits(), "{}", text);
    }
}

#[test]
fn what_is_not_finite_is_refused() {
    for wrong in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let refused = to_json(&Vector::from([0.5, wrong])).expect_err("a refusal");
        assert!(refused.to_string().contains("[1]"), "{refused}");
    }
}

#[test]
fn a_list_of_another_length_or_type_is_refused() {
    let short = from_json::<Vector<2>>(r#"{"L":[{"N":"1"}]}"#);
    assert!(short.is_err_and(|error| error.to_string().contains("L of 2")));
    let text = from_json::<Vector<2>>(r#"{"L":[{"N":"1"},{"S":"2"}]}"#);
    assert!(text.is_err_and(|error| error.to_string().contains("[1]")));
    let large = from_json::<Vector<1>>(r#"{"L":[{"N":"1E+60"}]}"#);
    assert!(large.is_err());
    assert!(from_json::<Vector<1>>(r#"{"N":"1"}"#).is_err());
}

#[test]
fn long_vectors_are_written_and_read() {
    let vector = Vector::<1024>::try_from(vec![0.123_456_7; 1024]).expect("the length");
    let text = to_json(&vector).expect("JSON");
    assert_eq!(text.matches("{\"N\":\"0.1234567\"}").count(), 1024);
    assert_eq!(from_json::<Vector<1024>>(&text).expect("a vector"), vector);
}
