//! Conditions: a tree over attribute paths and values, typed by the item and by the fields it
//! names.

use std::borrow::Cow;
use std::marker::PhantomData;

use aws_sdk_dynamodb::types::AttributeValue;

use super::{Arg, AttrPath};
use crate::codec::{AttributeType, EncodeError};
use crate::field::{FieldCodec, FieldInfo};
use crate::key::{Comparator, are_exchanged};

/// A condition on an item of type `I`, for `condition` and `filter`.
///
/// `F` is the list of fields it names, so that a filter on a key of the queried index does not
/// compile.
///
/// ```
/// # use dynamo_runtime::expr::IntoCondition;
/// # use dynamo_runtime::{Condition, Db, Error, Item};
/// # #[derive(Debug, Clone, PartialEq, Item)]
/// # #[table(name = "orders", pk = "customer", sk = "id")]
/// # #[gsi(name = "ByStatus", pk = "status", sk = "total", query = "by_status")]
/// # struct Order { customer: String, id: u32, status: String, total: u32 }
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Error> {
/// # let db = Db::embedded().await?;
/// # db.create_table::<Order>().await?;
/// # for (id, total) in [(1, 40), (2, 10), (3, 25)] {
/// #     Order { customer: "ada".into(), id, status: "open".into(), total }.create().send(&db).await?;
/// # }
/// let affordable = Order::TOTAL.le(25).and(Order::STATUS.ne("cancelled"));
/// assert_eq!(Order::query("ada").filter(affordable).count(&db).await?, 2);
///
/// // As many as there are at run time.
/// let totals = [10, 25].map(|total| Order::TOTAL.eq(total).into_condition());
/// if let Some(any) = Condition::any(totals) {
///     assert_eq!(Order::query("ada").filter(any).count(&db).await?, 2);
/// }
/// # Ok(())
/// # }
/// ```
#[must_use = "a condition does nothing until it is given to an operation"]
pub struct Condition<I, F = Unchecked> {
    pub(crate) node: Node,
    marker: PhantomData<fn() -> (I, F)>,
}

/// The deepest nesting of conditions that is rendered; DynamoDB's own limit of 4 KB per expression
/// is reached sooner.
const MAX_DEPTH: usize = 64;

/// A condition without its types.
#[derive(Debug, Clone)]
pub(crate) enum Node {
    Compare(AttrPath, &'static str, AttributeValue),
    ComparePaths(AttrPath, &'static str, AttrPath),
    Between(AttrPath, AttributeValue, AttributeValue),
    In(AttrPath, Vec<AttributeValue>),
    BeginsWith(AttrPath, AttributeValue),
    Contains(AttrPath, AttributeValue),
    Exists(AttrPath),
    NotExists(AttrPath),
    HasType(AttrPath, AttributeType),
    Size(AttrPath, &'static str, usize),
    SizeBetween(AttrPath, usize, usize),
    And(Vec<Node>),
    Or(Vec<Node>),
    Not(Box<Node>),
    /// A value could not be encoded; reported when the operation is sent.
    Invalid(EncodeError),
}

impl Node {
    /// The attributes it is about, in order; one that it names again is listed again.
    pub(crate) fn attributes(&self) -> Vec<Cow<'static, str>> {
        let mut names = Vec::new();
        self.add_attributes(&mut names);
        names
    }

    fn add_attributes(&self, names: &mut Vec<Cow<'static, str>>) {
        match self {
            Self::Compare(path, ..)
            | Self::Between(path, ..)
            | Self::In(path, _)
            | Self::BeginsWith(path, _)
            | Self::Contains(path, _)
            | Self::Exists(path)
            | Self::NotExists(path)
            | Self::HasType(path, _)
            | Self::Size(path, ..)
            | Self::SizeBetween(path, ..) => names.push(path.root.clone()),
            Self::ComparePaths(path, _, other) => {
                names.extend([path.root.clone(), other.root.clone()]);
            }
            Self::And(nodes) | Self::Or(nodes) => {
                for node in nodes {
                    node.add_attributes(names);
                }
            }
            Self::Not(node) => node.add_attributes(names),
            Self::Invalid(_) => {}
        }
    }

    /// A comparison with one value, or with two for `between`. An absent value is compared by
    /// existence.
    pub(crate) fn encoded<V, C: FieldCodec<V>>(
        path: AttrPath,
        comparator: Comparator,
        (first, second): (Arg<V>, Option<Arg<V>>),
    ) -> Result<Self, EncodeError> {
        let first = match comparator {
            Comparator::Equal => first.encode::<C>()?,
            _ => first.encode_bound::<C>()?,
        };
        let second = second.map_or(Ok(None), Arg::encode_bound::<C>)?;
        Self::compare(path, comparator, first, second)
    }

    fn compare(
        path: AttrPath,
        comparator: Comparator,
        first: Option<AttributeValue>,
        second: Option<AttributeValue>,
    ) -> Result<Self, EncodeError> {
        let Some(first) = first else {
            return match comparator {
                Comparator::Equal => Ok(Self::NotExists(path)),
                _ => Err(EncodeError::custom(
                    "compared with `None`, which is never stored",
                )),
            };
        };
        Ok(match comparator {
            Comparator::Equal => Self::Compare(path, "=", first),
            Comparator::Less => Self::Compare(path, "<", first),
            Comparator::LessOrEqual => Self::Compare(path, "<=", first),
            Comparator::Greater => Self::Compare(path, ">", first),
            Comparator::GreaterOrEqual => Self::Compare(path, ">=", first),
            Comparator::BeginsWith => Self::begins_with(path, first),
            Comparator::Between => match second {
                Some(second) if are_exchanged(&first, &second) => return Err(exchanged()),
                Some(second) => Self::Between(path, first, second),
                None => {
                    return Err(EncodeError::custom(
                        "compared with `None`, which is never stored",
                    ));
                }
            },
        })
    }

    /// A comparison with a prefix. DynamoDB refuses an empty one, which every text begins with.
    pub(crate) fn begins_with(path: AttrPath, prefix: AttributeValue) -> Self {
        match prefix {
            AttributeValue::S(text) if text.is_empty() => Self::HasType(path, AttributeType::S),
            prefix => Self::BeginsWith(path, prefix),
        }
    }

    /// Requires this in addition to an existing condition.
    pub(crate) fn require(self, condition: &mut Option<Self>) {
        *condition = Some(match condition.take() {
            Some(first) => first.and(self),
            None => self,
        });
    }

    pub(crate) fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::And(mut nodes), Self::And(others)) => {
                nodes.extend(others);
                Self::And(nodes)
            }
            (Self::And(mut nodes), other) => {
                nodes.push(other);
                Self::And(nodes)
            }
            (node, Self::And(mut nodes)) => {
                nodes.insert(0, node);
                Self::And(nodes)
            }
            (node, other) => Self::And(two(node, other)),
        }
        .bounded()
    }

    pub(crate) fn or(self, other: Self) -> Self {
        match (self, other) {
            (Self::Or(mut nodes), Self::Or(others)) => {
                nodes.extend(others);
                Self::Or(nodes)
            }
            (Self::Or(mut nodes), other) => {
                nodes.push(other);
                Self::Or(nodes)
            }
            (node, Self::Or(mut nodes)) => {
                nodes.insert(0, node);
                Self::Or(nodes)
            }
            (node, other) => Self::Or(two(node, other)),
        }
        .bounded()
    }

    fn negated(self) -> Self {
        match self {
            Self::Not(inner) => *inner,
            Self::Exists(path) => Self::NotExists(path),
            Self::NotExists(path) => Self::Exists(path),
            invalid @ Self::Invalid(_) => invalid,
            node => Self::Not(Box::new(node)).bounded(),
        }
    }

    /// Refuses absurdly deep nesting, so that neither we nor an engine recurse without bound.
    fn bounded(self) -> Self {
        if self.depth() > MAX_DEPTH {
            let reason = format!("condition nested more than {MAX_DEPTH} levels deep");
            return Self::Invalid(EncodeError::custom(reason));
        }
        self
    }

    fn depth(&self) -> usize {
        match self {
            Self::And(nodes) | Self::Or(nodes) => {
                1 + nodes.iter().map(Self::depth).max().unwrap_or(0)
            }
            Self::Not(node) => 1 + node.depth(),
            _ => 0,
        }
    }

    /// Whether the condition holds if there is no item.
    pub(crate) fn holds_for_nothing(&self) -> bool {
        match self {
            Self::NotExists(_) => true,
            Self::Compare(_, operator, _) | Self::ComparePaths(_, operator, _) => *operator == "<>",
            Self::And(nodes) => nodes.iter().all(Self::holds_for_nothing),
            Self::Or(nodes) => nodes.iter().any(Self::holds_for_nothing),
            Self::Not(node) => !node.holds_for_nothing(),
            _ => false,
        }
    }

    /// Whether the condition can hold for an item that lacks some attributes, and whether it can
    /// fail.
    pub(crate) fn can_hold_without(&self, lacks: &dyn Fn(&str) -> bool) -> (bool, bool) {
        match self {
            Self::And(nodes) => nodes.iter().fold((true, false), |(holds, fails), node| {
                let (can_hold, can_fail) = node.can_hold_without(lacks);
                (holds && can_hold, fails || can_fail)
            }),
            Self::Or(nodes) => nodes.iter().fold((false, true), |(holds, fails), node| {
                let (can_hold, can_fail) = node.can_hold_without(lacks);
                (holds || can_hold, fails && can_fail)
            }),
            Self::Not(node) => {
                let (can_hold, can_fail) = node.can_hold_without(lacks);
                (can_fail, can_hold)
            }
            leaf if leaf.find_root(&mut |name| lacks(name)).is_some() => {
                let holds = leaf.holds_for_nothing();
                (holds, !holds)
            }
            _ => (true, true),
        }
    }

    /// The first attribute named in the condition, nested or not, for which a predicate holds.
    pub(crate) fn find_root(&self, holds: &mut dyn FnMut(&str) -> bool) -> Option<&str> {
        let mut find = |path: &'_ AttrPath| holds(&path.root);
        match self {
            Self::Compare(path, ..)
            | Self::Between(path, ..)
            | Self::In(path, _)
            | Self::BeginsWith(path, _)
            | Self::Contains(path, _)
            | Self::Exists(path)
            | Self::NotExists(path)
            | Self::HasType(path, _)
            | Self::Size(path, ..)
            | Self::SizeBetween(path, ..) => find(path).then_some(&*path.root),
            Self::ComparePaths(left, _, right) => {
                let mut paths = [left, right].into_iter();
                paths.find(|path| find(path)).map(|path| &*path.root)
            }
            Self::And(nodes) | Self::Or(nodes) => {
                nodes.iter().find_map(|node| node.find_root(holds))
            }
            Self::Not(node) => node.find_root(holds),
            Self::Invalid(_) => None,
        }
    }
}

