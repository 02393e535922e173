//! The output of an encoder: the finished text or value, and the way back to an earlier state.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;

use super::{EncodedAs, Encoder, MayFollow, misuse, nothing_written};
use crate::codec::EncodeError;

/// A state to return to if a write has to be undone.
#[derive(Debug, Clone, Copy)]
pub(crate) struct OutputMark {
    text: usize,
    frames: usize,
    open: usize,
    slot: MayFollow,
    size: usize,
}

impl Encoder {
    /// Returns the size, by DynamoDB's rules, of the last item (or of the value).
    ///
    /// An item may have at most 409,600 bytes: attribute names and values, with text in UTF-8.
    #[must_use]
    pub fn size(&self) -> usize {
        self.size
    }

    /// The JSON text so far; nothing if the encoder does not write JSON.
    #[inline]
    pub(crate) fn as_json(&self) -> &[u8] {
        match &self.target {
            EncodedAs::Json(text) => text.as_bytes(),
            EncodedAs::Map(_) => &[],
        }
    }

    /// Returns the JSON text.
    ///
    /// # Errors
    /// Returns an error if a container was not ended, or the encoder does not write JSON.
    pub fn into_json(self) -> Result<Vec<u8>, EncodeError> {
        match self.target {
            EncodedAs::Json(text) if self.open.is_empty() => Ok(text.into_bytes()),
            EncodedAs::Json(_) => Err(misuse("a container was not ended")),
            EncodedAs::Map(_) => Err(misuse("this encoder does not write JSON")),
        }
    }

    /// Returns the item's attributes.
    ///
    /// # Errors
    /// Returns an error if no item was written, or the encoder does not write `AttributeValue`s.
    pub fn into_item(self) -> Result<HashMap<String, AttributeValue>, EncodeError> {
        match self.into_value()? {
            AttributeValue::M(attributes) => Ok(attributes),
            _ => Err(misuse("the value is not an item")),
        }
    }

    /// Returns the value.
    ///
    /// # Errors
    /// Returns an error if no value was written, or the encoder does not write `AttributeValue`s.
    pub fn into_value(self) -> Result<AttributeValue, EncodeError> {
        match self.target {
            EncodedAs::Map(tree) if self.open.is_empty() => {
                tree.finished().ok_or_else(nothing_written)
            }
            EncodedAs::Map(_) => Err(misuse("a container was not ended")),
            EncodedAs::Json(_) => Err(misuse("this encoder writes JSON")),
        }
    }

    /// Returns the length of the JSON text so far.
    pub(crate) fn json_len(&self) -> usize {
        match &self.target {
            EncodedAs::Json(text) => text.len(),
            EncodedAs::Map(_) => 0,
        }
    }

    pub(crate) fn checkpoint(&self) -> OutputMark {
        OutputMark {
            text: self.json_len(),
            frames: if let EncodedAs::Map(tree) = &self.target {
                tree.depth()
            } else {
                0
            },
            open: self.open.len(),
            slot: self.slot,
            size: self.size,
        }
    }

    /// Undoes everything since the checkpoint.
    pub(crate) fn rewind(&mut self, to: OutputMark) {
        match &mut self.target {
            EncodedAs::Json(text) => text.truncate(to.text),
            EncodedAs::Map(tree) => tree.truncate(to.frames),
        }
        self.open.truncate(to.open);
        self.slot = to.slot;
        self.size = to.size;
    }
}
