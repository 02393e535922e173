//! The intersection of several ranges of one sort key.

use std::cmp::Ordering;
use std::fmt::Write as _;

use smallvec::SmallVec;

use super::compared::bump;
use super::{
    Bound, Bounds, Comparator, ComponentCheck, FixedComponent, KeyCheck, SortCondition,
    SortConditions, conditions, flipped, sortable,
};
use crate::key::{Format, KeyError, KeyValue, Part, Piece, Template};
use crate::schema::KeySpec;

/// Turns ranges of a sort key into key conditions; `None` if nothing can be in all of them. If the
/// caller needs more than the conditions say, every comparison is `checked`.
///
/// DynamoDB accepts one condition per sort key attribute, and a range only with both ends included.
/// The conditions cover everything that is in all ranges; the check does the rest.
pub(crate) fn sort_conditions(
    specs: &'static [KeySpec],
    fixed: &[FixedComponent],
    ranges: SmallVec<[Bounds; 1]>,
    checked: bool,
) -> Result<Option<SortConditions>, KeyError> {
    if ranges.len() < 2 {
        let bounds = ranges.into_iter().next().unwrap_or_default();
        return conditions(specs, fixed, bounds, checked).map(Some);
    }
    let mut intervals: SmallVec<[(&'static str, Interval); 1]> = SmallVec::new();
    let mut checks = Vec::new();
    for bounds in ranges {
        let (conditions, check) = conditions(specs, fixed, bounds, true)?;
        checks.extend(check.into_iter().flat_map(|check| check.0));
        for (attribute, condition) in conditions {
            let interval = Interval::of(Some(condition));
            match intervals.iter_mut().find(|(name, _)| *name == attribute) {
                Some((_, known)) => known.narrow(interval)?,
                None => intervals.push((attribute, interval)),
            }
        }
    }
    let mut joined = SmallVec::new();
    for (attribute, interval) in intervals {
        let Some(condition) = interval.into_condition()? else {
            return Ok(None);
        };
        joined.extend(condition.map(|condition| (attribute, condition)));
    }
    Ok(Some((joined, super::completed(checks))))
}

/// The least and the greatest key of a range.
pub(crate) struct Interval {
    pub(super) low: Option<KeyValue>,
    pub(super) high: Option<KeyValue>,
}

impl Interval {
    /// Both ends are included, even if the condition excludes them.
    pub(crate) fn of(condition: Option<SortCondition>) -> Self {
        let (low, high) = match condition {
            None => (None, None),
            Some(SortCondition::Between(low, high)) => (Some(low), Some(high)),
            Some(SortCondition::Compare(comparator, value)) => match comparator {
                Comparator::Equal | Comparator::Between => (Some(value.clone()), Some(value)),
                Comparator::Less | Comparator::LessOrEqual => (None, Some(value)),
                Comparator::Greater | Comparator::GreaterOrEqual => (Some(value), None),
                Comparator::BeginsWith => {
                    let end = above_prefix(&value);
                    (Some(value), end)
                }
            },
        };
        Self { low, high }
    }

    pub(super) fn narrow(&mut self, other: Self) -> Result<(), KeyError> {
        if let Some(low) = other.low
            && exceeds(self.low.as_ref(), &low, Ordering::Greater)?
        {
            self.low = Some(low);
        }
        if let Some(high) = other.high
            && exceeds(self.high.as_ref(), &high, Ordering::Less)?
        {
            self.high = Some(high);
        }
        Ok(())
    }

    /// Widens it to contain another one and everything in between.
    pub(crate) fn widen(&mut self, other: Self) -> Result<(), KeyError> {
        self.low = match (self.low.take(), other.low) {
            (Some(one), Some(other)) if order(&other, &one)?.is_lt() => Some(other),
            (Some(one), Some(_)) => Some(one),
            _ => None,
        };
        self.high = match (self.high.take(), other.high) {
            (Some(one), Some(other)) if order(&other, &one)?.is_gt() => Some(other),
            (Some(one), Some(_)) => Some(one),
            _ => None,
        };
        Ok(())
    }

    /// The condition, if one is needed; the outer `None` means that nothing is between the ends.
    #[expect(
        clippy::option_option,
        reason = "no condition is not the same as no key"
    )]
    pub(crate) fn into_condition(self) -> Result<Option<Option<SortCondition>>, KeyError> {
        Ok(Some(Some(match (self.low, self.high) {
            (Some(low), Some(high)) => match order(&low, &high)? {
                Ordering::Less => SortCondition::Between(low, high),
                Ordering::Equal => SortCondition::Compare(Comparator::Equal, low),
                Ordering::Greater => return Ok(None),
            },
            (Some(low), None) => SortCondition::Compare(Comparator::GreaterOrEqual, low),
            (None, Some(high)) => SortCondition::Compare(Comparator::LessOrEqual, high),
            (None, None) => return Ok(Some(None)),
        })))
    }
}

/// Whether an end is on that side of the known one.
fn exceeds(known: Option<&KeyValue>, end: &KeyValue, side: Ordering) -> Result<bool, KeyError> {
    known.map_or(Ok(true), |known| Ok(order(end, known)? == side))
}

/// The order of two keys.
fn order(one: &KeyValue, other: &KeyValue) -> Result<Ordering, KeyError> {
    Ok(match (one, other) {
        (KeyValue::Number(one), KeyValue::Number(other)) => sortable(one)?.cmp(&sortable(other)?),
        _ => one.as_bytes().cmp(other.as_bytes()),
    })
}

/// The least key above all keys that begin with a prefix.
fn above_prefix(prefix: &KeyValue) -> Option<KeyValue> {
    match prefix {
        KeyValue::Text(text) => {
            let mut end = String::with_capacity(text.len() + 1);
            bump(&mut end, text);
            (!end.is_empty()).then_some(KeyValue::Text(end))
        }
        KeyValue::Bytes(bytes) => {
            let last = bytes.iter().rposition(|byte| *byte < u8::MAX)?;
            let mut end = bytes[..=last].to_vec();
            end[last] += 1;
            Some(KeyValue::Bytes(end))
        }
        KeyValue::Number(_) => None,
    }
}

/// The check of a comparison with a number or with bytes.
pub(super) fn single_check(
    template: &Template,
    bound: &Bound,
) -> Result<Option<KeyCheck>, KeyError> {
    let [
        Part::Component {
            field,
            name,
            format,
            ..
        },
    ] = template.parts
    else {
        return Ok(None);
    };
    let written = |operand| sortable_text(*format, operand).map_err(|e| e.with_component(*name));
    let operands = bound.operands.iter().map(written);
    let mut operands = operands.collect::<Result<super::check::Operands, _>>()?;
    let mut comparator = bound.comparator;
    if *format == Format::Negated {
        operands.reverse();
        comparator = flipped(comparator);
    }
    Ok(Some(KeyCheck(vec![ComponentCheck {
        field: *field,
        kind: template.kind(),
        format: *format,
        delimiter: template.delimiter,
        comparator,
        operands,
        is_whole: false,
    }])))
}

/// Bytes as text that sorts the same way.
fn hex(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() * 2);
    for byte in bytes {
        // Writing to a `String` cannot fail.
        let _ = write!(text, "{byte:02x}");
    }
    text
}

/// A number or bytes as text that sorts like the key attribute.
pub(super) fn sortable_text(format: Format, piece: &Piece<'_>) -> Result<String, KeyError> {
    match piece {
        Piece::Bytes(bytes) => Ok(hex(bytes)),
        number => sortable(&format.number_text(number)?),
    }
}
