//! Bytes: a newtype for std's, the SDK's blob, and `bytes::Bytes`.

use std::ops::{Deref, DerefMut};

use aws_smithy_types::Blob;

use super::set::elements;
use super::{Decode, DecodeError, Decoder, Encode, EncodeError, Encoder};

/// Bytes stored as B. A plain `Vec<u8>` is a list of numbers, like any other `Vec` of numbers.
///
/// ```
/// use dynamo_runtime::{Binary, Encode, EncodeError, Encoder};
///
/// let mut to = Encoder::json();
/// Binary(vec![1, 2, 3]).encode(&mut to)?;
/// assert_eq!(to.into_json()?, br#"{"B":"AQID"}"#);
/// # Ok::<(), EncodeError>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Binary(pub Vec<u8>);

impl Deref for Binary {
    type Target = Vec<u8>;

    fn deref(&self) -> &Vec<u8> {
        &self.0
    }
}

impl DerefMut for Binary {
    fn deref_mut(&mut self) -> &mut Vec<u8> {
        &mut self.0
    }
}

impl AsRef<[u8]> for Binary {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl From<Vec<u8>> for Binary {
    fn from(bytes: Vec<u8>) -> Self {
        Self(bytes)
    }
}

impl From<&[u8]> for Binary {
    fn from(bytes: &[u8]) -> Self {
        Self(bytes.to_vec())
    }
}

impl From<Binary> for Vec<u8> {
    fn from(binary: Binary) -> Self {
        binary.0
    }
}

macro_rules! byte_strings {
    ($($ty:ty),*) => {$(
        #[diagnostic::do_not_recommend]
        impl Encode for $ty {
            fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> {
                to.bytes(self.as_ref())
            }
        }

        #[diagnostic::do_not_recommend]
        impl Decode for $ty {
            const EXPECTED: &'static str = "B";

            fn decode(from: &mut Decoder<'_>) -> Result<Self, DecodeError> {
                from.bytes().map(Into::into)
            }
        }

        elements!(Bs: $ty);
    )*};
}

byte_strings!(Binary, Blob);

#[cfg(feature = "bytes")]
byte_strings!(::bytes::Bytes);
