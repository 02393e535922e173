//! Evaluates conditions here instead of in DynamoDB, for vector searches, which compare attributes
//! only by equality.

use std::cmp::Ordering;

use aws_sdk_dynamodb::types::AttributeValue;

use super::condition::Node;
use super::{AttrPath, Segment};
use crate::codec::{AttributeType, EncodeError, compare_numbers};
use crate::wire::Attributes;

impl Node {
    /// Whether the condition holds for an item, with DynamoDB's semantics.
    pub(crate) fn holds(&self, item: &Attributes) -> bool {
        let found = |path: &AttrPath| at(item, path);
        match self {
            Self::Compare(path, operator, value) => compares(found(path), operator, Some(value)),
            Self::ComparePaths(left, operator, right) => {
                compares(found(left), operator, found(right))
            }
            Self::Between(path, low, high) => {
                let value = found(path);
                compares(value, ">=", Some(low)) && compares(value, "<=", Some(high))
            }
            Self::In(path, values) => {
                let value = found(path);
                values
                    .iter()
                    .any(|listed| compares(value, "=", Some(listed)))
            }
            Self::BeginsWith(path, prefix) => begins_with(found(path), prefix),
            Self::Contains(path, part) => contains(found(path), part),
            Self::Exists(path) => found(path).is_some(),
            Self::NotExists(path) => found(path).is_none(),
            Self::HasType(path, kind) => {
                let of = found(path).and_then(AttributeType::of);
                of == Some(*kind)
            }
            Self::Size(path, operator, size) => found(path)
                .and_then(size_of)
                .is_some_and(|found| is_met(operator, found.cmp(size))),
            Self::SizeBetween(path, low, high) => found(path)
                .and_then(size_of)
                .is_some_and(|size| (*low..=*high).contains(&size)),
            Self::And(nodes) => nodes.iter().all(|node| node.holds(item)),
            Self::Or(nodes) => nodes.iter().any(|node| node.holds(item)),
            Self::Not(node) => !node.holds(item),
            // It is reported when the operation is rendered.
            Self::Invalid(_) => false,
        }
    }

    /// The first value that could not be encoded.
    pub(crate) fn invalid(&self) -> Option<EncodeError> {
        match self {
            Self::Invalid(error) => Some(error.clone()),
            Self::And(nodes) | Self::Or(nodes) => nodes.iter().find_map(Self::invalid),
            Self::Not(node) => node.invalid(),
            _ => None,
        }
    }

    /// The attributes that the condition names.
    pub(crate) fn roots(&self) -> Vec<String> {
        let mut roots = Vec::new();
        self.find_root(&mut |root| {
            if !roots.iter().any(|known| known == root) {
                roots.push(root.to_owned());
            }
            false
        });
        roots
    }
}

fn at<'i>(item: &'i Attributes, path: &AttrPath) -> Option<&'i AttributeValue> {
    let root = item.get(&*path.root);
    path.rest
        .iter()
        .fold(root, |value, step| match (value?, step) {
            (AttributeValue::M(map), Segment::Name(name)) => map.get(&**name),
            (AttributeValue::L(list), Segment::Index(index)) => list.get(*index),
            _ => None,
        })
}

/// A comparison with an absent value never holds, and one between two types only as `<>`.
fn compares(left: Option<&AttributeValue>, operator: &str, right: Option<&AttributeValue>) -> bool {
    let (Some(left), Some(right)) = (left, right) else {
        return operator == "<>";
    };
    match (ordering(left, right), operator) {
        (Some(ordering), operator) => is_met(operator, ordering),
        (None, "=") => left == right,
        (None, "<>") => left != right,
        (None, _) => false,
    }
}

fn is_met(operator: &str, ordering: Ordering) -> bool {
    match operator {
        "=" => ordering.is_eq(),
        "<>" => ordering.is_ne(),
        "<" => ordering.is_lt(),
        "<=" => ordering.is_le(),
        ">" => ordering.is_gt(),
        _ => ordering.is_ge(),
    }
}

/// The order of two texts, numbers or byte strings; `None` for anything else.
fn ordering(left: &AttributeValue, right: &AttributeValue) -> Option<Ordering> {
    match (left, right) {
        (AttributeValue::S(left), AttributeValue::S(right)) => {
            Some(left.as_bytes().cmp(right.as_bytes()))
        }
        (AttributeValue::N(left), AttributeValue::N(right)) => compare_numbers(left, right),
        (AttributeValue::B(left), AttributeValue::B(right)) => {
            Some(left.as_ref().cmp(right.as_ref()))
        }
        _ => None,
    }
}

