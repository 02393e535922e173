//! Numbers: exact, canonical, and refused if DynamoDB would not keep them.

use std::num::NonZero;

use proptest::prelude::*;

use super::{from_json, survives, to_json};
use crate::codec::{Decode, EncodeError, Encoder};

fn canonical(text: &str) -> Result<String, EncodeError> {
    let mut to = Encoder::json();
    to.number_text(text)?;
    let json = String::from_utf8(to.into_json().expect("complete")).expect("UTF-8");
    let inner = json
        .strip_prefix("{\"N\":\"")
        .and_then(|rest| rest.strip_suffix("\"}"));
    Ok(inner.expect("a number").to_owned())
}

fn read<T: Decode>(text: &str) -> Option<T> {
    from_json(&format!("{{\"N\":\"{text}\"}}")).ok()
}

proptest! {
    #[test]
    fn integers_survive(
        signed: (i8, i16, i32, i64, isize),
        unsigned: (u8, u16, u32, u64, usize),
    ) {
        survives(&signed);
        survives(&unsigned);
    }

    #[test]
    fn wide_integers_survive_up_to_38_digits(
        signed in -(10_i128.pow(38) - 1)..10_i128.pow(38),
        unsigned in 0..10_u128.pow(38),
    ) {
        survives(&(signed, unsigned));
    }

    #[test]
    fn integers_that_are_not_zero_survive(a: NonZero<i64>, b: NonZero<u8>) {
        survives(&(a, b));
    }

    #[test]
    fn floats_survive_or_are_refused(value: f64) {
        let magnitude = value.abs();
        if value == 0.0 || (1e-130..9.999e125).contains(&magnitude) {
            survives(&value);
        } else if !(1e-131..1e126).contains(&magnitude) {
            prop_assert!(to_json(&value).is_err());
        }
    }

    #[test]
    fn small_floats_survive(value: f32, tame in -1e6_f32..1e6) {
        survives(&tame);
        if value.is_finite() {
            survives(&value);
        } else {
            prop_assert!(to_json(&value).is_err());
        }
    }

    #[test]
    fn everyday_floats_survive(whole in -1_000_000_i32..1_000_000, cents in 0_i32..100) {
        survives(&f64::from(whole));
        survives(&(f64::from(whole) + f64::from(cents) / 100.0));
    }

    #[test]
    fn one_value_has_one_text(
        digits in "[1-9][0-9]{0,20}",
        point in 0_usize..21,
        zeros in 0_usize..5,
        shift in -20_i32..20,
    ) {
        let point = point.min(digits.len());
        let (whole, fraction) = digits.split_at(point);
        let padded = format!("{}{whole}.{fraction}{}", "0".repeat(zeros), "0".repeat(zeros));
        let after = i32::try_from(fraction.len()).expect("short");
        let shifted = format!("+{digits}e{}", shift - after);
        prop_assert_eq!(canonical(&padded)?, canonical(&format!("{padded}E0"))?);
        prop_assert_eq!(canonical(&format!("{padded}e{shift}"))?, canonical(&shifted)?);
    }

    #[test]
    fn canonical_text_keeps_the_value(text in "-?[0-9]{1,15}(\\.[0-9]{1,15})?(e-?[0-9]{1,2})?") {
        if let Ok(canonical) = canonical(&text) {
            prop_assert_eq!(canonical.parse::<f64>(), text.parse::<f64>());
        }
    }

    #[test]
    fn whole_numbers_read_exactly_however_they_are_written(value: i64, zeros in 0_usize..4) {
        let zeros = "0".repeat(zeros);
        prop_assert_eq!(read::<i64>(&format!("{value}.0{zeros}")), Some(value));
        prop_assert_eq!(read::<i64>(&format!("{value}{zeros}E-{}", zeros.len())), Some(value));
        prop_assert_eq!(read::<i64>(&format!("{value}.5")), None);
    }

    #[test]
    fn a_number_that_does_not_fit_is_refused(value: i64) {
        prop_assert_eq!(read::<u8>(&value.to_string()), u8::try_from(value).ok());
        prop_assert_eq!(read::<i16>(&value.to_string()), i16::try_from(value).ok());
        prop_assert_eq!(read::<u64>(&value.to_string()), u64::try_from(value).ok());
    }
}

