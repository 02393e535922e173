//! Paths into an item: an attribute, a field of a nested struct, a position of a list, an entry of
//! a map.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::fmt;
use std::marker::PhantomData;

use super::Element;
use crate::codec::MapKey;
use crate::field::{Field, FieldInfo, Own, StoredField};

/// The path to a value of type `V` inside an item of type `I`, stored with the codec `C`.
///
/// `M` is the marker of the field the path starts from.
pub struct Path<I, V, M, C = Own> {
    pub(crate) path: AttrPath,
    marker: PhantomData<fn() -> (I, V, M, C)>,
}

/// A document path without its types.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct AttrPath {
    pub(crate) root: Cow<'static, str>,
    pub(crate) rest: Vec<Segment>,
}

/// A step into a nested value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Segment {
    /// A field of a nested struct.
    Name(Cow<'static, str>),
    /// An entry of a map, whose key is data.
    Entry(Cow<'static, str>),
    Index(usize),
}

impl AttrPath {
    pub(crate) fn root(name: &'static str) -> Self {
        Self {
            root: Cow::Borrowed(name),
            rest: Vec::new(),
        }
    }
}

impl<I, V, M, C> Path<I, V, M, C> {
    pub(crate) fn root(name: &'static str) -> Self {
        Self::new(AttrPath::root(name))
    }

    fn new(path: AttrPath) -> Self {
        Self {
            path,
            marker: PhantomData,
        }
    }

    fn step<W, D>(mut self, segment: Segment) -> Path<I, W, M, D> {
        self.path.rest.push(segment);
        Path::new(self.path)
    }

    /// Steps to a field of a nested struct: `Standing::METADATA.path().dot(Metadata::LEVEL)`.
    #[must_use]
    pub fn dot<F: FieldOf<V>>(self, field: F) -> Path<I, F::Value, M, F::Codec> {
        self.step(Segment::Name(Cow::Borrowed(field.name())))
    }

    /// Steps to a position of a list, counted from zero.
    #[must_use]
    pub fn at<E>(self, index: usize) -> Path<I, E, M, Element>
    where
        V: ElementOf<Element = E>,
    {
        self.step(Segment::Index(index))
    }

    /// Steps to an entry of a map.
    #[must_use]
    pub fn entry<E>(self, key: impl EntryKey<V::Key>) -> Path<I, E, M, Element>
    where
        V: EntryOf<Entry = E>,
    {
        self.step(Segment::Entry(Cow::Owned(key.into_name())))
    }
}

impl<I, V, M> Field<I, V, M>
where
    M: FieldInfo<Owner = I, Value = V>,
{
    /// Returns the path of a field of the nested struct: `Standing::METADATA.dot(Metadata::LEVEL)`.
    #[must_use]
    pub fn dot<F: FieldOf<V>>(self, field: F) -> Path<I, F::Value, M, F::Codec>
    where
        M: StoredField,
    {
        self.path().dot(field)
    }

    /// Returns the path of an element of the list, counted from zero.
    #[must_use]
    pub fn at<E>(self, index: usize) -> Path<I, E, M, Element>
    where
        M: StoredField,
        V: ElementOf<Element = E>,
    {
        self.path().at(index)
    }

    /// Returns the path of an entry of the map.
    #[must_use]
    pub fn entry<E>(self, key: impl EntryKey<V::Key>) -> Path<I, E, M, Element>
    where
        M: StoredField,
        V: EntryOf<Entry = E>,
    {
        self.path().entry(key)
    }
}

impl<I, V, M, C> Clone for Path<I, V, M, C> {
    fn clone(&self) -> Self {
        Self::new(self.path.clone())
    }
}

impl<I, V, M, C> fmt::Debug for Path<I, V, M, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Path({})", self.path)
    }
}

impl fmt::Display for AttrPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.root)?;
        for segment in &self.rest {
            match segment {
                Segment::Name(name) => write!(f, ".{name}")?,
                // The key of an entry is data, which no error shows.
                Segment::Entry(_) => f.write_str(".*")?,
                Segment::Index(index) => write!(f, "[{index}]")?,
            }
        }
        Ok(())
    }
}

/// A struct stored as a map, or an `Option` or a `Box` of one.
// Implemented for every type, whose pages would all show it.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no field of `{S}`",
    label = "expected a field of the struct that is stored here",
    note = "step into a list with `at`, and into a map with `entry`, before `dot`"
)]
pub trait StructOf<S> {}