fn begins_with(value: Option<&AttributeValue>, prefix: &AttributeValue) -> bool {
    match (value, prefix) {
        (Some(AttributeValue::S(text)), AttributeValue::S(prefix)) => text.starts_with(prefix),
        (Some(AttributeValue::B(bytes)), AttributeValue::B(prefix)) => {
            bytes.as_ref().starts_with(prefix.as_ref())
        }
        _ => false,
    }
}

fn contains(value: Option<&AttributeValue>, part: &AttributeValue) -> bool {
    let is_part = |value: &AttributeValue| compares(Some(value), "=", Some(part));
    match (value, part) {
        (Some(AttributeValue::S(text)), AttributeValue::S(part)) => text.contains(part.as_str()),
        (Some(AttributeValue::B(bytes)), AttributeValue::B(part)) => {
            let part = part.as_ref();
            part.is_empty()
                || bytes
                    .as_ref()
                    .windows(part.len())
                    .any(|found| found == part)
        }
        (Some(AttributeValue::L(list)), _) => list.iter().any(is_part),
        (Some(AttributeValue::Ss(set)), AttributeValue::S(part)) => set.contains(part),
        (Some(AttributeValue::Ns(set)), AttributeValue::N(part)) => {
            let is_part = |found: &String| compare_numbers(found, part) == Some(Ordering::Equal);
            set.iter().any(is_part)
        }
        (Some(AttributeValue::Bs(set)), AttributeValue::B(part)) => set.contains(part),
        _ => false,
    }
}

fn size_of(value: &AttributeValue) -> Option<usize> {
    match value {
        AttributeValue::S(text) => Some(text.len()),
        AttributeValue::B(bytes) => Some(bytes.as_ref().len()),
        AttributeValue::Ss(set) | AttributeValue::Ns(set) => Some(set.len()),
        AttributeValue::Bs(set) => Some(set.len()),
        AttributeValue::L(list) => Some(list.len()),
        AttributeValue::M(map) => Some(map.len()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item() -> Attributes {
        Attributes::from([
            ("lang".to_owned(), AttributeValue::S("en".to_owned())),
            ("year".to_owned(), AttributeValue::N("2024".to_owned())),
            ("gone".to_owned(), AttributeValue::Null(true)),
        ])
    }

    fn number(text: &str) -> AttributeValue {
        AttributeValue::N(text.to_owned())
    }

    fn year(operator: &'static str, value: &str) -> Node {
        Node::Compare(AttrPath::root("year"), operator, number(value))
    }

    #[test]
    fn numbers_are_compared_by_value() {
        for (operator, value, holds) in [
            ("=", "2.024E+3", true),
            (">", "999", true),
            (">=", "2024.0", true),
            ("<", "10000", true),
            ("<", "-2025", false),
            ("<>", "2024", false),
        ] {
            assert_eq!(
                year(operator, value).holds(&item()),
                holds,
                "{operator} {value}"
            );
        }
    }

    #[test]
    fn what_is_absent_or_of_another_type_only_differs() {
        let text = AttributeValue::S("2024".to_owned());
        let path = || AttrPath::root("year");
        assert!(!Node::Compare(path(), "=", text.clone()).holds(&item()));
        assert!(!Node::Compare(path(), "<", text.clone()).holds(&item()));
        assert!(Node::Compare(path(), "<>", text.clone()).holds(&item()));
        let absent = AttrPath::root("absent");
        assert!(!Node::Compare(absent.clone(), "=", text.clone()).holds(&item()));
        assert!(Node::Compare(absent.clone(), "<>", text).holds(&item()));
        assert!(Node::NotExists(absent).holds(&item()));
    }

    #[test]
    fn conditions_combine() {
        let both = year(">=", "2000").and(Node::BeginsWith(
            AttrPath::root("lang"),
            AttributeValue::S("e".to_owned()),
        ));
        assert!(both.holds(&item()));
        assert!(!Node::Not(Box::new(both.clone())).holds(&item()));
        assert!(both.or(year("<", "0")).holds(&item()));
        let null = Node::HasType(AttrPath::root("gone"), AttributeType::Null);
        assert!(null.holds(&item()));
        let between = Node::Between(AttrPath::root("year"), number("2024"), number("2025"));
        assert!(between.holds(&item()));
    }
}
