//! Ranges over a sort key that apply to the component, not to the text it is part of.
//!
//! A component of a text key is followed by a delimiter, and some characters sort below that, so
//! the keys of a range of components are not always a range of keys. DynamoDB is then asked for the
//! smallest range of keys that contains them all, and a [`KeyCheck`] leaves out the others. Every
//! range stays within the literal text and the equal components before it, at both ends.

mod behind;
mod check;
mod compared;
mod joined;
mod sought;

use aws_sdk_dynamodb::types::AttributeValue;
use smallvec::SmallVec;

pub(crate) use self::behind::{Behind, Resumed, behind};
use self::check::ComponentCheck;
pub(crate) use self::check::KeyCheck;
use self::compared::Compared;
pub(crate) use self::joined::{Interval, sort_conditions};
use self::sought::{Sought, SoughtCheck};
use super::template::number_key;
use super::{
    Format, KeyError, KeyKind, KeyValue, MAX_SORT_BYTES, Part, Piece, Template, sortable_number,
};
use crate::schema::KeySpec;

/// How a component is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Comparator {
    Equal,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Between,
    BeginsWith,
}

/// A comparison with one component: one operand, two for `Between`.
#[derive(Debug, Clone)]
pub(crate) struct Bound {
    pub(crate) comparator: Comparator,
    pub(crate) operands: SmallVec<[Piece<'static>; 2]>,
}

/// Comparisons with the leading components of a sort key, usually just one.
pub(crate) type Bounds = SmallVec<[Bound; 1]>;

/// The key condition on one sort key attribute.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum SortCondition {
    Compare(Comparator, KeyValue),
    Between(KeyValue, KeyValue),
}

/// One condition per sort key attribute, and the check that completes them.
pub(crate) type SortConditions = (
    SmallVec<[(&'static str, SortCondition); 1]>,
    Option<KeyCheck>,
);

/// The conditions of one range.
#[cfg(test)]
pub(super) fn sort_condition(
    specs: &'static [KeySpec],
    fixed: &[FixedComponent],
    bounds: Bounds,
) -> Result<SortConditions, KeyError> {
    conditions(specs, fixed, bounds, false)
}

/// Turns comparisons with the leading components of a sort key into key conditions. Every
/// comparison is also checked if the conditions will be joined with others.
///
/// Without any comparison, a text key is still limited to the literal prefix of its template.
fn conditions(
    specs: &'static [KeySpec],
    fixed: &[FixedComponent],
    bounds: Bounds,
    joined: bool,
) -> Result<SortConditions, KeyError> {
    let mut conditions = SmallVec::new();
    let mut checks = Vec::new();
    let mut bounds = Remaining {
        given: bounds.into_iter().peekable(),
        fixed,
    };
    for spec in specs {
        let within = |error: KeyError| error.with_attribute(spec.attribute);
        let (condition, check) = match spec.template.kind() {
            KeyKind::Text => text_condition(&spec.template, &mut bounds, joined).map_err(within)?,
            _ => {
                let is_checked = joined && !bounds.fixes(&spec.template);
                let check = match bounds.given.peek() {
                    Some(bound) if is_checked => joined::single_check(&spec.template, bound),
                    _ => Ok(None),
                };
                (
                    single_condition(&spec.template, &mut bounds).map_err(within)?,
                    check.map_err(within)?,
                )
            }
        };
        checks.extend(check.into_iter().flat_map(|check| check.0));
        let goes_on = matches!(
            condition,
            Some(SortCondition::Compare(Comparator::Equal, _))
        );
        conditions.extend(condition.map(|condition| (spec.attribute, condition)));
        if !goes_on {
            break;
        }
    }
    bounds.end().map(|()| (conditions, completed(checks)))
}

/// A component of a sort key that the partition key fixes: its field, its format, its value.
pub(crate) type FixedComponent = (usize, Format, Piece<'static>);

/// The comparisons that remain to be made, without those of fixed components.
struct Remaining<'a> {
    given: std::iter::Peekable<smallvec::IntoIter<[Bound; 1]>>,
    fixed: &'a [FixedComponent],
}

impl Remaining<'_> {
    /// Whether a key that is a single component is fixed.
    fn fixes(&self, template: &Template) -> bool {
        let mut fields = template.parts.iter().filter_map(|part| match part {
            Part::Component { field, .. } => Some(*field),
            Part::Literal(_) => None,
        });
        fields.any(|field| self.fixed.iter().any(|(fixed, ..)| *fixed == field))
    }

    /// Refuses a comparison after one that is not for equality.
    fn end(&mut self) -> Result<(), KeyError> {
        match self.given.next() {
            None => Ok(()),
            Some(_) => Err(only_last_may_range()),
        }
    }

    /// The comparison with a field.
    fn next(&mut self, field: usize, format: Format) -> Option<Bound> {
        let is_it = |(number, own, _): &&FixedComponent| (*number, *own) == (field, format);
        match self.fixed.iter().find(is_it) {
            Some((_, _, piece)) => Some(Bound {
                comparator: Comparator::Equal,
                operands: SmallVec::from_iter([piece.clone()]),
            }),
            None => self.given.next(),
        }
    }
}

fn only_last_may_range() -> KeyError {
    KeyError::new("takes equal leading components and one comparison after them")
}

/// The condition on a key attribute that is a single number or bytes.
fn single_condition(
    template: &Template,
    bounds: &mut Remaining<'_>,
) -> Result<Option<SortCondition>, KeyError> {
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
    let Some(bound) = bounds.next(*field, *format) else {
        return Ok(None);
    };
    let value = |operand: &Piece<'static>| match operand {
        Piece::Bytes(bytes) => Ok(KeyValue::Bytes(bytes.to_vec())),
        number => {
            let text = format
                .number_text(number)
                .map_err(|error| error.with_component(*name))?;
            number_key(&text).map_err(|error| error.with_component(*name))
        }
    };
    let mut values = bound
        .operands
        .iter()
        .map(value)
        .collect::<Result<SmallVec<[_; 2]>, _>>()?;
    if *format == Format::Negated {
        values.reverse();
    }
    let comparator = if *format == Format::Negated {
        flipped(bound.comparator)
    } else {
        bound.comparator
    };
    let mut values = values.into_iter();
    let (Some(first), second) = (values.next(), values.next()) else {
        return Ok(None);
    };
    Ok(Some(match second {
        Some(second) => {
            in_order(&first, &second)?;
            SortCondition::Between(first, second)
        }
        None => SortCondition::Compare(comparator, first),
    }))
}

