//! serde's error traits for our errors. serde's messages often quote the value; these do not.

use std::fmt;

use ::serde::{de, ser};

use crate::codec::{DecodeError, EncodeError};

#[derive(Debug)]
pub(super) struct SerError(pub(super) EncodeError);

#[derive(Debug)]
pub(super) struct DeError(pub(super) DecodeError);

impl From<SerError> for EncodeError {
    fn from(error: SerError) -> Self {
        error.0
    }
}

impl From<EncodeError> for SerError {
    fn from(error: EncodeError) -> Self {
        Self(error)
    }
}

impl From<DeError> for DecodeError {
    fn from(error: DeError) -> Self {
        error.0
    }
}

impl From<DecodeError> for DeError {
    fn from(error: DecodeError) -> Self {
        Self(error)
    }
}

impl fmt::Display for SerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for DeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for SerError {}

impl std::error::Error for DeError {}

impl ser::Error for SerError {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self(EncodeError::because(
            "refused by its `Serialize` implementation",
        ))
    }
}

impl de::Error for DeError {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self(DecodeError::because(
            "refused by its `Deserialize` implementation",
        ))
    }

    fn invalid_type(found: de::Unexpected<'_>, expected: &dyn de::Expected) -> Self {
        Self(DecodeError::new(expected.to_string(), kind(&found)))
    }

    fn invalid_value(found: de::Unexpected<'_>, expected: &dyn de::Expected) -> Self {
        Self(DecodeError::new(
            expected.to_string(),
            match kind(&found) {
                "N" => "a number out of range".to_owned(),
                kind => format!("{kind} that does not fit"),
            },
        ))
    }

    fn invalid_length(len: usize, expected: &dyn de::Expected) -> Self {
        Self(DecodeError::new(
            expected.to_string(),
            format!("a length of {len}"),
        ))
    }

    fn unknown_variant(_: &str, expected: &'static [&'static str]) -> Self {
        Self(DecodeError::new(one_of(expected), "another variant"))
    }

    fn unknown_field(_: &str, expected: &'static [&'static str]) -> Self {
        Self(DecodeError::new(one_of(expected), "another entry"))
    }

    fn missing_field(field: &'static str) -> Self {
        Self(DecodeError::missing(field))
    }

    fn duplicate_field(field: &'static str) -> Self {
        Self(DecodeError::because("the entry is there twice").at(field))
    }
}

fn kind(found: &de::Unexpected<'_>) -> &'static str {
    match found {
        de::Unexpected::Bool(_) => "BOOL",
        de::Unexpected::Unsigned(_) | de::Unexpected::Signed(_) | de::Unexpected::Float(_) => "N",
        de::Unexpected::Char(_) | de::Unexpected::Str(_) | de::Unexpected::UnitVariant => "S",
        de::Unexpected::Bytes(_) => "B",
        de::Unexpected::Unit | de::Unexpected::Option => "NULL",
        de::Unexpected::Seq | de::Unexpected::TupleVariant => "L",
        de::Unexpected::Map | de::Unexpected::StructVariant | de::Unexpected::NewtypeVariant => "M",
        _ => "a value",
    }
}

fn one_of(names: &[&str]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    format!("one of {}", names.join(", "))
}
