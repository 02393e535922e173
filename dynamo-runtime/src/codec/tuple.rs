//! Tuples: lists of a fixed length.

use super::list::{nones_inside, wrong_length};
use super::{Decode, DecodeError, Decoder, Encode, EncodeError, Encoder};

macro_rules! tuples {
    ($($len:literal: $($ty:ident $at:tt),*;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($ty: Encode),*> Encode for ($($ty,)*) {
            fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> {
                to.begin_list($len)?;
                $(to.element(&self.$at)?;)*
                to.end_list()
            }
        }

        #[diagnostic::do_not_recommend]
        impl<$($ty: Decode),*> Decode for ($($ty,)*) {
            const EXPECTED: &'static str = concat!("L of ", $len);
            const NONES: u8 = {
                let mut most = 0;
                $(
                    let held = nones_inside($ty::NONES);
                    if held > most {
                        most = held;
                    }
                )*
                most
            };

            fn decode(from: &mut Decoder<'_>) -> Result<Self, DecodeError> {
                from.begin_list()?;
                let tuple = ($(part::<$ty>(from, $at, $len)?,)*);
                end(from, $len)?;
                Ok(tuple)
            }
        }
    )*};
}

tuples! {
    2: A 0, B 1;
    3: A 0, B 1, C 2;
    4: A 0, B 1, C 2, D 3;
    5: A 0, B 1, C 2, D 3, E 4;
    6: A 0, B 1, C 2, D 3, E 4, F 5;
}

fn part<T: Decode>(from: &mut Decoder<'_>, at: usize, len: usize) -> Result<T, DecodeError> {
    if !from.next_element()? {
        return Err(wrong_length(len, at));
    }
    T::decode(from).map_err(|error| error.at_index(at))
}

fn end(from: &mut Decoder<'_>, len: usize) -> Result<(), DecodeError> {
    let mut found = len;
    while from.next_element()? {
        from.skip()?;
        found += 1;
    }
    if found == len {
        Ok(())
    } else {
        Err(wrong_length(len, found))
    }
}
