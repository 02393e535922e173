//! Scalar values from JSON. Each has a short path for JSON as DynamoDB sends it, and leaves
//! anything else to the general one.

use std::borrow::Cow;

use aws_smithy_types::base64;

use super::json::Json;
use crate::codec::DecodeError;
use crate::codec::find_byte::{digits, text_end};
use crate::codec::kind::AttributeType;
use crate::codec::number_text::is_number;

/// An `i64` holds any number of this many digits.
const SAFE_DIGITS: usize = 18;

impl<'a> Json<'a> {
    #[inline]
    pub(super) fn text(&mut self) -> Result<Cow<'a, str>, DecodeError> {
        match self.short_text() {
            Some(text) => Ok(Cow::Borrowed(text)),
            None => self.spelled_value(AttributeType::S, "S"),
        }
    }

    /// Reads text however it is spelled.
    #[inline(never)]
    pub(super) fn spelled_text(&mut self) -> Result<String, DecodeError> {
        self.spelled_value(AttributeType::S, "S")
            .map(Cow::into_owned)
    }

    /// Reads text that is written as DynamoDB sends it, without escapes; otherwise leaves the
    /// cursor where it was.
    #[inline]
    pub(super) fn short_text(&mut self) -> Option<&'a str> {
        self.short_value(*b"{\"S\":\"")
    }

    /// Reads the text of a number in the same way, without checking that it is one.
    #[inline]
    pub(super) fn short_number(&mut self) -> Option<&'a str> {
        self.short_value(*b"{\"N\":\"")
    }

    /// Reads the text of a number, and checks that it is one.
    pub(super) fn number(&mut self, expected: &'static str) -> Result<Cow<'a, str>, DecodeError> {
        let text = match self.short_number() {
            Some(text) => Cow::Borrowed(text),
            None => self.spelled_value(AttributeType::N, expected)?,
        };
        if is_number(&text) {
            return Ok(text);
        }
        Err(DecodeError::new(expected, "N whose text is not a number"))
    }

    /// Reads an integer of up to 18 digits; otherwise leaves the cursor where it was.
    #[inline]
    pub(super) fn short_integer(&mut self) -> Option<i64> {
        if self.set.is_some() {
            return None;
        }
        let number = self.bytes.get(self.at..)?.strip_prefix(b"{\"N\":\"")?;
        let (len, value) = digits(*number.first_chunk()?);
        // With eight digits there may be more, and with none there may be a sign.
        if matches!(len, 1..8) && number[len..].starts_with(b"\"}") {
            self.at = self.bytes.len() - (number.len() - len) + 2;
            return Some(value);
        }
        self.long_integer(number)
    }

    #[inline(never)]
    fn long_integer(&mut self, number: &[u8]) -> Option<i64> {
        let digits = number.strip_prefix(b"-").unwrap_or(number);
        let mut value = 0;
        let mut len = 0;
        while let Some(digit @ b'0'..=b'9') = digits.get(len) {
            if len == SAFE_DIGITS {
                return None;
            }
            value = value * 10 + i64::from(digit - b'0');
            len += 1;
        }
        if len == 0 || !digits[len..].starts_with(b"\"}") {
            return None;
        }
        let negative = digits.len() < number.len();
        self.at = self.bytes.len() - (digits.len() - len) + 2;
        Some(if negative { -value } else { value })
    }

    /// Reads a number whose nearest `f64` is neither zero nor out of range; otherwise leaves the
    /// cursor where it was. Any text that parses to such an `f64` is a DynamoDB number.
    #[inline]
    pub(super) fn short_float(&mut self) -> Option<f64> {
        let at = self.at;
        let value = self.short_number()?.parse().ok();
        let value = value.filter(|value: &f64| value.is_normal());
        if value.is_none() {
            self.at = at;
        }
        value
    }

    pub(super) fn bytes(&mut self) -> Result<Vec<u8>, DecodeError> {
        let text = match self.short_value(*b"{\"B\":\"") {
            Some(text) => Cow::Borrowed(text),
            None => self.spelled_value(AttributeType::B, "B")?,
        };
        base64::decode(text).map_err(|_| DecodeError::new("B", "B whose text is not base64"))
    }

    pub(super) fn boolean(&mut self) -> Result<bool, DecodeError> {
        if self.eat(b"{\"BOOL\":true}") {
            return Ok(true);
        }
        if self.eat(b"{\"BOOL\":false}") {
            return Ok(false);
        }
        self.open_as(AttributeType::Bool, "BOOL")?;
        let value = self.literal()?;
        self.close()?;
        Ok(value)
    }

    /// Reads a null; returns the boolean it is written with.
    pub(super) fn null(&mut self) -> Result<bool, DecodeError> {
        if self.eat(b"{\"NULL\":true}") {
            return Ok(true);
        }
        self.open_as(AttributeType::Null, "NULL")?;
        let value = self.literal()?;
        self.close()?;
        Ok(value)
    }

    pub(super) fn literal(&mut self) -> Result<bool, DecodeError> {
        if self.eat(b"true") {
            return Ok(true);
        }
        if self.eat(b"false") {
            return Ok(false);
        }
        Err(self.malformed())
    }

    // The prefix is an array, so that the comparison takes two words and no call.
    #[inline]
    fn short_value(&mut self, prefix: [u8; 6]) -> Option<&'a str> {
        let value = self.bytes.get(self.at..)?;
        if self.set.is_some() || value.first_chunk::<6>() != Some(&prefix) {
            return None;
        }
        let start = self.at + prefix.len();
        let end = text_end(self.bytes, start);
        if self.bytes.get(end..).and_then(<[u8]>::first_chunk::<2>) != Some(b"\"}") {
            return None;
        }
        self.at = end + 2;
        self.text.get(start..end)
    }

    #[inline(never)]
    fn spelled_value(
        &mut self,
        kind: AttributeType,
        expected: &'static str,
    ) -> Result<Cow<'a, str>, DecodeError> {
        self.open_as(kind, expected)?;
        let text = self.quoted()?;
        self.close()?;
        Ok(text)
    }
}
