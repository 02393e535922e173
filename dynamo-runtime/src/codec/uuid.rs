//! `uuid::Uuid`, stored as hyphenated lower-case text.

use std::borrow::Cow;

use ::uuid::Uuid;

use super::map::other_key;
use super::set::elements;
use super::text::other_text;
use super::{Decode, DecodeError, Decoder, Encode, EncodeError, Encoder, MapKey};

#[diagnostic::do_not_recommend]
impl Encode for Uuid {
    fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> {
        to.string(self.hyphenated().encode_lower(&mut Uuid::encode_buffer()))
    }
}

#[diagnostic::do_not_recommend]
impl Decode for Uuid {
    const EXPECTED: &'static str = "S (UUID)";

    fn decode(from: &mut Decoder<'_>) -> Result<Self, DecodeError> {
        let text = from.text()?;
        Uuid::try_parse(&text).map_err(|_| other_text(Self::EXPECTED, &text))
    }
}

elements!(Ss: Uuid);

#[diagnostic::do_not_recommend]
impl MapKey for Uuid {
    fn to_key(&self) -> Cow<'_, str> {
        Cow::Owned(self.hyphenated().to_string())
    }

    fn from_key(text: Cow<'_, str>) -> Result<Self, DecodeError> {
        Uuid::try_parse(&text).map_err(|_| other_key("a UUID", &text))
    }
}