/// The equivalent comparison of negated numbers.
fn flipped(comparator: Comparator) -> Comparator {
    match comparator {
        Comparator::Less => Comparator::Greater,
        Comparator::LessOrEqual => Comparator::GreaterOrEqual,
        Comparator::Greater => Comparator::Less,
        Comparator::GreaterOrEqual => Comparator::LessOrEqual,
        other => other,
    }
}

/// Whether the bounds of `between` are swapped, which DynamoDB refuses; values without an order
/// never are.
pub(crate) fn are_exchanged(low: &AttributeValue, high: &AttributeValue) -> bool {
    let value = |value: &AttributeValue| KeyValue::from_attribute(value.clone());
    match (value(low), value(high)) {
        (Some(low), Some(high)) if low.kind() == high.kind() => in_order(&low, &high).is_err(),
        _ => false,
    }
}

fn in_order(low: &KeyValue, high: &KeyValue) -> Result<(), KeyError> {
    let sorted = match (low, high) {
        (KeyValue::Number(low), KeyValue::Number(high)) => sortable(low)? <= sortable(high)?,
        _ => low.as_bytes() <= high.as_bytes(),
    };
    if sorted { Ok(()) } else { Err(exchanged()) }
}

fn sortable(number: &str) -> Result<String, KeyError> {
    let mut text = String::new();
    sortable_number::write_sortable_decimal(number, 38, &mut text)?;
    Ok(text)
}

fn exchanged() -> KeyError {
    KeyError::new("has a lower bound of `between` above the upper one; swap them")
}

/// The condition on a text key: literal text and equal components form its prefix, then one
/// component is compared.
fn text_condition(
    template: &'static Template,
    bounds: &mut Remaining<'_>,
    joined: bool,
) -> Result<(Option<SortCondition>, Option<KeyCheck>), KeyError> {
    let mut base = String::with_capacity(64);
    let mut checks = Vec::new();
    for (number, part) in template.parts.iter().enumerate() {
        let (field, name, spelling, format) = match part {
            Part::Literal(text) => {
                base.push_str(text);
                continue;
            }
            Part::Component {
                field,
                name,
                spelling,
                format,
            } => (*field, *name, *spelling, *format),
        };
        let Some(bound) = bounds.next(field, format) else {
            let has_start = !base.is_empty();
            let start = SortCondition::Compare(Comparator::BeginsWith, KeyValue::Text(base));
            check_length(&start)?;
            return Ok((has_start.then_some(start), completed(checks)));
        };
        let after = match template.parts.get(number + 1) {
            Some(Part::Literal(text)) => Some(*text),
            _ => None,
        };
        let sought = Sought::of(bound, (spelling, format), template.delimiter)
            .map_err(|error| error.with_component(name))?;
        let check = |(comparator, format, operands): SoughtCheck| ComponentCheck {
            field,
            kind: KeyKind::Text,
            format,
            delimiter: template.delimiter,
            comparator,
            operands,
            is_whole: sought.is_whole,
        };
        if sought.comparator == Comparator::Equal {
            base.push_str(sought.operands.first().map_or("", String::as_str));
            // It may contain the delimiter, so a longer value may begin with this one and the text
            // that follows.
            if format == Format::Raw || joined {
                checks.push(check((Comparator::Equal, format, sought.operands)));
            }
            continue;
        }
        let component = Compared {
            base,
            after,
            keeps_order: format.keeps_order(template.delimiter, after),
            comparator: sought.comparator,
            operands: sought.operands,
        };
        let (condition, exact) = component.condition()?;
        condition.as_ref().map_or(Ok(()), check_length)?;
        match sought.checked {
            Some(checked) => checks.push(check(checked)),
            None if !exact || joined => {
                checks.push(check((sought.comparator, format, component.operands)));
            }
            None => {}
        }
        return Ok((condition, completed(checks)));
    }
    let equal = SortCondition::Compare(Comparator::Equal, KeyValue::Text(base));
    check_length(&equal)?;
    // The condition is enough, unless it is joined with others.
    checks.retain(|_| joined);
    Ok((Some(equal), completed(checks)))
}

fn completed(checks: Vec<ComponentCheck>) -> Option<KeyCheck> {
    (!checks.is_empty()).then_some(KeyCheck(checks))
}

fn check_length(condition: &SortCondition) -> Result<(), KeyError> {
    let values: &[&KeyValue] = match condition {
        SortCondition::Compare(_, value) => &[value],
        SortCondition::Between(low, high) => &[low, high],
    };
    match values.iter().map(|value| value.as_bytes().len()).max() {
        Some(longest) if longest > MAX_SORT_BYTES => Err(KeyError::new(format!(
            "is compared with {longest} bytes; a sort key has at most {MAX_SORT_BYTES}"
        ))),
        _ => Ok(()),
    }
}
