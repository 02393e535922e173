//! Scalar values: text, numbers, bytes, booleans, null; and whole SDK values.

use std::collections::HashSet;

use aws_sdk_dynamodb::primitives::Blob;
use aws_sdk_dynamodb::types::AttributeValue;

use super::{EncodedAs, Encoder, MayFollow, misuse};
use crate::codec::EncodeError;
use crate::codec::kind::AttributeType;
use crate::codec::number_text::{Number, NumberError, integer_size};

/// The magnitudes at which `zmij` writes floating-point numbers without an exponent.
const PLAIN_FLOAT: std::ops::Range<f64> = 1e-4..1e15;

impl Encoder {
    /// Writes text.
    ///
    /// # Errors
    /// Returns an error if no value is expected here.
    #[inline(never)]
    pub fn string(&mut self, text: &str) -> Result<(), EncodeError> {
        let tagged = self.claim(AttributeType::S)?;
        self.size += text.len();
        match &mut self.target {
            EncodedAs::Json(json) => json.string(text, tagged),
            EncodedAs::Map(tree) => tree.place(AttributeValue::S(text.to_owned())),
        }
        Ok(())
    }

    /// Writes a number given as text, exactly, in its canonical form.
    ///
    /// # Errors
    /// Returns an error if the text is not a number, has more than 38 significant digits or is out
    /// of DynamoDB's range; or no value is expected here.
    #[inline(never)]
    pub fn number_text(&mut self, text: &str) -> Result<(), EncodeError> {
        let number = Number::parse(text).map_err(refused)?;
        self.canonical_number(number.to_text().as_str(), number.size())
    }

    /// Writes an integer.
    ///
    /// # Errors
    /// Returns an error if no value is expected here.
    #[inline(never)]
    pub fn i64(&mut self, value: i64) -> Result<(), EncodeError> {
        self.integer_text(itoa::Buffer::new().format(value))
    }

    /// Writes an integer.
    ///
    /// # Errors
    /// Returns an error if no value is expected here.
    #[inline(never)]
    pub fn u64(&mut self, value: u64) -> Result<(), EncodeError> {
        self.integer_text(itoa::Buffer::new().format(value))
    }

    /// Writes an integer.
    ///
    /// # Errors
    /// Returns an error if it has more than 38 significant digits, or no value is expected here.
    #[inline(never)]
    pub fn i128(&mut self, value: i128) -> Result<(), EncodeError> {
        self.number_text(itoa::Buffer::new().format(value))
    }

    /// Writes an integer.
    ///
    /// # Errors
    /// Returns an error if it has more than 38 significant digits, or no value is expected here.
    #[inline(never)]
    pub fn u128(&mut self, value: u128) -> Result<(), EncodeError> {
        self.number_text(itoa::Buffer::new().format(value))
    }

    /// Writes a floating-point number, in the fewest digits that read back as the same value.
    ///
    /// # Errors
    /// Returns an error if it is infinite, not a number or out of DynamoDB's range, or no value is
    /// expected here.
    #[inline(never)]
    pub fn f64(&mut self, value: f64) -> Result<(), EncodeError> {
        self.float_text(value, zmij::Buffer::new().format(value))
    }

    /// Writes a floating-point number, in the fewest digits that read back as the same value.
    ///
    /// # Errors
    /// Returns an error if it is infinite, not a number or out of DynamoDB's range, or no value is
    /// expected here.
    #[inline(never)]
    pub fn f32(&mut self, value: f32) -> Result<(), EncodeError> {
        self.float_text(f64::from(value), zmij::Buffer::new().format(value))
    }

    /// Writes bytes.
    ///
    /// # Errors
    /// Returns an error if no value is expected here.
    #[inline(never)]
    pub fn bytes(&mut self, bytes: &[u8]) -> Result<(), EncodeError> {
        let tagged = self.claim(AttributeType::B)?;
        self.size += bytes.len();
        match &mut self.target {
            EncodedAs::Json(json) => json.base64(bytes, tagged),
            EncodedAs::Map(tree) => tree.place(AttributeValue::B(Blob::new(bytes))),
        }
        Ok(())
    }

    /// Writes a boolean.
    ///
    /// # Errors
    /// Returns an error if no value is expected here.
    #[inline(never)]
    pub fn boolean(&mut self, value: bool) -> Result<(), EncodeError> {
        self.claim(AttributeType::Bool)?;
        self.size += 1;
        match &mut self.target {
            EncodedAs::Json(json) => json.raw(if value {
                "{\"BOOL\":true}"
            } else {
                "{\"BOOL\":false}"
            }),
            EncodedAs::Map(tree) => tree.place(AttributeValue::Bool(value)),
        }
        Ok(())
    }

    /// Writes the null value.
    ///
    /// # Errors
    /// Returns an error if no value is expected here.
    #[inline(never)]
    pub fn null(&mut self) -> Result<(), EncodeError> {
        self.claim(AttributeType::Null)?;
        self.size += 1;
        match &mut self.target {
            EncodedAs::Json(json) => json.raw("{\"NULL\":true}"),
            EncodedAs::Map(tree) => tree.place(AttributeValue::Null(true)),
        }
        Ok(())
    }