/// Two nodes, with room for those that are usually added.
fn two(node: Node, other: Node) -> Vec<Node> {
    let mut nodes = Vec::with_capacity(4);
    nodes.extend([node, other]);
    nodes
}

/// The error for `between` with its bounds swapped, which DynamoDB would refuse.
pub(super) fn exchanged() -> EncodeError {
    EncodeError::custom("the lower bound of `between` is above the upper")
}

/// A comparison or a condition, for `filter` and `condition`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a condition on `{I}`",
    label = "expected a condition made from the constants of `{I}`, such as `{I}::FIELD.eq(…)`",
    note = "conditions are joined by `one.and(other)` and `one.or(other)`: `&&`, `||` and closures are for values in this process",
    note = "`Condition::all` and `Condition::any` return an `Option`, `None` for an empty list: write `if let Some(condition) = …`"
)]
pub trait IntoCondition<I> {
    /// The fields it names.
    type Fields;

    /// Returns the condition.
    fn into_condition(self) -> Condition<I, Self::Fields>;
}

#[diagnostic::do_not_recommend]
impl<I, F> IntoCondition<I> for Condition<I, F> {
    type Fields = F;

    fn into_condition(self) -> Self {
        self
    }
}

impl<I, F> Condition<I, F> {
    pub(crate) fn new(node: Node) -> Self {
        Self {
            node,
            marker: PhantomData,
        }
    }

