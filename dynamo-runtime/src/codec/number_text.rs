//! The text of a DynamoDB number: its limits, its canonical form, and the exact integer it
//! represents.
//!
//! Limits: <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html>

use std::cmp::Ordering;

/// DynamoDB keeps this many significant digits.
const MAX_DIGITS: usize = 38;
/// With the value written `0.d1d2… × 10^exponent`, 9.99…E+125 has this exponent.
const MAX_EXPONENT: i32 = 126;
/// With the value written `0.d1d2… × 10^exponent`, 1E-130 has this exponent.
const MIN_EXPONENT: i32 = -129;
/// Numbers with exponents between these are written plainly, others with an `E`.
const PLAIN: std::ops::RangeInclusive<i32> = -5..=40;
/// The longest canonical text is a sign, `0.`, five zeros and 38 digits.
const MAX_TEXT: usize = 48;

/// Why text is not a number that DynamoDB stores.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NumberError {
    Malformed,
    TooManyDigits,
    OutOfRange,
}

impl NumberError {
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::Malformed => "not a number",
            Self::TooManyDigits => {
                "the number has more than the 38 significant digits DynamoDB stores"
            }
            Self::OutOfRange => "the number is outside DynamoDB's range, ±1E-130 to ±9.99…E+125",
        }
    }
}

/// A parsed number: `0.d1d2… × 10^exponent`, the digits without outer zeros.
#[derive(Debug, Clone, Copy)]
pub(super) struct Number {
    negative: bool,
    digits: [u8; MAX_DIGITS],
    len: usize,
    exponent: i32,
}

impl Number {
    /// Reads a number exactly, or fails.
    pub(super) fn parse(text: &str) -> Result<Self, NumberError> {
        let mut reader = Reader::new(text);
        let mut number = Self {
            negative: reader.sign(),
            digits: [0; MAX_DIGITS],
            len: 0,
            exponent: 0,
        };
        number.read_mantissa(&mut reader)?;
        let exponent = reader.exponent()?;
        if number.len == 0 {
            number.negative = false;
            number.exponent = 0;
            return Ok(number);
        }
        number.exponent = number.exponent.saturating_add(exponent);
        if !(MIN_EXPONENT..=MAX_EXPONENT).contains(&number.exponent) {
            return Err(NumberError::OutOfRange);
        }
        Ok(number)
    }

    fn read_mantissa(&mut self, reader: &mut Reader<'_>) -> Result<(), NumberError> {
        let mut zeros = 0;
        let mut seen = false;
        let mut point = false;
        while let Some(byte) = reader.peek() {
            match byte {
                b'0'..=b'9' => {
                    seen = true;
                    self.digit(byte, point, &mut zeros)?;
                }
                b'.' if !point => point = true,
                _ => break,
            }
            reader.at += 1;
        }
        if seen {
            Ok(())
        } else {
            Err(NumberError::Malformed)
        }
    }

    // Zeros are held back until another digit follows, since trailing ones do not count.
    fn digit(&mut self, byte: u8, point: bool, zeros: &mut usize) -> Result<(), NumberError> {
        let significant = self.len > 0 || byte != b'0';
        match (point, significant) {
            (false, true) => self.exponent = self.exponent.saturating_add(1),
            (true, false) => self.exponent = self.exponent.saturating_sub(1),
            _ => {}
        }
        if byte == b'0' {
            *zeros += usize::from(significant);
            return Ok(());
        }
        let end = self.len + *zeros;
        let Some(gap) = self.digits.get_mut(self.len..=end) else {
            return Err(NumberError::TooManyDigits);
        };
        gap.fill(b'0');
        self.digits[end] = byte;
        self.len = end + 1;
        *zeros = 0;
        Ok(())
    }

    fn digits(&self) -> &[u8] {
        &self.digits[..self.len]
    }

    /// Returns the size DynamoDB charges: one byte per two digits on each side of the point, one
    /// more byte, and one for a minus sign.
    pub(super) fn size(&self) -> usize {
        let whole = usize::try_from(self.exponent).unwrap_or(0).min(self.len);
        let fraction = self.len - whole;
        whole.div_ceil(2) + fraction.div_ceil(2) + 1 + usize::from(self.negative)
    }

    /// Returns the order of two numbers.
    pub(super) fn compare(&self, other: &Self) -> Ordering {
        let sign = |number: &Self| match (number.len, number.negative) {
            (0, _) => 0,
            (_, true) => -1,
            (_, false) => 1,
        };
        let magnitude = || {
            let exponents = self.exponent.cmp(&other.exponent);
            exponents.then_with(|| self.digits().cmp(other.digits()))
        };
        sign(self).cmp(&sign(other)).then_with(|| match sign(self) {
            0 => Ordering::Equal,
            1 => magnitude(),
            _ => magnitude().reverse(),
        })
    }

    /// Returns the magnitude and whether it is negative, if this is an integer that fits.
    pub(super) fn to_integer(self) -> Option<(bool, u128)> {
        let whole = usize::try_from(self.exponent).ok()?;
        if whole < self.len {
            return None;
        }
        let mut magnitude: u128 = 0;
        for at in 0..whole {
            let digit = self.digits().get(at).map_or(0, |byte| byte - b'0');
            magnitude = magnitude.checked_mul(10)?.checked_add(u128::from(digit))?;
        }
        Some((self.negative, magnitude))
    }

