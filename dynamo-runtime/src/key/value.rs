//! The value of one key attribute.

use std::borrow::Cow;
use std::fmt;

use aws_sdk_dynamodb::primitives::Blob;
use aws_sdk_dynamodb::types::{AttributeValue, ScalarAttributeType};
use serde::{Deserialize, Serialize};

use crate::codec::{EncodeError, Encoder, canonical_number};

/// The three types a key attribute can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum KeyKind {
    /// A string, DynamoDB's `S`.
    #[serde(rename = "S")]
    Text,
    /// A number, DynamoDB's `N`.
    #[serde(rename = "N")]
    Number,
    /// Bytes, DynamoDB's `B`.
    #[serde(rename = "B")]
    Bytes,
}

impl KeyKind {
    /// Returns DynamoDB's letter for the type: `S`, `N` or `B`.
    #[must_use]
    pub const fn letter(self) -> &'static str {
        match self {
            Self::Text => "S",
            Self::Number => "N",
            Self::Bytes => "B",
        }
    }

    /// Whether two types are the same; `==` does not work in constants.
    #[doc(hidden)]
    #[must_use]
    pub const fn is(self, other: Self) -> bool {
        self as u8 == other as u8
    }

    pub(crate) fn scalar(self) -> ScalarAttributeType {
        match self {
            Self::Text => ScalarAttributeType::S,
            Self::Number => ScalarAttributeType::N,
            Self::Bytes => ScalarAttributeType::B,
        }
    }
}

impl fmt::Display for KeyKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.letter())
    }
}

/// The built value of one key attribute.
///
/// `Debug` shows only its type and length, so that logs contain no stored values.
#[derive(Clone, PartialEq, Eq, Hash)]
pub enum KeyValue {
    /// A string key.
    Text(String),
    /// A number key, in DynamoDB's decimal text.
    Number(String),
    /// A bytes key.
    Bytes(Vec<u8>),
}

/// A value in the canonical form that DynamoDB returns. Its order has no meaning.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum CanonicalValue<'a> {
    Text(&'a str),
    Number(Cow<'a, str>),
    Bytes(&'a [u8]),
}

impl KeyValue {
    /// Returns the type of the key attribute.
    #[must_use]
    pub const fn kind(&self) -> KeyKind {
        match self {
            Self::Text(_) => KeyKind::Text,
            Self::Number(_) => KeyKind::Number,
            Self::Bytes(_) => KeyKind::Bytes,
        }
    }

    /// Returns the text of a string key, or the digits of a number key.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Self::Text(text) | Self::Number(text) => Some(text),
            Self::Bytes(_) => None,
        }
    }

    pub(crate) fn as_bytes(&self) -> &[u8] {
        match self {
            Self::Text(text) | Self::Number(text) => text.as_bytes(),
            Self::Bytes(bytes) => bytes,
        }
    }

    /// Whether only a claim on a unique value may have this key.
    pub(crate) fn is_reserved(&self) -> bool {
        matches!(self, Self::Text(text) if text.starts_with(super::RESERVED))
    }

    /// Writes the value as an attribute.
    pub(crate) fn encode_as(&self, name: &str, to: &mut Encoder) -> Result<(), EncodeError> {
        match self {
            Self::Text(text) => to.text_entry(name, text),
            Self::Number(text) => to.entry_with(name, |to| to.number_text(text)),
            Self::Bytes(bytes) => to.entry_with(name, |to| to.bytes(bytes)),
        }
    }

    /// The value in the canonical form that DynamoDB returns.
    pub(crate) fn canonical(self) -> Self {
        match self {
            Self::Number(text) => Self::Number(canonical_number(&text).unwrap_or(text)),
            other => other,
        }
    }

    /// The canonical form, borrowed, to compare values by.
    pub(crate) fn as_canonical(&self) -> CanonicalValue<'_> {
        match self {
            Self::Text(text) => CanonicalValue::Text(text),
            Self::Number(text) => CanonicalValue::Number(match canonical_number(text) {
                Ok(canonical) => Cow::Owned(canonical),
                Err(_) => Cow::Borrowed(text),
            }),
            Self::Bytes(bytes) => CanonicalValue::Bytes(bytes),
        }
    }

    pub(crate) fn to_attribute(&self) -> AttributeValue {
        self.clone().into()
    }

    pub(crate) fn from_attribute(value: AttributeValue) -> Option<Self> {
        match value {
            AttributeValue::S(text) => Some(Self::Text(text)),
            AttributeValue::N(text) => Some(Self::Number(text)),
            AttributeValue::B(bytes) => Some(Self::Bytes(bytes.into_inner())),
            _ => None,
        }
    }
}

impl From<KeyValue> for AttributeValue {
    fn from(value: KeyValue) -> Self {
        match value {
            KeyValue::Text(text) => Self::S(text),
            KeyValue::Number(text) => Self::N(text),
            KeyValue::Bytes(bytes) => Self::B(Blob::new(bytes)),
        }
    }
}

impl fmt::Debug for KeyValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}({} bytes)", self.kind(), self.as_bytes().len())
    }
}