    /// Holds if both this and `other` hold.
    pub fn and<O: IntoCondition<I>>(self, other: O) -> Condition<I, (F, O::Fields)> {
        Condition::new(self.node.and(other.into_condition().node))
    }

    /// Holds if this or `other` holds.
    pub fn or<O: IntoCondition<I>>(self, other: O) -> Condition<I, (F, O::Fields)> {
        Condition::new(self.node.or(other.into_condition().node))
    }

    /// Holds if this does not hold.
    #[expect(clippy::should_implement_trait, reason = "reads as DynamoDB's own NOT")]
    pub fn not(self) -> Self {
        Self::new(self.node.negated())
    }

    /// Combines conditions of one type into one that holds if all of them hold; `None` if there are
    /// none.
    pub fn all(conditions: impl IntoIterator<Item = Self>) -> Option<Self> {
        conditions
            .into_iter()
            .map(|condition| condition.node)
            .reduce(Node::and)
            .map(Self::new)
    }

    /// Combines conditions of one type into one that holds if any of them holds; `None` if there
    /// are none.
    pub fn any(conditions: impl IntoIterator<Item = Self>) -> Option<Self> {
        conditions
            .into_iter()
            .map(|condition| condition.node)
            .reduce(Node::or)
            .map(Self::new)
    }

