//! Lists of 32-bit floats, written in one pass: an embedding has a thousand elements, and writing
//! each one the ordinary way costs more than its digits.

use super::{EncodedAs, Encoder};
use crate::codec::EncodeError;
use crate::codec::number_text::{Number, integer_size};

/// The range in which `zmij` writes numbers like DynamoDB, except for a `.0` at the end.
const PLAIN: std::ops::Range<f32> = 1e-4..1e15;
/// The part of that range whose numbers begin with `0.`, like most elements of embeddings.
const FRACTION: std::ops::Range<f32> = 1e-4..1.0;

/// At least the length of `{"N":"-0.012345678"},`, which most elements are shorter than.
const JSON_BYTES_PER_ELEMENT: usize = 24;

impl Encoder {
    /// Writes a list of floats, each in the fewest digits that read back as the same `f32`.
    ///
    /// # Errors
    /// Returns an error if an element is infinite or not a number, or no value is expected here.
    pub fn floats(&mut self, values: &[f32]) -> Result<(), EncodeError> {
        self.begin_list(values.len())?;
        let EncodedAs::Json(json) = &mut self.target else {
            for value in values {
                self.element_with(|to| to.f32(*value))?;
            }
            return self.end_list();
        };
        json.reserve(values.len() * JSON_BYTES_PER_ELEMENT);
        json.begin_numbers();
        let mut size = 0;
        for (index, value) in values.iter().enumerate() {
            let mut buffer = zmij::Buffer::new();
            let text = buffer.format(*value);
            // DynamoDB charges one byte per element of a list.
            size += 1 + if FRACTION.contains(&value.abs()) {
                json.next_number(text);
                fraction_size(*value, text)
            } else if PLAIN.contains(&value.abs()) {
                let text = text.strip_suffix(".0").unwrap_or(text);
                json.next_number(text);
                plain_size(text)
            } else {
                let number = Number::parse(text);
                let number = number.map_err(|_| not_finite().at_index(index))?;
                json.next_number(number.to_text().as_str());
                number.size()
            };
        }
        json.end_numbers();
        self.size += size;
        self.end_list()
    }
}

#[cold]
fn not_finite() -> EncodeError {
    EncodeError::because("DynamoDB stores finite numbers only")
}

/// The size DynamoDB charges for a fraction in plain digits, by the rule of [`plain_size`]. The value
/// tells the zeros after the point; searching the text for them is a branch that is often mispredicted.
#[inline]
fn fraction_size(value: f32, text: &str) -> usize {
    let magnitude = value.abs();
    let zeros = [0.1, 0.01, 0.001].map(|below| usize::from(magnitude < below));
    let negative = usize::from(value < 0.0);
    let digits = text.len() - negative - "0.".len() - zeros.iter().sum::<usize>();
    digits.div_ceil(2) + 1 + negative
}

/// The size DynamoDB charges for a number in plain digits: two digits per byte on each side of the
/// point, one byte more, and one for a minus.
fn plain_size(text: &str) -> usize {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let negative = text.len() - digits.len();
    negative
        + match digits.split_once('.') {
            Some((whole, fraction)) => whole.len().div_ceil(2) + fraction.len().div_ceil(2) + 1,
            None => integer_size(digits),
        }
}