#[test]
fn extremes_of_each_type_survive() {
    survives(&(i64::MIN, i64::MAX, u64::MAX, i128::from(i64::MIN) - 1));
    survives(&(f64::EPSILON, f32::MIN_POSITIVE, f32::MAX, 5e-324_f32));
    survives(&[
        1e-130_f64,
        9.999_999_999_999_99e125,
        -1e125,
        0.1 + 0.2,
        1e15,
        1e16,
        1e-5,
    ]);
    survives(&[0.0001_f64, 0.000_01, 123_456_789_012_345_680.0, 0.1]);
}

#[test]
fn floats_are_written_in_their_own_shortest_form() {
    assert_eq!(to_json(&0.1_f32).as_deref(), Ok("{\"N\":\"0.1\"}"));
    assert_eq!(to_json(&-0.0_f64).as_deref(), Ok("{\"N\":\"0\"}"));
    assert_eq!(to_json(&2.0_f64).as_deref(), Ok("{\"N\":\"2\"}"));
    assert_eq!(
        to_json(&1e21_f64).as_deref(),
        Ok("{\"N\":\"1000000000000000000000\"}")
    );
}

#[test]
fn what_dynamodb_does_not_store_is_refused() {
    for value in [
        f64::NAN,
        f64::INFINITY,
        f64::NEG_INFINITY,
        1e126,
        9.9e-131,
        f64::MIN_POSITIVE,
    ] {
        assert!(to_json(&value).is_err(), "{value}");
    }
    assert!(to_json(&f32::NAN).is_err());
    assert!(to_json(&i128::MAX).is_err(), "39 digits");
    assert!(to_json(&u128::MAX).is_err(), "39 digits");
    assert_eq!(to_json(&10_u128.pow(38)).map(|text| text.len()), Ok(8 + 39));
    for text in [
        "", "-", ".", "1e", "0x1", "1 ", " 1", "1_0", "NaN", "inf", "1.2.3", "--1", "1e+",
    ] {
        assert!(canonical(text).is_err(), "{text:?}");
        assert_eq!(read::<f64>(text), None, "{text:?}");
        assert_eq!(read::<i64>(text), None, "{text:?}");
    }
}

#[test]
fn limits_are_those_of_dynamodb() {
    let digits = "9".repeat(38);
    assert_eq!(canonical(&digits), Ok(digits.clone()));
    assert!(canonical(&format!("{digits}9")).is_err());
    assert_eq!(
        canonical(&format!("{digits}0")).as_deref(),
        Ok(&*format!("{digits}0"))
    );
    assert_eq!(
        canonical(&format!("{digits}E88")),
        Ok(format!("9.{}E+125", "9".repeat(37)))
    );
    assert!(canonical("1E126").is_err());
    assert_eq!(canonical("1E-130").as_deref(), Ok("1E-130"));
    assert!(canonical("9.99E-131").is_err());
    assert_eq!(canonical("0E9999999999999999999").as_deref(), Ok("0"));
    assert!(canonical("1E9999999999999999999").is_err());
    let longest = format!("-0.00000{digits}");
    assert_eq!(canonical(&longest), Ok(longest));
}

#[test]
fn a_float_is_not_read_as_infinite_or_as_nothing() {
    assert_eq!(read::<f32>("1E+39"), None);
    assert_eq!(read::<f32>("1E-60"), None);
    assert_eq!(read::<f32>("0.000"), Some(0.0));
    assert_eq!(read::<f64>("1E+999"), None);
    assert_eq!(read::<NonZero<u8>>("0"), None);
}
