//! Lists of 32-bit floats, read in one pass.

use super::json::Json;
use super::{Decoder, Input};
use crate::codec::DecodeError;
use crate::codec::find_byte;

impl Decoder<'_> {
    /// Reads a list of floats; `len` is the expected number.
    ///
    /// # Errors
    /// Returns an error if the value is not L, or an element is not N or does not fit an `f32`.
    pub fn floats(&mut self, len: usize) -> Result<Vec<f32>, DecodeError> {
        self.begin_list()?;
        let mut values = Vec::with_capacity(len);
        while self.next_element()? {
            let before = values.len();
            if let Input::Json(json) = &mut self.source {
                json.short_floats(&mut values);
            }
            if values.len() == before {
                values.push(self.f32().map_err(|error| error.at_index(before))?);
            }
        }
        Ok(values)
    }
}

impl Json<'_> {
    /// Reads the elements of a list for as long as they are written like DynamoDB writes them and
    /// one division tells the nearest `f32`. The cursor stays behind the last of them.
    fn short_floats(&mut self, values: &mut Vec<f32>) {
        let element = self.bytes.get(self.at..);
        let Some(mut number) = element.and_then(|element| element.strip_prefix(b"{\"N\":\""))
        else {
            return;
        };
        while let Some((len, value)) = short_decimal(number)
            && number[len..].starts_with(b"\"}")
        {
            values.push(value);
            let rest = &number[len..];
            self.at = self.bytes.len() - rest.len() + 2;
            match rest.strip_prefix(b"\"},{\"N\":\"") {
                Some(next) => number = next,
                None => return,
            }
        }
    }
}

/// The most digits that are read here: an `u64` holds any number of that many.
const MOST_DIGITS: usize = 18;

/// Powers of ten that an `f64` holds exactly.
const POWERS: [f64; MOST_DIGITS + 1] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18,
];

/// Powers of ten up to eight digits.
const TENS: [u64; 9] = [
    1,
    10,
    100,
    1_000,
    10_000,
    100_000,
    1_000_000,
    10_000_000,
    100_000_000,
];

/// The digits of a number, without its sign.
struct Digits {
    /// How many bytes they are, with the point.
    len: usize,
    /// How many are behind the point.
    decimals: usize,
    /// The digits, as one number.
    value: u64,
}

/// Reads plain digits with a point among them, such as `-0.0123`: how many bytes they are, and the
/// nearest `f32`. `None` if there are many of them, if they are zero, or if the `f32` is hard to tell.
#[inline]
fn short_decimal(text: &[u8]) -> Option<(usize, f32)> {
    let negative = text.first() == Some(&b'-');
    let sign = usize::from(negative);
    let number = text.get(sign..)?;
    let digits = match fraction(number) {
        Some(digits) => digits,
        None => any_digits(number)?,
    };
    // Both are exact in an `f64`, so that the quotient is the `f64` nearest to the number.
    if digits.value == 0 || digits.value >= 1 << f64::MANTISSA_DIGITS {
        return None;
    }
    #[expect(clippy::cast_precision_loss, reason = "it was checked above")]
    let value = digits.value as f64 / POWERS[digits.decimals];
    // The `f32` nearest to that is the nearest to the number, unless two are equally near.
    let dropped = f64::MANTISSA_DIGITS - f32::MANTISSA_DIGITS;
    if value.to_bits() & ((1 << dropped) - 1) == 1 << (dropped - 1) {
        return None;
    }
    #[expect(clippy::cast_possible_truncation, reason = "to the nearest")]
    let value = value as f32;
    // The sign is a bit, not a branch: those of an embedding cannot be predicted.
    let signed = f32::from_bits(value.to_bits() | u32::from(negative) << 31);
    Some((sign + digits.len, signed))
}

/// Reads `0.` and up to 15 digits, eight at a time; `None` for anything else.
#[inline]
fn fraction(number: &[u8]) -> Option<Digits> {
    let digits = number.strip_prefix(b"0.")?.first_chunk::<16>()?;
    let (eights, _) = digits.as_chunks::<8>();
    let [(first, value), (second, more)] = [eights[0], eights[1]].map(find_byte::digits);
    let (second, more) = if first == 8 { (second, more) } else { (0, 0) };
    let decimals = first + second;
    (1..16).contains(&decimals).then(|| Digits {
        len: "0.".len() + decimals,
        decimals,
        value: value.cast_unsigned() * TENS[second] + more.cast_unsigned(),
    })
}

/// Reads digits with at most one point among them, one at a time.
#[inline(never)]
fn any_digits(number: &[u8]) -> Option<Digits> {
    let (mut len, mut point, mut value) = (0, None, 0_u64);
    loop {
        let byte = *number.get(len)?;
        let digit = byte.wrapping_sub(b'0');
        if digit < 10 {
            value = value * 10 + u64::from(digit);
        } else if byte == b'.' && point.is_none() {
            point = Some(len + 1);
        } else {
            break;
        }
        len += 1;
        if len > MOST_DIGITS {
            return None;
        }
    }
    Some(Digits {
        len,
        decimals: point.map_or(0, |point| len - point),
        value,
    })
}
