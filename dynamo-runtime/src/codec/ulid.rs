//! `ulid::Ulid`, stored as 26 upper-case characters, which sort like the ids.

use std::borrow::Cow;

use ::ulid::{ULID_LEN, Ulid};

use super::map::other_key;
use super::set::elements;
use super::text::other_text;
use super::{Decode, DecodeError, Decoder, Encode, EncodeError, Encoder, MapKey};

/// Reads an id. Lower-case text is accepted; text of more than 128 bits is not.
pub(crate) fn parsed(text: &str) -> Option<Ulid> {
    let id = Ulid::from_string(text).ok()?;
    let written = id
        .array_to_str(&mut [0; ULID_LEN])
        .eq_ignore_ascii_case(text);
    written.then_some(id)
}

#[diagnostic::do_not_recommend]
impl Encode for Ulid {
    fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> {
        to.string(self.array_to_str(&mut [0; ULID_LEN]))
    }
}

#[diagnostic::do_not_recommend]
impl Decode for Ulid {
    const EXPECTED: &'static str = "S (ULID)";

    fn decode(from: &mut Decoder<'_>) -> Result<Self, DecodeError> {
        let text = from.text()?;
        parsed(&text).ok_or_else(|| other_text(Self::EXPECTED, &text))
    }
}

elements!(Ss: Ulid);

#[diagnostic::do_not_recommend]
impl MapKey for Ulid {
    fn to_key(&self) -> Cow<'_, str> {
        Cow::Owned(self.to_string())
    }

    fn from_key(text: Cow<'_, str>) -> Result<Self, DecodeError> {
        parsed(&text).ok_or_else(|| other_key("a ULID", &text))
    }
}
