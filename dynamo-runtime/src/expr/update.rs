//! The clauses of an update expression, and values computed from stored ones.

use std::collections::{BTreeSet, HashSet};
use std::marker::PhantomData;

use aws_sdk_dynamodb::types::AttributeValue;

use super::assign::SetValue;
use super::limit::Limit;
use super::together::{FreeField, Given, Removed, SetTogether};
use super::update_changes::UpdateChanges;
use super::{AttrPath, Path};
use crate::codec::EncodeError;
use crate::field::{Field, FieldCodec, FieldInfo, Own, Serde, StoredField};
use crate::key::NumberPart;

/// One change at one path of an item.
#[derive(Debug, Clone)]
#[allow(clippy::large_enum_variant, reason = "an update has a handful of them")]
pub(crate) enum Clause {
    Set(AttrPath, AttributeValue),
    SetIfAbsent(AttrPath, AttributeValue),
    Append(AttrPath, AttributeValue),
    Prepend(AttrPath, AttributeValue),
    /// Sets the path to the sum or difference of two operands.
    Compute(AttrPath, Computed),
    /// Adds to a number; an absent one counts as zero.
    Increase(AttrPath, AttributeValue),
    Add(AttrPath, AttributeValue),
    Delete(AttrPath, AttributeValue),
    Remove(AttrPath),
}

impl Clause {
    pub(crate) fn path(&self) -> &AttrPath {
        match self {
            Self::Set(path, _)
            | Self::SetIfAbsent(path, _)
            | Self::Append(path, _)
            | Self::Prepend(path, _)
            | Self::Compute(path, _)
            | Self::Increase(path, _)
            | Self::Add(path, _)
            | Self::Delete(path, _)
            | Self::Remove(path) => path,
        }
    }
}

/// A stored number plus or minus a value or another stored number.
#[derive(Debug, Clone)]
pub(crate) struct Computed {
    pub(crate) left: AttrPath,
    pub(crate) operator: char,
    pub(crate) right: Term,
    /// The limit that keeps the result within the type.
    pub(crate) limit: Option<Limit>,
}

#[derive(Debug, Clone)]
pub(crate) enum Term {
    Path(AttrPath),
    Value(Result<AttributeValue, EncodeError>),
}

/// Arithmetic on stored values, for `set`: `Order::QUANTITY.minus_field(Order::FILLED)`.
#[must_use = "arithmetic does nothing until it is given to an update"]
pub struct Arithmetic<I, V> {
    pub(super) computed: Computed,
    marker: PhantomData<fn() -> (I, V)>,
}

impl<I, V, M> Field<I, V, M>
where
    V: NumberPart,
    M: FieldInfo<Owner = I, Value = V> + StoredField,
{
    /// Returns the stored number plus a value.
    pub fn plus(self, value: impl SetValue<V, Mode = Given>) -> Arithmetic<I, V> {
        self.path().plus(value)
    }

    /// Returns the stored number minus a value.
    pub fn minus(self, value: impl SetValue<V, Mode = Given>) -> Arithmetic<I, V> {
        self.path().minus(value)
    }

    /// Returns the stored number plus another one of the item.
    pub fn plus_field<N>(self, other: Field<I, V, N>) -> Arithmetic<I, V>
    where
        N: FieldInfo<Owner = I, Value = V> + StoredField,
    {
        let _ = other;
        self.path()
            .computed('+', Term::Path(AttrPath::root(N::ATTRIBUTE)), None)
    }

    /// Returns the stored number minus another one of the item.
    pub fn minus_field<N>(self, other: Field<I, V, N>) -> Arithmetic<I, V>
    where
        N: FieldInfo<Owner = I, Value = V> + StoredField,
    {
        let _ = other;
        let (path, right) = (self.path(), AttrPath::root(N::ATTRIBUTE));
        let limit = Limit::of_difference::<V>(&path.path, &right)
            .filter(|_| <M::Codec as FieldCodec<V>>::AS_IS);
        path.computed('-', Term::Path(right), limit)
    }
}

impl<I, V, M, C> Path<I, V, M, C>
where
    V: NumberPart,
    C: FieldCodec<V>,
{
    /// Returns the stored number plus a value.
    pub fn plus(self, value: impl SetValue<V, Mode = Given>) -> Arithmetic<I, V> {
        let term = term::<V, C>(value);
        let limit = match &term {
            Ok(amount) => Limit::of_sum::<V, C>(&self.path, amount, false),
            Err(_) => None,
        };
        self.computed('+', Term::Value(term), limit)
    }

    /// Returns the stored number minus a value.
    pub fn minus(self, value: impl SetValue<V, Mode = Given>) -> Arithmetic<I, V> {
        let term = term::<V, C>(value);
        let limit = match &term {
            Ok(amount) => Limit::of_sum::<V, C>(&self.path, &negated(amount.clone()), false),
            Err(_) => None,
        };
        self.computed('-', Term::Value(term), limit)
    }

    fn computed(self, operator: char, right: Term, limit: Option<Limit>) -> Arithmetic<I, V> {
        let left = self.path;
        Arithmetic {
            computed: Computed {
                left,
                operator,
                right,
                limit,
            },
            marker: PhantomData,
        }
    }
}

