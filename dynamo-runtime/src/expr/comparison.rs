//! A single comparison with a field: an argument of `range`, or a condition.

use std::marker::PhantomData;

use super::condition::{Condition, IntoCondition, Node};
use super::{Arg, AttrPath};
use crate::codec::EncodeError;
use crate::field::{FieldInfo, StoredField};
use crate::key::{Bound, Comparator, KeyError};

/// A comparison of one field, such as `Order::PLACED_AT.gt("2025-11-01")`.
///
/// In `range` it applies to the component of the sort key; anywhere else it is a condition on the
/// attribute.
#[must_use = "a comparison does nothing until it is given to an operation"]
pub struct Comparison<I, V, M> {
    comparator: Comparator,
    first: Arg<V>,
    /// The upper bound of `between`.
    second: Option<Arg<V>>,
    marker: PhantomData<fn() -> (I, M)>,
}

impl<I, V, M> Comparison<I, V, M> {
    pub(super) fn new(comparator: Comparator, value: Arg<V>) -> Self {
        Self {
            comparator,
            first: value,
            second: None,
            marker: PhantomData,
        }
    }

    pub(super) fn between(low: Arg<V>, high: Arg<V>) -> Self {
        Self {
            second: Some(high),
            ..Self::new(Comparator::Between, low)
        }
    }
}

impl<I, V, M> Comparison<I, V, M>
where
    M: FieldInfo<Owner = I, Value = V>,
{
    /// The comparison with a component of a sort key.
    pub(crate) fn into_bound(self) -> Result<Bound, KeyError> {
        let absent = || KeyError::new("is compared with `None`").with_component(M::NAME);
        if let (Comparator::Equal, Arg::Unfit(_, reason)) = (&self.comparator, &self.first) {
            return Err(reason.clone().with_component(M::NAME));
        }
        let args = [Some(self.first), self.second].into_iter().flatten();
        let operands = args.map(|arg| arg.into_piece(M::part).ok_or_else(absent));
        Ok(Bound {
            comparator: self.comparator,
            operands: operands.collect::<Result<_, _>>()?,
        })
    }

    /// Holds if both this and `other` hold.
    pub fn and<O>(self, other: O) -> Condition<I, (M, O::Fields)>
    where
        M: StoredField,
        O: IntoCondition<I>,
    {
        self.into_condition().and(other)
    }

    /// Holds if this or `other` holds.
    pub fn or<O>(self, other: O) -> Condition<I, (M, O::Fields)>
    where
        M: StoredField,
        O: IntoCondition<I>,
    {
        self.into_condition().or(other)
    }

    /// Holds if this does not hold.
    #[expect(clippy::should_implement_trait, reason = "reads as DynamoDB's own NOT")]
    pub fn not(self) -> Condition<I, M>
    where
        M: StoredField,
    {
        self.into_condition().not()
    }

    fn node(self) -> Result<Node, EncodeError> {
        Node::encoded::<V, M::Codec>(
            AttrPath::root(M::ATTRIBUTE),
            self.comparator,
            (self.first, self.second),
        )
        .map_err(|error| error.at(M::ATTRIBUTE))
    }
}

/// Holds if the comparison does not: `!comparison` is `comparison.not()`.
impl<I, V, M> std::ops::Not for Comparison<I, V, M>
where
    M: FieldInfo<Owner = I, Value = V> + StoredField,
{
    type Output = Condition<I, M>;

    fn not(self) -> Condition<I, M> {
        self.not()
    }
}

impl<I, V, M> IntoCondition<I> for Comparison<I, V, M>
where
    M: FieldInfo<Owner = I, Value = V> + StoredField,
{
    type Fields = M;

    fn into_condition(self) -> Condition<I, M> {
        Condition::new(self.node().unwrap_or_else(Node::Invalid))
    }
}

/// Gives conditions on different fields one type: see [`Condition::unchecked`].
impl<I, V, M> From<Comparison<I, V, M>> for Condition<I>
where
    M: FieldInfo<Owner = I, Value = V> + StoredField,
{
    fn from(comparison: Comparison<I, V, M>) -> Self {
        comparison.into_condition().unchecked()
    }
}
