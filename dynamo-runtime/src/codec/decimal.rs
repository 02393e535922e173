//! `rust_decimal::Decimal`, stored as an exact number.

use ::rust_decimal::Decimal;

use super::decoder::does_not_fit;
use super::number_text::Number;
use super::set::elements;
use super::{Decode, DecodeError, Decoder, Encode, EncodeError, Encoder};

/// Trailing zeros are not part of a stored number: `1.50` reads back as `1.5`, which is equal.
#[diagnostic::do_not_recommend]
impl Encode for Decimal {
    fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> {
        to.number_text(&self.to_string())
    }
}

/// DynamoDB's numbers have more digits and a wider range than a `Decimal`; one that does not fit
/// is an error, never rounded.
#[diagnostic::do_not_recommend]
impl Decode for Decimal {
    const EXPECTED: &'static str = "N (Decimal)";

    fn decode(from: &mut Decoder<'_>) -> Result<Self, DecodeError> {
        let text = from.number_as(Self::EXPECTED)?;
        exact(&text).ok_or_else(|| does_not_fit(Self::EXPECTED))
    }
}

fn exact(text: &str) -> Option<Decimal> {
    if let Ok(decimal) = Decimal::from_str_exact(text) {
        return Some(decimal);
    }
    // An exponent, or zeros beyond its scale; the plain text has neither.
    Decimal::from_str_exact(&Number::parse(text).ok()?.to_plain()).ok()
}

elements!(Ns: Decimal);