    /// Forgets which fields the condition names, so that conditions built at run time have one
    /// type.
    ///
    /// Whether a filter names a key of the queried index is then checked when it is sent, not at
    /// compile time.
    pub fn unchecked(self) -> Condition<I, Unchecked> {
        Condition::new(self.node)
    }
}

/// Holds if the condition does not: `!condition` is `condition.not()`.
impl<I, F> std::ops::Not for Condition<I, F> {
    type Output = Self;

    fn not(self) -> Self {
        self.not()
    }
}

/// Gives conditions on different fields one type: see [`Condition::unchecked`].
impl<I, A, B> From<Condition<I, (A, B)>> for Condition<I> {
    fn from(condition: Condition<I, (A, B)>) -> Self {
        condition.unchecked()
    }
}

/// Gives conditions on different fields one type: see [`Condition::unchecked`].
impl<I> From<Condition<I, Nested>> for Condition<I> {
    fn from(condition: Condition<I, Nested>) -> Self {
        condition.unchecked()
    }
}

/// Gives conditions on different fields one type: see [`Condition::unchecked`].
impl<I, M: FieldInfo> From<Condition<I, M>> for Condition<I> {
    fn from(condition: Condition<I, M>) -> Self {
        condition.unchecked()
    }
}

impl<I, F> Clone for Condition<I, F> {
    fn clone(&self) -> Self {
        Self::new(self.node.clone())
    }
}

impl<I, F> std::fmt::Debug for Condition<I, F> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut roots = Vec::new();
        self.node.find_root(&mut |root| {
            roots.push(root.to_owned());
            false
        });
        write!(f, "Condition(on {})", roots.join(", "))
    }
}

/// Represents a nested path in the list of fields a condition names: no key attribute is nested.
pub struct Nested;

/// Represents fields that are not known at compile time.
pub struct Unchecked;

/// Fields that a filter of the query `Q` may name: those it reads, except its own keys, which
/// DynamoDB does not filter by.
#[diagnostic::on_unimplemented(
    message = "a filter over `{Q}` cannot name `{Self}`",
    label = "a key of what is queried, or not held by the index that is queried",
    note = "narrow a sort key with `range`; the partition key is equal already",
    note = "an index that does not project everything can be filtered by what it projects"
)]
pub trait Filterable<Q> {}

impl<Q, A: Filterable<Q>, B: Filterable<Q>> Filterable<Q> for (A, B) {}
impl<Q> Filterable<Q> for Nested {}
impl<Q> Filterable<Q> for Unchecked {}