fn term<V, C: FieldCodec<V>>(
    value: impl SetValue<V, Mode = Given>,
) -> Result<AttributeValue, EncodeError> {
    value.setting().encode::<C>()
}

/// The negative of a stored number.
pub(crate) fn negated(amount: AttributeValue) -> AttributeValue {
    match amount {
        AttributeValue::N(text) => AttributeValue::N(crate::key::negated(&text)),
        other => other,
    }
}

/// A path whose new value need not be known: a field that feeds no index key, or a path into one.
pub trait Target<I> {
    /// The type of the stored value.
    type Value;
    /// How it is stored.
    type Codec: FieldCodec<Self::Value>;

    /// Returns the place.
    #[doc(hidden)]
    fn place(self) -> TargetPlace;
}

/// A place in an item.
#[doc(hidden)]
pub struct TargetPlace(pub(crate) AttrPath);

impl<I, V, M> Target<I> for Field<I, V, M>
where
    M: FieldInfo<Owner = I, Value = V> + FreeField,
{
    type Value = V;
    type Codec = M::Codec;

    fn place(self) -> TargetPlace {
        TargetPlace(AttrPath::root(M::ATTRIBUTE))
    }
}

impl<I, V, M: FreeField, C: FieldCodec<V>> Target<I> for Path<I, V, M, C> {
    type Value = V;
    type Codec = C;

    fn place(self) -> TargetPlace {
        TargetPlace(self.path)
    }
}

/// A type whose value may be absent from an item: an `Option` or a set.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be absent, so it cannot be removed",
    label = "make the field an `Option` to remove it",
    note = "an element of a list is removed by its position, `.remove(FIELD.at(0))`, and elements of a set by `.delete_from_set(FIELD, …)`"
)]
pub trait MayBeAbsent {
    /// Returns the value that represents absence.
    fn none() -> Self;
}

#[diagnostic::do_not_recommend]
impl<T> MayBeAbsent for Option<T> {
    fn none() -> Self {
        None
    }
}

#[diagnostic::do_not_recommend]
impl<T, S: Default> MayBeAbsent for HashSet<T, S> {
    fn none() -> Self {
        Self::default()
    }
}

#[diagnostic::do_not_recommend]
impl<T> MayBeAbsent for BTreeSet<T> {
    fn none() -> Self {
        Self::new()
    }
}

/// How a nested value is reached: an element or an entry can be removed whatever its type.
pub trait Removes<V> {}

impl<V: MayBeAbsent> Removes<V> for Own {}
impl<V: MayBeAbsent> Removes<V> for Serde {}
impl<V> Removes<V> for Element {}

/// The codec of an element of a list or an entry of a map: its type's own.
pub struct Element;

impl<V> FieldCodec<V> for Element
where
    Own: FieldCodec<V>,
{
    const AS_IS: bool = true;
    const TEXT_AS_IN_KEYS: bool = true;

    fn encode(value: &V, to: &mut crate::codec::Encoder) -> Result<(), EncodeError> {
        <Own as FieldCodec<V>>::encode(value, to)
    }

    fn is_absent(_: &V) -> bool {
        // An element keeps its position: `None` in a list is stored as NULL.
        false
    }
}

/// A target of `remove`: an optional field, or a path into one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be removed",
    label = "expected the constant of a field that may be absent, or a path"
)]
pub trait Removal<I> {
    /// Adds the removal to an update.
    #[doc(hidden)]
    fn remove(self, to: &mut UpdateChanges);
}

impl<I, V, M> Removal<I> for Field<I, V, M>
where
    V: MayBeAbsent + Send + Sync,
    M: FieldInfo<Owner = I, Value = V> + StoredField + SetTogether<Removed>,
{
    fn remove(self, to: &mut UpdateChanges) {
        to.assigned.push(super::Assigned::new::<M>(V::none()));
    }
}

impl<I, V, M: FreeField, C: Removes<V>> Removal<I> for Path<I, V, M, C> {
    fn remove(self, to: &mut UpdateChanges) {
        to.clauses.push(Clause::Remove(self.path));
    }
}
