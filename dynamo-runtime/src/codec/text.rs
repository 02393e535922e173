//! Text, and types stored as text.

use std::borrow::Cow;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;

use super::{Decode, DecodeError, Decoder, Encode, EncodeError, Encoder};

#[diagnostic::do_not_recommend]
impl Encode for str {
    fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> {
        to.string(self)
    }

    fn lent_text(&self) -> Option<&str> {
        Some(self)
    }
}

#[diagnostic::do_not_recommend]
impl Encode for String {
    fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> {
        to.string(self)
    }

    fn lent_text(&self) -> Option<&str> {
        Some(self)
    }
}

#[diagnostic::do_not_recommend]
impl Decode for String {
    const EXPECTED: &'static str = "S";

    fn decode(from: &mut Decoder<'_>) -> Result<Self, DecodeError> {
        from.string()
    }
}

#[diagnostic::do_not_recommend]
impl Decode for Box<str> {
    const EXPECTED: &'static str = "S";

    fn decode(from: &mut Decoder<'_>) -> Result<Self, DecodeError> {
        from.string().map(Into::into)
    }
}

#[diagnostic::do_not_recommend]
impl Decode for Arc<str> {
    const EXPECTED: &'static str = "S";

    fn decode(from: &mut Decoder<'_>) -> Result<Self, DecodeError> {
        from.text().map(Into::into)
    }
}

#[cfg(feature = "compact_str")]
#[diagnostic::do_not_recommend]
impl Encode for compact_str::CompactString {
    fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> {
        to.string(self)
    }

    fn lent_text(&self) -> Option<&str> {
        Some(self)
    }
}

/// Up to 24 bytes need no allocation.
#[cfg(feature = "compact_str")]
#[diagnostic::do_not_recommend]
impl Decode for compact_str::CompactString {
    const EXPECTED: &'static str = "S";

    fn decode(from: &mut Decoder<'_>) -> Result<Self, DecodeError> {
        from.text().map(Into::into)
    }
}

#[diagnostic::do_not_recommend]
impl Encode for char {
    fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> {
        to.string(self.encode_utf8(&mut [0; 4]))
    }
}

/// Types with an exact text, written with `Display` and read with `FromStr`.
macro_rules! displayed {
    ($($ty:ident)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Encode for $ty {
            fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> {
                to.string(&self.to_string())
            }
        }
    )*};
}

displayed!(IpAddr Ipv4Addr Ipv6Addr SocketAddr);

macro_rules! parsed {
    ($($ty:ident, $expected:literal;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Decode for $ty {
            const EXPECTED: &'static str = $expected;

            fn decode(from: &mut Decoder<'_>) -> Result<Self, DecodeError> {
                let text = from.text()?;
                text.parse().map_err(|_| other_text(Self::EXPECTED, &text))
            }
        }
    )*};
}

parsed! {
    char, "S of one character";
    IpAddr, "S (IP address)";
    Ipv4Addr, "S (IPv4 address)";
    Ipv6Addr, "S (IPv6 address)";
    SocketAddr, "S (socket address)";
}

/// The error for text of an unexpected form, which it does not repeat.
#[cold]
pub(super) fn other_text(expected: impl Into<Cow<'static, str>>, found: &str) -> DecodeError {
    DecodeError::new(expected, format!("other text of {} bytes", found.len()))
}