#[diagnostic::do_not_recommend]
impl<S> StructOf<S> for S {}
#[diagnostic::do_not_recommend]
impl<S> StructOf<S> for Option<S> {}
#[diagnostic::do_not_recommend]
impl<S> StructOf<S> for Box<S> {}
#[diagnostic::do_not_recommend]
impl<S> StructOf<S> for Option<Box<S>> {}

/// A field of the struct `V`, or of the struct in an `Option` or a `Box`: `dot` steps to it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a field of `{V}`",
    label = "expected a field constant of the struct that is stored here, such as `Address::CITY`"
)]
pub trait FieldOf<V> {
    /// The field's type.
    type Value;
    /// How the value is stored.
    type Codec;

    /// Returns the name that the field is stored under.
    #[doc(hidden)]
    fn name(self) -> &'static str;
}

impl<V, S, W, N> FieldOf<V> for Field<S, W, N>
where
    V: StructOf<S>,
    N: FieldInfo<Owner = S, Value = W> + StoredField,
{
    type Value = W;
    type Codec = N::Codec;

    fn name(self) -> &'static str {
        self.attribute()
    }
}

/// A list: `at` steps into it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a list",
    label = "`at`, `append` and `prepend` are for lists",
    note = "make the field a `Vec`, or use it whole: a map has `entry`, a set `add_to_set`, and everything `set`"
)]
pub trait ElementOf {
    /// The type of its elements.
    type Element;
}

/// The elements that `append` and `prepend` take: anything that iterates over them.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a list of elements",
    label = "expected elements to iterate over, such as a `Vec` or an array; write `[element]` for one"
)]
pub trait Elements<V> {
    /// Returns the elements.
    #[doc(hidden)]
    fn into_elements(self) -> impl Iterator<Item = V>;
}

#[diagnostic::do_not_recommend]
impl<V, E: IntoIterator<Item = V>> Elements<V> for E {
    fn into_elements(self) -> impl Iterator<Item = V> {
        self.into_iter()
    }
}

#[diagnostic::do_not_recommend]
impl<T> ElementOf for Vec<T> {
    type Element = T;
}

#[diagnostic::do_not_recommend]
impl<T> ElementOf for VecDeque<T> {
    type Element = T;
}

#[diagnostic::do_not_recommend]
impl<T, const N: usize> ElementOf for [T; N] {
    type Element = T;
}

#[diagnostic::do_not_recommend]
impl<T: ElementOf> ElementOf for Option<T> {
    type Element = T::Element;
}

/// A map: `entry` steps into it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no entries",
    label = "`entry` steps into a map",
    note = "use `at` to step into a list, and `dot` into a struct"
)]
pub trait EntryOf {
    /// The type of its entries.
    type Entry;
    /// The type of its keys.
    type Key;
}

#[diagnostic::do_not_recommend]
impl<K, T, S> EntryOf for HashMap<K, T, S> {
    type Entry = T;
    type Key = K;
}

#[diagnostic::do_not_recommend]
impl<K, T> EntryOf for BTreeMap<K, T> {
    type Entry = T;
    type Key = K;
}

#[diagnostic::do_not_recommend]
impl<T: EntryOf> EntryOf for Option<T> {
    type Entry = T::Entry;
    type Key = T::Key;
}

/// The key of an entry in a map with keys of type `K`: a `K`, a `&K`, or its text.
// Implemented for every type, whose pages would all show it.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a key of this map, whose keys are `{K}`",
    label = "expected a `{K}`, a reference to one, or its text as a `&str`"
)]
pub trait EntryKey<K> {
    /// Returns the text under which the entry is stored.
    #[doc(hidden)]
    fn into_name(self) -> String;
}

#[diagnostic::do_not_recommend]
impl<K: MapKey> EntryKey<K> for K {
    fn into_name(self) -> String {
        self.to_key().into_owned()
    }
}

#[diagnostic::do_not_recommend]
impl<K: MapKey> EntryKey<K> for &K {
    fn into_name(self) -> String {
        self.to_key().into_owned()
    }
}

#[diagnostic::do_not_recommend]
impl<K: MapKey> EntryKey<K> for &str {
    fn into_name(self) -> String {
        self.to_owned()
    }
}
