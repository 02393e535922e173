//! The memory that one key attribute after another is built in.

use super::{KeyValue, RESERVED};
use crate::codec::{EncodeError, Encoder};

/// A key attribute in memory that the next one uses again.
///
/// Text stays here until it is needed elsewhere: to pass it on by value costs more than to write it.
#[derive(Default)]
pub(crate) struct KeySlot {
    /// The text of the key, or of an earlier one.
    text: String,
    /// The key, if it is a number or bytes.
    typed: Option<KeyValue>,
}

impl KeySlot {
    /// Makes room for a key that is text.
    #[inline]
    pub(super) fn begin_text(&mut self) -> &mut String {
        self.typed = None;
        self.text.clear();
        if self.text.capacity() == 0 {
            self.text.reserve(64);
        }
        &mut self.text
    }

    /// Holds a key that is a number or bytes.
    pub(super) fn set_typed(&mut self, key: KeyValue) {
        self.typed = Some(key);
    }

    /// The key, if it is text.
    #[inline]
    pub(crate) fn text(&self) -> Option<&str> {
        match self.typed {
            None => Some(&self.text),
            Some(_) => None,
        }
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        match &self.typed {
            None => self.text.len(),
            Some(key) => key.as_bytes().len(),
        }
    }

    /// Whether only a claim on a unique value may have this key.
    #[inline]
    pub(crate) fn is_reserved(&self) -> bool {
        self.text().is_some_and(|text| text.starts_with(RESERVED))
    }

    /// Writes the key as an attribute.
    pub(crate) fn encode_as(&self, name: &str, to: &mut Encoder) -> Result<(), EncodeError> {
        match &self.typed {
            None => to.text_entry(name, &self.text),
            Some(key) => key.encode_as(name, to),
        }
    }

    /// The key as a value of its own.
    pub(crate) fn take(&mut self) -> KeyValue {
        match self.typed.take() {
            None => KeyValue::Text(std::mem::take(&mut self.text)),
            Some(key) => key,
        }
    }
}
