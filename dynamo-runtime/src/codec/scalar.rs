//! Booleans and numbers.

use std::num::NonZero;

use super::decoder::does_not_fit;
use super::{Decode, DecodeError, Decoder, Encode, EncodeError, Encoder};

#[diagnostic::do_not_recommend]
impl Encode for bool {
    fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> {
        to.boolean(*self)
    }
}

#[diagnostic::do_not_recommend]
impl Decode for bool {
    const EXPECTED: &'static str = "BOOL";

    fn decode(from: &mut Decoder<'_>) -> Result<Self, DecodeError> {
        from.boolean()
    }
}

/// Types that fit an `i64` or `u64` go through it; `From` where widening is lossless, `TryFrom`
/// back.
macro_rules! narrow_integers {
    ($($ty:ident via $wide:ident, $read:ident;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Encode for $ty {
            fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> {
                to.$wide($wide::from(*self))
            }
        }

        #[diagnostic::do_not_recommend]
        impl Decode for $ty {
            const EXPECTED: &'static str = concat!("N (", stringify!($ty), ")");

            fn decode(from: &mut Decoder<'_>) -> Result<Self, DecodeError> {
                let wide = from.$read(Self::EXPECTED)?;
                $ty::try_from(wide).map_err(|_| does_not_fit(Self::EXPECTED))
            }
        }
    )*};
}

narrow_integers! {
    i8 via i64, i64_as;
    i16 via i64, i64_as;
    i32 via i64, i64_as;
    u8 via u64, u64_as;
    u16 via u64, u64_as;
    u32 via u64, u64_as;
}

/// Types that the encoder and the decoder have methods for.
macro_rules! direct_numbers {
    ($($ty:ident)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Encode for $ty {
            fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> {
                to.$ty(*self)
            }
        }

        #[diagnostic::do_not_recommend]
        impl Decode for $ty {
            const EXPECTED: &'static str = concat!("N (", stringify!($ty), ")");

            fn decode(from: &mut Decoder<'_>) -> Result<Self, DecodeError> {
                from.$ty()
            }
        }
    )*};
}

direct_numbers!(i64 u64 i128 u128 f32 f64);

/// Types whose width depends on the machine, never more than 64 bits.
macro_rules! sized_integers {
    ($($ty:ident via $wide:ident, $read:ident;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Encode for $ty {
            fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> {
                match $wide::try_from(*self) {
                    Ok(wide) => to.$wide(wide),
                    Err(_) => to.number_text(itoa::Buffer::new().format(*self)),
                }
            }
        }

        #[diagnostic::do_not_recommend]
        impl Decode for $ty {
            const EXPECTED: &'static str = concat!("N (", stringify!($ty), ")");

            fn decode(from: &mut Decoder<'_>) -> Result<Self, DecodeError> {
                let wide = from.$read(Self::EXPECTED)?;
                $ty::try_from(wide).map_err(|_| does_not_fit(Self::EXPECTED))
            }
        }
    )*};
}

sized_integers! {
    isize via i64, i64_as;
    usize via u64, u64_as;
}

macro_rules! non_zero_integers {
    ($($ty:ident)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Encode for NonZero<$ty> {
            fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> {
                self.get().encode(to)
            }
        }

        #[diagnostic::do_not_recommend]
        impl Decode for NonZero<$ty> {
            const EXPECTED: &'static str = concat!("N (", stringify!($ty), " other than 0)");

            fn decode(from: &mut Decoder<'_>) -> Result<Self, DecodeError> {
                let value = $ty::decode(from)?;
                NonZero::new(value).ok_or_else(|| does_not_fit(Self::EXPECTED))
            }
        }
    )*};
}

non_zero_integers!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);
