//! SDK values: as fields, and conversions of single values to and from them.

use aws_sdk_dynamodb::types::AttributeValue;

use super::{Decode, DecodeError, Decoder, Encode, EncodeError, Encoder};

#[diagnostic::do_not_recommend]
impl Encode for AttributeValue {
    fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> {
        to.attribute_value(self)
    }
}

#[diagnostic::do_not_recommend]
impl Decode for AttributeValue {
    fn decode(from: &mut Decoder<'_>) -> Result<Self, DecodeError> {
        from.attribute_value()
    }
}

/// Converts a Rust value into an SDK value.
///
/// ```
/// use aws_sdk_dynamodb::types::AttributeValue;
/// use dynamo_runtime::to_value;
///
/// assert_eq!(to_value(&7)?, AttributeValue::N("7".into()));
/// # Ok::<(), dynamo_runtime::EncodeError>(())
/// ```
///
/// # Errors
/// Returns an error if DynamoDB cannot store the value.
pub fn to_value<T: Encode + ?Sized>(value: &T) -> Result<AttributeValue, EncodeError> {
    let mut to = Encoder::map();
    value.encode(&mut to)?;
    to.into_value()
}

/// Converts an SDK value into a Rust value.
///
/// ```
/// use aws_sdk_dynamodb::types::AttributeValue;
/// use dynamo_runtime::from_value;
///
/// assert_eq!(from_value::<u8>(AttributeValue::N("7".into()))?, 7);
/// # Ok::<(), dynamo_runtime::DecodeError>(())
/// ```
///
/// # Errors
/// Returns an error if the value is of another type, or does not fit.
pub fn from_value<T: Decode>(value: AttributeValue) -> Result<T, DecodeError> {
    T::decode(&mut Decoder::from_value(value))
}
