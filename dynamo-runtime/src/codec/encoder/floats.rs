//! Lists of 32-bit floats, written in one go: an embedding has a thousand elements, and the ordinary
//! way of an element costs more than its digits.

use super::{Encoder, Target};
use crate::codec::EncodeError;
use crate::codec::kind::AttributeType;

/// Roughly the length of `{"N":"-0.0123456"},`.
const JSON_BYTES_PER_ELEMENT: usize = 20;

impl Encoder {
    /// Writes a list of floats, each in the fewest digits that read back as the same `f32`.
    ///
    /// # Errors
    /// If an element is infinite or not a number, or no value is due.
    pub fn floats(&mut self, values: &[f32]) -> Result<(), EncodeError> {
        self.begin_list(values.len())?;
        let Target::Json(json) = &mut self.target else {
            for value in values {
                self.element_with(|to| to.f32(*value))?;
            }
            return self.end_list();
        };
        json.reserve(values.len() * JSON_BYTES_PER_ELEMENT);
        let mut size = 0;
        for (index, value) in values.iter().enumerate() {
            if !value.is_finite() {
                return Err(
                    EncodeError::because("DynamoDB stores finite numbers only").at_index(index)
                );
            }
            let mut buffer = zmij::Buffer::new();
            let text = buffer.format(*value);
            let text = text.strip_suffix(".0").unwrap_or(text);
            json.separate();
            json.plain(AttributeType::N, text, true);
            // DynamoDB charges a byte for each element of a list.
            size += number_size(text) + 1;
        }
        self.size += size;
        self.end_list()
    }
}

/// The size DynamoDB charges for a number: two digits per byte on each side of the point, one byte
/// more, and one for a minus.
fn number_size(text: &str) -> usize {
    let digits = text.trim_start_matches('-');
    let negative = text.len() - digits.len();
    let mantissa = digits.split(['e', 'E']).next().unwrap_or(digits);
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let whole = whole.trim_start_matches('0').len();
    let fraction = if whole == 0 {
        fraction.trim_start_matches('0').len()
    } else {
        fraction.len()
    };
    whole.div_ceil(2) + fraction.div_ceil(2) + 1 + negative
}
