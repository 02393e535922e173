//! Lists: vectors, queues, slices, arrays.

use std::collections::VecDeque;

use super::{Decode, DecodeError, Decoder, Encode, EncodeError, Encoder};

#[diagnostic::do_not_recommend]
impl<T: Encode> Encode for [T] {
    fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> {
        encode_list(self.iter(), to)
    }
}

impl<T: Encode> Encode for Vec<T> {
    fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> {
        encode_list(self.iter(), to)
    }
}

#[diagnostic::do_not_recommend]
impl<T: Encode> Encode for VecDeque<T> {
    fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> {
        encode_list(self.iter(), to)
    }
}

#[diagnostic::do_not_recommend]
impl<T: Encode, const N: usize> Encode for [T; N] {
    fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> {
        encode_list(self.iter(), to)
    }
}

fn encode_list<'v, T: Encode + 'v>(
    values: impl ExactSizeIterator<Item = &'v T>,
    to: &mut Encoder,
) -> Result<(), EncodeError> {
    to.begin_list(values.len())?;
    for value in values {
        to.element(value)?;
    }
    to.end_list()
}

/// The number of `None`s in a container: the container is never absent itself, but its contents may
/// be.
pub(super) const fn nones_inside(held: u8) -> u8 {
    if held > 1 { held } else { 0 }
}

impl<T: Decode> Decode for Vec<T> {
    const EXPECTED: &'static str = "L";
    const NONES: u8 = nones_inside(T::NONES);

    fn decode(from: &mut Decoder<'_>) -> Result<Self, DecodeError> {
        from.begin_list()?;
        let mut values = Vec::new();
        while from.next_element()? {
            values.push(T::decode(from).map_err(|error| error.at_index(values.len()))?);
        }
        Ok(values)
    }
}

#[diagnostic::do_not_recommend]
impl<T: Decode> Decode for VecDeque<T> {
    const EXPECTED: &'static str = "L";
    const NONES: u8 = nones_inside(T::NONES);

    fn decode(from: &mut Decoder<'_>) -> Result<Self, DecodeError> {
        Vec::decode(from).map(Into::into)
    }
}

#[diagnostic::do_not_recommend]
impl<T: Decode> Decode for Box<[T]> {
    const EXPECTED: &'static str = "L";
    const NONES: u8 = nones_inside(T::NONES);

    fn decode(from: &mut Decoder<'_>) -> Result<Self, DecodeError> {
        Vec::decode(from).map(Vec::into_boxed_slice)
    }
}

#[diagnostic::do_not_recommend]
impl<T: Decode, const N: usize> Decode for [T; N] {
    const EXPECTED: &'static str = "L";
    const NONES: u8 = nones_inside(T::NONES);

    fn decode(from: &mut Decoder<'_>) -> Result<Self, DecodeError> {
        let values: Vec<T> = Vec::decode(from)?;
        values
            .try_into()
            .map_err(|values: Vec<T>| wrong_length(N, values.len()))
    }
}

#[cold]
pub(super) fn wrong_length(expected: usize, found: usize) -> DecodeError {
    DecodeError::new(format!("L of {expected}"), format!("L of {found}"))
}