    /// Writes a set of strings.
    ///
    /// # Errors
    /// Returns an error if it is empty or has an element twice, or no value is expected here.
    pub fn string_set<'s>(
        &mut self,
        texts: impl IntoIterator<Item = &'s str>,
    ) -> Result<(), EncodeError> {
        self.begin_set(AttributeType::Ss, 0)?;
        let mut seen = HashSet::new();
        for text in texts {
            check_new(seen.insert(text))?;
            self.element_with(|to| to.string(text))?;
        }
        self.end_set()
    }

    /// Writes a set of numbers given as text; two texts of the same value are the same number.
    ///
    /// # Errors
    /// Returns an error if it is empty, has an element twice or one that DynamoDB cannot store, or
    /// no value is expected here.
    pub fn number_set<'s>(
        &mut self,
        numbers: impl IntoIterator<Item = &'s str>,
    ) -> Result<(), EncodeError> {
        self.begin_set(AttributeType::Ns, 0)?;
        let mut seen = HashSet::new();
        for text in numbers {
            let number = Number::parse(text).map_err(refused)?;
            check_new(seen.insert(number.to_text().as_str().to_owned()))?;
            self.element_with(|to| to.canonical_number(number.to_text().as_str(), number.size()))?;
        }
        self.end_set()
    }

    /// Writes a set of byte strings.
    ///
    /// # Errors
    /// Returns an error if it is empty or has an element twice, or no value is expected here.
    pub fn byte_set<'s>(
        &mut self,
        blobs: impl IntoIterator<Item = &'s [u8]>,
    ) -> Result<(), EncodeError> {
        self.begin_set(AttributeType::Bs, 0)?;
        let mut seen = HashSet::new();
        for bytes in blobs {
            check_new(seen.insert(bytes))?;
            self.element_with(|to| to.bytes(bytes))?;
        }
        self.end_set()
    }

    /// Writes a whole SDK value.
    ///
    /// # Errors
    /// Returns an error if DynamoDB does not store it (an empty set, a number out of range), of a
    /// type this version does not know, or no value is expected here.
    pub fn attribute_value(&mut self, value: &AttributeValue) -> Result<(), EncodeError> {
        match value {
            AttributeValue::S(text) => self.string(text),
            AttributeValue::N(number) => self.number_text(number),
            AttributeValue::B(blob) => self.bytes(blob.as_ref()),
            AttributeValue::Bool(value) => self.boolean(*value),
            AttributeValue::Null(_) => self.null(),
            AttributeValue::Ss(texts) => self.string_set(texts.iter().map(String::as_str)),
            AttributeValue::Ns(numbers) => self.number_set(numbers.iter().map(String::as_str)),
            AttributeValue::Bs(blobs) => self.byte_set(blobs.iter().map(AsRef::as_ref)),
            AttributeValue::L(values) => {
                self.begin_list(values.len())?;
                values.iter().try_for_each(|value| self.element(value))?;
                self.end_list()
            }
            AttributeValue::M(entries) => {
                self.begin_map(entries.len())?;
                entries.iter().try_for_each(|(name, value)| {
                    self.map_entry_with(name, |to| to.attribute_value(value))
                })?;
                self.end_map()
            }
            _ => Err(EncodeError::because(
                "an attribute type this version does not know",
            )),
        }
    }

    /// Takes the place of the next value; returns whether it is written with its type.
    pub(super) fn claim(&mut self, kind: AttributeType) -> Result<bool, EncodeError> {
        let slot = std::mem::replace(&mut self.slot, MayFollow::Closed);
        match slot {
            MayFollow::Value => Ok(true),
            MayFollow::Element(element) if element == kind => Ok(false),
            MayFollow::Element(element) => Err(EncodeError::because(format!(
                "a set of {element} cannot hold a value of type {kind}"
            ))),
            MayFollow::Closed => Err(misuse("no value is due here; one was written already")),
        }
    }

    // Up to 20 digits: nothing to check.
    fn integer_text(&mut self, text: &str) -> Result<(), EncodeError> {
        self.canonical_number(text, integer_size(text))
    }

    fn float_text(&mut self, value: f64, text: &str) -> Result<(), EncodeError> {
        if !value.is_finite() {
            return Err(EncodeError::because("DynamoDB stores finite numbers only"));
        }
        let magnitude = value.abs();
        // By hand: a search for a character would be more code than all of this.
        let point = text.bytes().position(|byte| byte == b'.');
        match point.map(|point| (&text[..point], &text[point + 1..])) {
            Some((whole, "0")) if PLAIN_FLOAT.contains(&magnitude) => self.integer_text(whole),
            // The fewest digits, without an exponent or leading zeros: as DynamoDB writes it.
            Some((whole, fraction)) if magnitude >= 1.0 && PLAIN_FLOAT.contains(&magnitude) => {
                let negative = usize::from(whole.starts_with('-'));
                let digits = (whole.len() - negative).div_ceil(2) + fraction.len().div_ceil(2);
                self.canonical_number(text, digits + 1 + negative)
            }
            _ => self.number_text(text),
        }
    }

    fn canonical_number(&mut self, text: &str, size: usize) -> Result<(), EncodeError> {
        let tagged = self.claim(AttributeType::N)?;
        self.size += size;
        match &mut self.target {
            EncodedAs::Json(json) => json.plain(AttributeType::N, text, tagged),
            EncodedAs::Map(tree) => tree.place(AttributeValue::N(text.to_owned())),
        }
        Ok(())
    }
}

#[cold]
fn refused(error: NumberError) -> EncodeError {
    EncodeError::because(error.as_str())
}

fn check_new(new: bool) -> Result<(), EncodeError> {
    if new {
        Ok(())
    } else {
        Err(EncodeError::because("a set cannot hold an element twice"))
    }
}
