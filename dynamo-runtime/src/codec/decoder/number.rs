//! Numbers: integers are exact, or an error if they do not fit.

use std::borrow::Cow;

use super::{Decoder, Input};
use crate::codec::DecodeError;
use crate::codec::number_text::Number;

impl<'a> Decoder<'a> {
    /// Reads the text of a number.
    ///
    /// # Errors
    /// Returns an error if the value is not N, or its text is not a number.
    #[inline(never)]
    pub fn number(&mut self) -> Result<Cow<'a, str>, DecodeError> {
        self.number_as("N")
    }

    /// Reads an integer.
    ///
    /// # Errors
    /// Returns an error if the value is not N, or not an integer that fits.
    #[inline]
    pub fn i64(&mut self) -> Result<i64, DecodeError> {
        self.i64_as("N (i64)")
    }

    /// Reads an integer.
    ///
    /// # Errors
    /// Returns an error if the value is not N, or not an integer that fits.
    #[inline]
    pub fn u64(&mut self) -> Result<u64, DecodeError> {
        self.u64_as("N (u64)")
    }

    /// Reads an integer.
    ///
    /// # Errors
    /// Returns an error if the value is not N, or not an integer that fits.
    #[inline(never)]
    pub fn i128(&mut self) -> Result<i128, DecodeError> {
        const EXPECTED: &str = "N (i128)";
        let (negative, magnitude) = self.integer(EXPECTED)?;
        signed(negative, magnitude).ok_or_else(|| does_not_fit(EXPECTED))
    }

    /// Reads an integer.
    ///
    /// # Errors
    /// Returns an error if the value is not N, or not an integer that fits.
    #[inline(never)]
    pub fn u128(&mut self) -> Result<u128, DecodeError> {
        const EXPECTED: &str = "N (u128)";
        match self.integer(EXPECTED)? {
            (false, magnitude) => Ok(magnitude),
            (true, _) => Err(does_not_fit(EXPECTED)),
        }
    }

    /// Reads the `f64` nearest to a number. A stored `f64` reads back the same.
    ///
    /// # Errors
    /// Returns an error if the value is not N.
    #[inline(never)]
    pub fn f64(&mut self) -> Result<f64, DecodeError> {
        const EXPECTED: &str = "N (f64)";
        if let Input::Json(json) = &mut self.source
            && let Some(value) = json.short_float()
        {
            return Ok(value);
        }
        let text = self.number_as(EXPECTED)?;
        let value: f64 = text.parse().map_err(|_| does_not_fit(EXPECTED))?;
        check_float(value, &text, EXPECTED)?;
        Ok(value)
    }

    /// Reads the `f32` nearest to a number. A stored `f32` reads back the same.
    ///
    /// # Errors
    /// Returns an error if the value is not N, too large for an `f32`, or so small that it would become 0.
    #[inline(never)]
    pub fn f32(&mut self) -> Result<f32, DecodeError> {
        const EXPECTED: &str = "N (f32)";
        let text = self.number_as(EXPECTED)?;
        let value: f32 = text.parse().map_err(|_| does_not_fit(EXPECTED))?;
        check_float(f64::from(value), &text, EXPECTED)?;
        Ok(value)
    }

    #[inline(never)]
    pub(in crate::codec) fn i64_as(&mut self, expected: &'static str) -> Result<i64, DecodeError> {
        if let Some(value) = self.short_integer() {
            return Ok(value);
        }
        let (negative, magnitude) = self.integer(expected)?;
        let value = signed(negative, magnitude).and_then(|value| i64::try_from(value).ok());
        value.ok_or_else(|| does_not_fit(expected))
    }

    #[inline(never)]
    pub(in crate::codec) fn u64_as(&mut self, expected: &'static str) -> Result<u64, DecodeError> {
        if let Some(value) = self.short_integer() {
            return u64::try_from(value).map_err(|_| does_not_fit(expected));
        }
        match self.integer(expected)? {
            (false, magnitude) => u64::try_from(magnitude).map_err(|_| does_not_fit(expected)),
            (true, _) => Err(does_not_fit(expected)),
        }
    }

    #[inline]
    fn short_integer(&mut self) -> Option<i64> {
        match &mut self.source {
            Input::Json(json) => json.short_integer(),
            Input::Values(_) => None,
        }
    }

    fn integer(&mut self, expected: &'static str) -> Result<(bool, u128), DecodeError> {
        let text = self.number_as(expected)?;
        let number = Number::parse(&text).map_err(|_| does_not_fit(expected))?;
        let integer = number.to_integer();
        integer.ok_or_else(|| {
            if number.is_whole() {
                does_not_fit(expected)
            } else {
                DecodeError::new(expected, "a number that is not whole")
            }
        })
    }

    pub(in crate::codec) fn number_as(
        &mut self,
        expected: &'static str,
    ) -> Result<Cow<'a, str>, DecodeError> {
        match &mut self.source {
            Input::Json(json) => json.number(expected),
            Input::Values(values) => values.number(expected),
        }
    }
}

// Also correct for the one magnitude that only fits as a negative number.
fn signed(negative: bool, magnitude: u128) -> Option<i128> {
    if negative {
        0_i128.checked_sub_unsigned(magnitude)
    } else {
        i128::try_from(magnitude).ok()
    }
}

#[cold]
pub(in crate::codec) fn does_not_fit(expected: &'static str) -> DecodeError {
    DecodeError::new(expected, "a number out of range")
}

fn check_float(value: f64, text: &str, expected: &'static str) -> Result<(), DecodeError> {
    let mantissa = text.split(['e', 'E']).next().unwrap_or_default();
    let vanished = value == 0.0 && mantissa.contains(|digit| matches!(digit, '1'..='9'));
    if value.is_finite() && !vanished {
        Ok(())
    } else {
        Err(does_not_fit(expected))
    }
}
