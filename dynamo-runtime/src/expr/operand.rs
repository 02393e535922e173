//! What a field can be compared with.

use aws_sdk_dynamodb::types::AttributeValue;

use crate::codec::{EncodeError, Encoder};
use crate::field::FieldCodec;
use crate::key::{KeyComponent, KeyPart, Piece, TextPart};

/// A value to compare a field of type `V` with: a `V`, a `&V`, what an `Option` holds, or a `&str`
/// where `V` is text.
#[diagnostic::on_unimplemented(
    message = "a field of type `{V}` cannot be compared with `{Self}`",
    label = "expected a `{V}`, a reference to one, or a `&str` if it is text"
)]
pub trait Operand<V> {
    /// Returns the value to compare with.
    #[doc(hidden)]
    fn into_arg(self) -> Arg<V>;
}

/// A value of the field's type, or text that stands for one.
#[doc(hidden)]
pub enum Arg<V> {
    Value(V),
    Text(String),
}

impl<V> Arg<V> {
    /// The value as the field stores it; `None` where there is nothing to store.
    pub(crate) fn encode<C: FieldCodec<V>>(self) -> Result<Option<AttributeValue>, EncodeError> {
        match self {
            Self::Text(text) => Ok(Some(AttributeValue::S(text))),
            Self::Value(value) if C::is_absent(&value) => Ok(None),
            Self::Value(value) => {
                let mut encoder = Encoder::map();
                C::encode(&value, &mut encoder)?;
                encoder.into_value().map(Some)
            }
        }
    }

    /// The value as a key component; `None` where it is absent.
    pub(crate) fn into_piece(self) -> Option<Piece<'static>>
    where
        V: KeyPart,
    {
        match self {
            Self::Text(text) => Some(Piece::Text(text.into())),
            Self::Value(value) => value.piece().map(Piece::into_owned),
        }
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
        Arg::Text(self.to_owned())
    }
}

#[diagnostic::do_not_recommend]
impl<V: KeyComponent + TextPart> Operand<Option<V>> for &str {
    fn into_arg(self) -> Arg<Option<V>> {
        Arg::Text(self.to_owned())
    }
}