    /// Returns whether it has no fraction.
    pub(super) fn is_whole(self) -> bool {
        usize::try_from(self.exponent).is_ok_and(|whole| whole >= self.len)
    }

    /// Returns the text without an exponent, however long.
    #[cfg(feature = "rust_decimal")]
    pub(super) fn to_plain(self) -> String {
        let zeros = |count: usize| "0".repeat(count);
        let sign = if self.negative { "-" } else { "" };
        let digits: String = self
            .digits()
            .iter()
            .map(|digit| char::from(*digit))
            .collect();
        match usize::try_from(self.exponent) {
            Ok(whole) if whole >= self.len => {
                format!("{sign}0{digits}{}", zeros(whole - self.len))
            }
            Ok(whole) => format!("{sign}0{}.{}", &digits[..whole], &digits[whole..]),
            Err(_) => format!(
                "{sign}0.{}{digits}",
                zeros(self.exponent.unsigned_abs() as usize)
            ),
        }
    }

    /// Returns the canonical text of the value.
    pub(super) fn to_text(self) -> NumberText {
        let mut text = NumberText {
            bytes: [0; MAX_TEXT],
            len: 0,
        };
        if self.negative {
            text.push(b"-");
        }
        if self.len == 0 {
            text.push(b"0");
        } else if PLAIN.contains(&self.exponent) {
            self.write_plain(&mut text);
        } else {
            self.write_scientific(&mut text);
        }
        text
    }

    fn write_plain(&self, text: &mut NumberText) {
        let digits = self.digits();
        match usize::try_from(self.exponent) {
            Ok(whole) if whole >= self.len => {
                text.push(digits);
                text.push_zeros(whole - self.len);
            }
            Ok(whole) if whole > 0 => {
                text.push(&digits[..whole]);
                text.push(b".");
                text.push(&digits[whole..]);
            }
            _ => {
                text.push(b"0.");
                text.push_zeros(self.exponent.unsigned_abs() as usize);
                text.push(digits);
            }
        }
    }

    fn write_scientific(&self, text: &mut NumberText) {
        let (first, rest) = self.digits().split_at(1);
        text.push(first);
        if !rest.is_empty() {
            text.push(b".");
            text.push(rest);
        }
        let exponent = self.exponent - 1;
        text.push(if exponent < 0 { b"E-" } else { b"E+" });
        text.push(
            itoa::Buffer::new()
                .format(exponent.unsigned_abs())
                .as_bytes(),
        );
    }
}

/// The canonical text of a number, without an allocation.
pub(super) struct NumberText {
    bytes: [u8; MAX_TEXT],
    len: usize,
}

impl NumberText {
    pub(super) fn as_str(&self) -> &str {
        std::str::from_utf8(&self.bytes[..self.len]).unwrap_or_default()
    }

    fn push(&mut self, part: &[u8]) {
        self.bytes[self.len..self.len + part.len()].copy_from_slice(part);
        self.len += part.len();
    }

    fn push_zeros(&mut self, count: usize) {
        self.bytes[self.len..self.len + count].fill(b'0');
        self.len += count;
    }
}

struct Reader<'t> {
    bytes: &'t [u8],
    at: usize,
}

impl<'t> Reader<'t> {
    fn new(text: &'t str) -> Self {
        Self {
            bytes: text.as_bytes(),
            at: 0,
        }
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn sign(&mut self) -> bool {
        let sign = self.peek();
        self.at += usize::from(matches!(sign, Some(b'-' | b'+')));
        sign == Some(b'-')
    }

    fn exponent(&mut self) -> Result<i32, NumberError> {
        match self.peek() {
            None => return Ok(0),
            Some(b'e' | b'E') => self.at += 1,
            Some(_) => return Err(NumberError::Malformed),
        }
        let negative = self.sign();
        let digits = self.bytes.get(self.at..).unwrap_or_default();
        if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
            return Err(NumberError::Malformed);
        }
        let magnitude = digits.iter().fold(0i32, |sum, digit| {
            sum.saturating_mul(10)
                .saturating_add(i32::from(digit - b'0'))
        });
        Ok(if negative { -magnitude } else { magnitude })
    }
}

/// Returns the size DynamoDB charges for an integer in plain digits.
pub(super) fn integer_size(text: &str) -> usize {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let significant = digits.trim_end_matches('0').len();
    significant.div_ceil(2) + 1 + (text.len() - digits.len())
}

/// Returns whether text is a number of any size: the check for stored data, on which DynamoDB has
/// already enforced its limits.
pub(super) fn is_number(text: &str) -> bool {
    let mut reader = Reader::new(text);
    reader.sign();
    let mut digits = 0;
    let mut points = 0;
    while let Some(byte) = reader.peek() {
        match byte {
            b'0'..=b'9' => digits += 1,
            b'.' => points += 1,
            _ => break,
        }
        reader.at += 1;
    }
    digits > 0 && points <= 1 && reader.exponent().is_ok()
}
