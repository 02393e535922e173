//! Vectors of 32-bit floats, for vector indexes.

use std::fmt;
use std::ops::{Deref, DerefMut};

use super::list::wrong_length;
use super::{Decode, DecodeError, Decoder, Encode, EncodeError, Encoder};

/// A vector of `N` 32-bit floats, such as the embedding of a text. Stored as a list of numbers.
///
/// A field of this type can be indexed with `#[vector(…)]`. The length is part of the type, so a
/// vector of another length does not compile. If the length is known only at run time, it is
/// checked then:
///
/// ```
/// use dynamo_runtime::Vector;
///
/// let fixed = Vector::from([0.5, 0.25, 0.0]);
/// assert_eq!(fixed[1], 0.25);
///
/// let computed: Vec<f32> = vec![0.5, 0.25];
/// let error = Vector::<3>::try_from(computed).unwrap_err();
/// assert_eq!(error.to_string(), "the vector has 2 elements; expected 3");
/// ```
///
/// The elements live on the heap, so that moving an item stays cheap. A vector can hold infinities
/// and NaN, but they cannot be stored: writing one is an [`Error::Encode`](crate::Error::Encode).
#[derive(Clone, PartialEq)]
pub struct Vector<const N: usize>(Box<[f32]>);

/// The error for a list of floats that does not have the vector's length.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VectorLength {
    expected: usize,
    found: usize,
}

impl fmt::Display for VectorLength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { expected, found } = self;
        write!(f, "the vector has {found} elements; expected {expected}")
    }
}

impl std::error::Error for VectorLength {}

impl<const N: usize> Vector<N> {
    /// Returns the elements.
    #[must_use]
    pub fn as_slice(&self) -> &[f32] {
        &self.0
    }

    /// Returns the elements as a `Vec`.
    #[must_use]
    pub fn into_vec(self) -> Vec<f32> {
        self.0.into_vec()
    }
}

/// All elements are zero.
impl<const N: usize> Default for Vector<N> {
    fn default() -> Self {
        Self(vec![0.0; N].into_boxed_slice())
    }
}

/// Shows the length and the first elements.
impl<const N: usize> fmt::Debug for Vector<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 4;
        write!(f, "Vector<{N}>")?;
        let mut list = f.debug_list();
        list.entries(self.0.iter().take(SHOWN));
        if N > SHOWN {
            list.entry(&format_args!("…"));
        }
        list.finish()
    }
}

impl<const N: usize> Deref for Vector<N> {
    type Target = [f32];

    fn deref(&self) -> &[f32] {
        &self.0
    }
}

impl<const N: usize> DerefMut for Vector<N> {
    fn deref_mut(&mut self) -> &mut [f32] {
        &mut self.0
    }
}

impl<const N: usize> AsRef<[f32]> for Vector<N> {
    fn as_ref(&self) -> &[f32] {
        &self.0
    }
}

impl<const N: usize> From<[f32; N]> for Vector<N> {
    fn from(elements: [f32; N]) -> Self {
        Self(Box::new(elements))
    }
}

impl<const N: usize> From<&[f32; N]> for Vector<N> {
    fn from(elements: &[f32; N]) -> Self {
        Self(elements.as_slice().into())
    }
}

impl<const N: usize> TryFrom<Vec<f32>> for Vector<N> {
    type Error = VectorLength;

    fn try_from(elements: Vec<f32>) -> Result<Self, VectorLength> {
        checked::<N>(elements.len())?;
        Ok(Self(elements.into_boxed_slice()))
    }
}

impl<const N: usize> TryFrom<&[f32]> for Vector<N> {
    type Error = VectorLength;

    fn try_from(elements: &[f32]) -> Result<Self, VectorLength> {
        checked::<N>(elements.len())?;
        Ok(Self(elements.into()))
    }
}

impl<const N: usize> From<Vector<N>> for Vec<f32> {
    fn from(vector: Vector<N>) -> Self {
        vector.into_vec()
    }
}

fn checked<const N: usize>(found: usize) -> Result<(), VectorLength> {
    if found == N {
        return Ok(());
    }
    Err(VectorLength { expected: N, found })
}

#[diagnostic::do_not_recommend]
impl<const N: usize> Encode for Vector<N> {
    fn encode(&self, to: &mut Encoder) -> Result<(), EncodeError> {
        to.floats(&self.0)
    }
}

#[diagnostic::do_not_recommend]
impl<const N: usize> Decode for Vector<N> {
    const EXPECTED: &'static str = "L of numbers";

    fn decode(from: &mut Decoder<'_>) -> Result<Self, DecodeError> {
        let elements = from.floats(N)?;
        let found = elements.len();
        Self::try_from(elements).map_err(|_| wrong_length(N, found))
    }
}

/// A field type for vector indexes: [`Vector<N>`](Vector), `[f32; N]`, or an `Option` of one, for
/// items that are not in the index.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a vector",
    label = "expected `Vector<N>` or `[f32; N]`, or an `Option` of one",
    note = "DynamoDB compares vectors of 32-bit floats, all of one length"
)]
pub trait VectorField {
    /// The number of elements.
    const DIMENSIONS: usize;
}

#[diagnostic::do_not_recommend]
impl<const N: usize> VectorField for Vector<N> {
    const DIMENSIONS: usize = N;
}

#[diagnostic::do_not_recommend]
impl<const N: usize> VectorField for [f32; N] {
    const DIMENSIONS: usize = N;
}

#[diagnostic::do_not_recommend]
impl<T: VectorField> VectorField for Option<T> {
    const DIMENSIONS: usize = T::DIMENSIONS;
}

/// A vector to search with: a reference to a [`Vector<N>`](Vector) or `[f32; N]`, or a slice, whose
/// length is checked when the search is sent.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a reference to a vector of {N} dimensions",
    label = "expected a `&Vector<{N}>`, a `&[f32; {N}]`, or a slice of {N} `f32`"
)]
pub trait VectorArg<const N: usize> {
    /// Returns the elements.
    #[doc(hidden)]
    fn into_elements(self) -> Vec<f32>;
}

#[diagnostic::do_not_recommend]
impl<const N: usize> VectorArg<N> for &Vector<N> {
    fn into_elements(self) -> Vec<f32> {
        self.to_vec()
    }
}

#[diagnostic::do_not_recommend]
impl<const N: usize> VectorArg<N> for &[f32; N] {
    fn into_elements(self) -> Vec<f32> {
        self.to_vec()
    }
}

#[diagnostic::do_not_recommend]
impl<const N: usize> VectorArg<N> for &[f32] {
    fn into_elements(self) -> Vec<f32> {
        self.to_vec()
    }
}

#[diagnostic::do_not_recommend]
impl<const N: usize> VectorArg<N> for &Vec<f32> {
    fn into_elements(self) -> Vec<f32> {
        self.clone()
    }
}
