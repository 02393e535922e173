//! References and owning pointers, stored as the values they point to.

use std::borrow::Cow;
use std::sync::Arc;

use super::{Decode, DecodeError, Decoder, Encode, EncodeError, Encoder};

macro_rules! encode_pointee {
    ($($ty:ty),*) => {$(
        #[diagnostic::do_not_recommend]
        impl<T: Encode + ?Sized> Encode for $ty {
            fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> {
                (**self).encode(to)
            }

            fn is_absent(&self) -> bool {
                (**self).is_absent()
            }

            fn lent_text(&self) -> Option<&str> {
                (**self).lent_text()
            }
        }
    )*};
}

encode_pointee!(&T, &mut T, Box<T>, Arc<T>);

macro_rules! decode_pointee {
    ($($ty:ident)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<T: Decode> Decode for $ty<T> {
            const EXPECTED: &'static str = T::EXPECTED;
            const NONES: u8 = T::NONES;
            const OPTIONAL: bool = T::OPTIONAL;
            const VARIANTS: &'static [&'static str] = T::VARIANTS;

            fn decode(from: &mut Decoder<'_>) -> Result<Self, DecodeError> {
                T::decode(from).map($ty::new)
            }

            fn absent() -> Option<Self> {
                T::absent().map($ty::new)
            }
        }
    )*};
}

decode_pointee!(Box Arc);

#[diagnostic::do_not_recommend]
impl<B: ToOwned + Encode + ?Sized> Encode for Cow<'_, B> {
    fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> {
        (**self).encode(to)
    }

    fn is_absent(&self) -> bool {
        (**self).is_absent()
    }

    fn lent_text(&self) -> Option<&str> {
        (**self).lent_text()
    }
}

#[diagnostic::do_not_recommend]
impl<B: ToOwned<Owned: Decode> + ?Sized> Decode for Cow<'_, B> {
    const EXPECTED: &'static str = <B::Owned as Decode>::EXPECTED;
    const NONES: u8 = <B::Owned as Decode>::NONES;
    const OPTIONAL: bool = <B::Owned as Decode>::OPTIONAL;
    const VARIANTS: &'static [&'static str] = <B::Owned as Decode>::VARIANTS;

    fn decode(from: &mut Decoder<'_>) -> Result<Self, DecodeError> {
        B::Owned::decode(from).map(Cow::Owned)
    }

    fn absent() -> Option<Self> {
        B::Owned::absent().map(Cow::Owned)
    }
}
