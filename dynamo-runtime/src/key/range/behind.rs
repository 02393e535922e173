//! The part of a sort key's range after a position, for reads that continue there.

use super::{Comparator, Interval, SortCondition, sortable};
use crate::key::{KeyError, KeyValue, MAX_SORT_BYTES, sortable_number};

/// The position where a read continues.
pub(crate) struct Resumed {
    /// The value of the sort key attribute.
    pub(crate) value: KeyValue,
    /// Whether items with that value have yet to be read.
    pub(crate) included: bool,
    pub(crate) descending: bool,
}

/// The condition on a sort key attribute after a position.
pub(crate) struct Behind {
    pub(crate) condition: Option<SortCondition>,
    /// A value that the condition allows and the range does not.
    pub(crate) beyond: Option<KeyValue>,
}

/// Narrows the condition on a sort key attribute to the values after a position; `None` if there
/// are none.
///
/// DynamoDB accepts one condition per attribute. Values at the position may match even if they are
/// not included: in descending order, the values before a text are not a range that DynamoDB can
/// express.
pub(crate) fn behind(
    condition: Option<SortCondition>,
    resumed: Resumed,
) -> Result<Option<Behind>, KeyError> {
    let Resumed {
        value,
        included,
        descending,
    } = resumed;
    let Some(condition) = condition else {
        let comparator = match (descending, included) {
            (false, true) => Comparator::GreaterOrEqual,
            (false, false) => Comparator::Greater,
            (true, true) => Comparator::LessOrEqual,
            (true, false) => Comparator::Less,
        };
        return Ok(Some(Behind {
            condition: Some(SortCondition::Compare(comparator, value)),
            beyond: None,
        }));
    };
    if let SortCondition::Compare(Comparator::Equal, _) = condition {
        let condition = Some(condition).filter(|_| included);
        return Ok(condition.map(|condition| Behind {
            condition: Some(condition),
            beyond: None,
        }));
    }
    let is_open = match &condition {
        SortCondition::Compare(Comparator::Less | Comparator::BeginsWith, _) => !descending,
        SortCondition::Compare(Comparator::Greater, _) => descending,
        _ => false,
    };
    let mut interval = Interval::of(Some(condition));
    let near = match next(&value, descending) {
        Some(next) if !included => next,
        _ => value,
    };
    let (low, high) = if descending {
        (None, Some(near))
    } else {
        (Some(near), None)
    };
    interval.narrow(Interval { low, high })?;
    let far = if descending {
        &interval.low
    } else {
        &interval.high
    };
    let beyond = far.clone().filter(|_| is_open);
    Ok(interval
        .into_condition()?
        .map(|condition| Behind { condition, beyond }))
}

/// The next value that a key attribute can have; `None` if it is not known.
fn next(value: &KeyValue, descending: bool) -> Option<KeyValue> {
    match value {
        KeyValue::Number(number) => sortable_number::next(number, descending).map(KeyValue::Number),
        _ if descending || value.as_bytes().len() >= MAX_SORT_BYTES => None,
        KeyValue::Text(text) => Some(KeyValue::Text(format!("{text}\0"))),
        KeyValue::Bytes(bytes) => Some(KeyValue::Bytes([bytes.as_slice(), &[0]].concat())),
    }
}

impl KeyValue {
    /// Bytes that sort like values of a key attribute.
    pub(crate) fn into_sortable(self) -> Result<Vec<u8>, KeyError> {
        Ok(match self {
            Self::Text(text) => text.into_bytes(),
            Self::Bytes(bytes) => bytes,
            Self::Number(number) => sortable(&number)?.into_bytes(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> KeyValue {
        KeyValue::Number(text.to_owned())
    }

    fn text(text: &str) -> KeyValue {
        KeyValue::Text(text.to_owned())
    }

    fn narrowed(
        condition: Option<SortCondition>,
        value: KeyValue,
        included: bool,
        descending: bool,
    ) -> Option<Behind> {
        let resumed = Resumed {
            value,
            included,
            descending,
        };
        behind(condition, resumed).expect("sound values")
    }

    #[test]
    fn a_range_begins_behind_the_position() {
        let between = || Some(SortCondition::Between(text("a"), text("m")));
        let found = narrowed(between(), text("c"), false, false).expect("a range");
        let expected = SortCondition::Between(text("c\0"), text("m"));
        assert_eq!(found.condition, Some(expected));
        let found = narrowed(between(), text("c"), true, true).expect("a range");
        let expected = SortCondition::Between(text("a"), text("c"));
        assert_eq!(found.condition, Some(expected));
    }

    #[test]
    fn an_open_end_is_left_out() {
        let below = SortCondition::Compare(Comparator::Less, number("9"));
        let found = narrowed(Some(below), number("5"), true, false).expect("a range");
        let expected = SortCondition::Between(number("5"), number("9"));
        assert_eq!(found.condition, Some(expected));
        assert_eq!(found.beyond, Some(number("9")));
    }

    #[test]
    fn nothing_lies_behind_the_last_value() {
        let up_to = || Some(SortCondition::Compare(Comparator::LessOrEqual, number("5")));
        assert!(narrowed(up_to(), number("5"), false, false).is_none());
        assert!(narrowed(up_to(), number("5"), true, false).is_some());
        let equal = || Some(SortCondition::Compare(Comparator::Equal, text("a")));
        assert!(narrowed(equal(), text("a"), false, true).is_none());
    }
}
