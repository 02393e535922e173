//! The limits of stored numbers: a sum that the field's type cannot hold is not written.

use aws_sdk_dynamodb::types::AttributeValue;

use super::{AttrPath, Node, Segment};
use crate::codec::AttributeType;
use crate::field::FieldCodec;
use crate::key::NumberPart;
use crate::wire::Attributes;

/// A condition that keeps a number within its type, and the explanation if it fails.
#[derive(Debug, Clone)]
pub(crate) struct Limit {
    pub(crate) node: Node,
    pub(crate) broken: String,
}

/// The number of digits that DynamoDB stores and compares.
const MAX_DIGITS: u32 = 38;

impl Limit {
    /// The limit of a place that is set to a stored number plus `amount`. If an absent number
    /// counts as zero, the sum does, too.
    pub(crate) fn of_sum<V: NumberPart, C: FieldCodec<V>>(
        path: &AttrPath,
        amount: &AttributeValue,
        from_zero: bool,
    ) -> Option<Self> {
        let range = V::RANGE.filter(|_| C::AS_IS)?;
        let amount = amount.as_n().ok()?.parse().ok()?;
        sum(path, range, amount, from_zero)
    }

    /// The limit of a place that is set to the difference of two stored numbers.
    pub(crate) fn of_difference<V: NumberPart>(left: &AttrPath, right: &AttrPath) -> Option<Self> {
        let (0, greatest) = V::RANGE? else {
            return None;
        };
        Some(Self {
            node: Node::ComparePaths(left.clone(), ">=", right.clone()),
            broken: leaves(left, (0, greatest)),
        })
    }

    /// The limit of a counter that goes up by one.
    pub(crate) fn of_version(name: &'static str, last: AttributeValue) -> Self {
        let path = AttrPath::root(name);
        Self {
            node: Node::NotExists(path.clone()).or(Node::Compare(path, "<", last)),
            broken: exhausted(name),
        }
    }

    /// Whether a stored item is beyond the limit.
    pub(crate) fn is_broken(&self, item: &Attributes) -> bool {
        !holds(&self.node, item)
    }
}

/// The message for a `version` that cannot go up.
pub(crate) fn exhausted(name: &str) -> String {
    format!("`{name}` has reached the maximum of its type; use a wider type")
}

fn sum(path: &AttrPath, range: (i128, i128), amount: i128, from_zero: bool) -> Option<Limit> {
    let (least, greatest) = range;
    let (operator, bound) = match amount {
        0 => return None,
        1.. => ("<=", greatest.checked_sub(amount)?),
        _ => (">=", least.checked_sub(amount)?),
    };
    if bound.unsigned_abs() >= 10_u128.pow(MAX_DIGITS) {
        // DynamoDB itself refuses a sum with that many digits.
        return None;
    }
    let bound = AttributeValue::N(bound.to_string());
    let within = Node::Compare(path.clone(), operator, bound);
    let node = if from_zero && (least..=greatest).contains(&amount) {
        // DynamoDB refuses to add to anything but a number, and says so.
        let number = Node::HasType(path.clone(), AttributeType::N);
        Node::Not(Box::new(number)).or(within)
    } else {
        within
    };
    Some(Limit {
        node,
        broken: leaves(path, range),
    })
}

fn leaves(path: &AttrPath, (least, greatest): (i128, i128)) -> String {
    format!("`{path}` would leave the range of its type, {least} to {greatest}")
}

/// Whether a limit holds for a stored item. If that cannot be known, it holds.
fn holds(node: &Node, item: &Attributes) -> bool {
    let compared = |left: Option<i128>, operator: &str, right: Option<i128>| match (left, right) {
        (Some(left), Some(right)) => match operator {
            "<=" => left <= right,
            ">=" => left >= right,
            "<" => left < right,
            _ => true,
        },
        _ => true,
    };
    match node {
        Node::NotExists(path) => stored(path, item).is_none(),
        Node::Not(node) => match &**node {
            Node::HasType(path, AttributeType::N) => {
                stored(path, item).is_none_or(|value| !value.is_n())
            }
            _ => true,
        },
        Node::Or(nodes) => nodes.iter().any(|node| holds(node, item)),
        Node::Compare(path, operator, bound) => match stored(path, item) {
            Some(value) => compared(number(value), operator, number(bound)),
            None => false,
        },
        Node::ComparePaths(left, operator, right) => {
            let [left, right] = [left, right].map(|path| stored(path, item).and_then(number));
            compared(left, operator, right)
        }
        _ => true,
    }
}

fn number(value: &AttributeValue) -> Option<i128> {
    value.as_n().ok()?.parse().ok()
}

fn stored<'a>(path: &AttrPath, item: &'a Attributes) -> Option<&'a AttributeValue> {
    let mut value = item.get(&*path.root)?;
    for segment in &path.rest {
        value = match segment {
            Segment::Name(name) | Segment::Entry(name) => value.as_m().ok()?.get(&**name)?,
            Segment::Index(index) => value.as_l().ok()?.get(*index)?,
        };
    }
    Some(value)
}
