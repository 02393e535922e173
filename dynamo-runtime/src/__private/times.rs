//! Times that are key attributes themselves, stored as the key spells them.

use super::{
    Decode, DecodeError, Decoder, Encode, EncodeError, Encoder, Format, KeyComponent, KeyError,
    Piece,
};

/// The text of a time, or why it has none in its format.
pub struct TimeText(Result<String, KeyError>);

#[diagnostic::do_not_recommend]
impl Encode for TimeText {
    fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> {
        match &self.0 {
            Ok(text) => to.string(text),
            Err(error) => Err(EncodeError::custom(error.reason())),
        }
    }
}

#[diagnostic::do_not_recommend]
impl Decode for TimeText {
    const EXPECTED: &'static str = "S (RFC 3339 time)";

    fn decode(from: &mut Decoder<'_>) -> Result<Self, DecodeError> {
        from.string().map(|text| Self(Ok(text)))
    }
}

/// A time, or an `Option` of one, that is stored with a fixed number of fraction digits.
pub trait Timed: Sized {
    type Stored: Encode + Decode;

    fn to_stored(&self, digits: u8) -> Self::Stored;

    fn from_stored(stored: Self::Stored, digits: u8) -> Result<Self, KeyError>;
}

impl<T: KeyComponent> Timed for T {
    type Stored = TimeText;

    fn to_stored(&self, digits: u8) -> TimeText {
        let piece = self.piece().unwrap_or(Piece::Unfit("is absent"));
        TimeText(Format::Time(digits).alone(piece))
    }

    fn from_stored(stored: TimeText, digits: u8) -> Result<Self, KeyError> {
        let text = stored.0?;
        let value = T::from_piece(Piece::Text(text.as_str().into()))?;
        // Several texts can be read as one time, but only one of them is its key.
        match value.to_stored(digits).0 {
            Ok(written) if written == text => Ok(value),
            _ => Err(KeyError::new(
                "is not stored as the format of its key writes it; change the format, or the stored \
                 items",
            )),
        }
    }
}

impl<T: KeyComponent> Timed for Option<T> {
    type Stored = Option<TimeText>;

    fn to_stored(&self, digits: u8) -> Option<TimeText> {
        self.as_ref().map(|time| time.to_stored(digits))
    }

    fn from_stored(stored: Option<TimeText>, digits: u8) -> Result<Self, KeyError> {
        stored.map(|time| T::from_stored(time, digits)).transpose()
    }
}

macro_rules! modules {
    ($($name:ident $digits:literal),*) => {$(
        pub mod $name {
            use super::{KeyError, Timed};

            pub fn encode<T: Timed>(value: &T) -> T::Stored {
                value.to_stored($digits)
            }

            pub fn decode<T: Timed>(stored: T::Stored) -> Result<T, KeyError> {
                T::from_stored(stored, $digits)
            }
        }
    )*};
}

modules!(seconds 0, millis 3, micros 6, nanos 9);
