//! `Option`: an attribute that may be left out, a list element that may be null.

use super::{Decode, DecodeError, Decoder, Encode, EncodeError, Encoder};

/// `None` is left out of an item. Where it cannot be left out (in a list, in a map of values) it is
/// NULL.
impl<T: Encode> Encode for Option<T> {
    fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> {
        match self {
            Some(value) => value.encode(to),
            None => to.null(),
        }
    }

    fn is_absent(&self) -> bool {
        self.as_ref().is_none_or(Encode::is_absent)
    }

    fn lent_text(&self) -> Option<&str> {
        self.as_ref().and_then(Encode::lent_text)
    }
}

impl<T: Decode> Decode for Option<T> {
    const EXPECTED: &'static str = T::EXPECTED;
    const NONES: u8 = T::NONES.saturating_add(1);
    const OPTIONAL: bool = true;
    const VARIANTS: &'static [&'static str] = T::VARIANTS;

    fn decode(from: &mut Decoder<'_>) -> Result<Self, DecodeError> {
        if from.is_null()? {
            from.null()?;
            return Ok(None);
        }
        T::decode(from).map(Some)
    }

    fn absent() -> Option<Self> {
        Some(None)
    }
}
