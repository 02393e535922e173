//! Lists of 32-bit floats, read in one pass.

use super::{Decoder, Input};
use crate::codec::DecodeError;

impl Decoder<'_> {
    /// Reads a list of floats; `len` is the expected number.
    ///
    /// # Errors
    /// Returns an error if the value is not L, or an element is not N or does not fit an `f32`.
    pub fn floats(&mut self, len: usize) -> Result<Vec<f32>, DecodeError> {
        self.begin_list()?;
        let mut values = Vec::with_capacity(len);
        while self.next_element()? {
            let value = match &mut self.source {
                Input::Json(json) => json.short_f32(),
                Input::Values(_) => None,
            };
            let value = match value {
                Some(value) => value,
                None => self.f32().map_err(|error| error.at_index(values.len()))?,
            };
            values.push(value);
        }
        Ok(values)
    }
}
