//! The operands of comparisons with a field.

use aws_sdk_dynamodb::types::AttributeValue;

use super::assign::not_a_value;
use crate::codec::{EncodeError, Encoder};
use crate::field::FieldCodec;
use crate::key::{KeyComponent, KeyError, KeyPart, Piece, TextPart};

/// A value to compare a field of type `V` with: a `V`, a `&V`, the content of an `Option`, or a
/// `&str` if `V` is text.
// Implemented for every type, whose pages would all show it.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a field of type `{V}` cannot be compared with `{Self}`",
    label = "expected a `{V}`, a reference to one, or a `&str` if it is text"
)]
pub trait Operand<V> {
    /// Returns the value to compare with.
    #[doc(hidden)]
    fn into_arg(self) -> Arg<V>;
}

/// A value of the field's type, or text that represents one.
#[doc(hidden)]
pub enum Arg<V> {
    Value(V),
    Text(String),
    /// Text that is not a whole time, though it may begin one.
    Part(String),
    /// Text that is not a value of the field's type, and why: none can be equal to it.
    Unfit(String, KeyError),
}

impl<V> Arg<V> {
    /// The value as the field stores it; `None` if there is nothing to store. Text that no value is
    /// equal to is an error, unless the field is stored in a form of its own.
    pub(crate) fn encode<C: FieldCodec<V>>(self) -> Result<Option<AttributeValue>, EncodeError> {
        match self {
            Self::Unfit(_, reason) if C::TEXT_AS_IN_KEYS => Err(not_a_value(&reason)),
            other => other.encode_bound::<C>(),
        }
    }

    /// The same for a comparison by order, for which any text will do.
    pub(crate) fn encode_bound<C: FieldCodec<V>>(
        self,
    ) -> Result<Option<AttributeValue>, EncodeError> {
        match self {
            Self::Text(text) | Self::Part(text) | Self::Unfit(text, _) => {
                Ok(Some(AttributeValue::S(text)))
            }
            Self::Value(value) if C::is_absent(&value) => Ok(None),
            Self::Value(value) => {
                let mut encoder = Encoder::map();
                C::encode(&value, &mut encoder)?;
                encoder.into_value().map(Some)
            }
        }
    }

    /// The value as a key component, which `part` makes it; `None` if it is absent.
    pub(crate) fn into_piece(self, part: fn(&V) -> Option<&dyn KeyPart>) -> Option<Piece<'static>> {
        match self {
            Self::Text(text) | Self::Unfit(text, _) => Some(Piece::Text(text.into())),
            Self::Value(value) => part(&value)?.piece().map(Piece::into_owned),
            Self::Part(_) => Some(Piece::Unfit(
                "is compared with text that is not a whole time; write one such as \
                 `2025-11-14T10:30:00Z`, or use `begins_with`",
            )),
        }
    }

    fn some(self) -> Arg<Option<V>> {
        match self {
            Self::Value(value) => Arg::Value(Some(value)),
            Self::Text(text) => Arg::Text(text),
            Self::Part(text) => Arg::Part(text),
            Self::Unfit(text, reason) => Arg::Unfit(text, reason),
        }
    }
}

/// Reads text as a value. Times have several spellings, so a time is parsed and spelled as the
/// field spells it.
fn text<V: KeyComponent>(text: &str) -> Arg<V> {
    match (
        V::from_piece(Piece::Text(text.into())),
        V::SPELLING.is_time(),
    ) {
        (Ok(value), true) => Arg::Value(value),
        (Err(_), true) => Arg::Part(text.to_owned()),
        (Ok(_), false) => Arg::Text(text.to_owned()),
        (Err(reason), false) => Arg::Unfit(text.to_owned(), reason),
    }
}

#[diagnostic::do_not_recommend]
impl<V> Operand<V> for V {
    fn into_arg(self) -> Arg<V> {
        Arg::Value(self)
    }
}

#[diagnostic::do_not_recommend]
impl<V: Clone> Operand<V> for &V {
    fn into_arg(self) -> Arg<V> {
        Arg::Value(self.clone())
    }
}

#[diagnostic::do_not_recommend]
impl<V> Operand<Option<V>> for V {
    fn into_arg(self) -> Arg<Option<V>> {
        Arg::Value(Some(self))
    }
}

#[diagnostic::do_not_recommend]
impl<V: Clone> Operand<Option<V>> for &V {
    fn into_arg(self) -> Arg<Option<V>> {
        Arg::Value(Some(self.clone()))
    }
}

#[diagnostic::do_not_recommend]
impl<V: KeyComponent + TextPart> Operand<V> for &str {
    fn into_arg(self) -> Arg<V> {
        text(self)
    }
}

#[diagnostic::do_not_recommend]
impl<V: KeyComponent + TextPart> Operand<Option<V>> for &str {
    fn into_arg(self) -> Arg<Option<V>> {
        text::<V>(self).some()
    }
}
