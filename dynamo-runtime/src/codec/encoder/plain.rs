//! Plain JSON around items: the members of a request's body, which have no DynamoDB types.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;

use super::{EncodedAs, Encoder};
use crate::codec::EncodeError;

impl Encoder {
    /// Encodes an SDK item as JSON.
    pub(crate) fn item_json(
        item: &HashMap<String, AttributeValue>,
    ) -> Result<Vec<u8>, EncodeError> {
        let mut to = Self::json();
        to.attributes(item)?;
        to.into_json()
    }

    /// Writes an SDK item.
    pub(crate) fn attributes(
        &mut self,
        item: &HashMap<String, AttributeValue>,
    ) -> Result<(), EncodeError> {
        self.begin_item(item.len())?;
        for (name, value) in item {
            self.entry(name, value)?;
        }
        self.end_item()
    }

    /// Starts a member of a plain object, with the comma before it.
    pub(crate) fn member(&mut self, name: &str) {
        if let EncodedAs::Json(text) = &mut self.target {
            text.name(name);
        }
    }

    /// Starts an element of a plain array, with the comma before it.
    pub(crate) fn next(&mut self) {
        if let EncodedAs::Json(text) = &mut self.target {
            text.separate();
        }
    }

    /// Writes plain text, in quotes.
    pub(crate) fn quoted(&mut self, value: &str) {
        if let EncodedAs::Json(text) = &mut self.target {
            text.quoted(value);
        }
    }

    /// Writes JSON as it is.
    pub(crate) fn raw(&mut self, json: &str) {
        self.raw_bytes(json.as_bytes());
    }

    /// Writes JSON as it is.
    pub(crate) fn raw_bytes(&mut self, json: &[u8]) {
        if let EncodedAs::Json(text) = &mut self.target {
            text.raw_bytes(json);
        }
    }

    /// Makes room for this many bytes of JSON.
    pub(crate) fn reserve(&mut self, bytes: usize) {
        if let EncodedAs::Json(text) = &mut self.target {
            text.reserve(bytes);
        }
    }
}
