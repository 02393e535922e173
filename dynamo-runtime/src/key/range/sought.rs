//! Comparisons in the component's written form.

use super::check::Operands;
use super::{Bound, Comparator, exchanged};
use crate::key::{Format, KeyError, Piece, Spelling, time};

/// A comparison with a component as it is written in the key.
pub(super) struct Sought {
    pub(super) comparator: Comparator,
    pub(super) operands: Operands,
    /// The check of each item, if the comparison alone is not enough.
    pub(super) checked: Option<SoughtCheck>,
    /// Whether the check is of the whole field.
    pub(super) is_whole: bool,
}

/// A comparison with a field in a format.
pub(super) type SoughtCheck = (Comparator, Format, Operands);

impl Sought {
    pub(super) fn of(
        bound: Bound,
        (spelling, format): (Spelling, Format),
        delimiter: char,
    ) -> Result<Self, KeyError> {
        match (format, bound.comparator) {
            (_, Comparator::BeginsWith) => Self::prefix(bound, format, delimiter),
            (_, Comparator::Equal) => Self::written(bound, format, delimiter),
            (Format::Time(digits), _) => Self::time(bound, digits),
            (Format::First(_), _) => Self::first(bound, (spelling, format), delimiter),
            _ => Self::written(bound, format, delimiter),
        }
    }

    fn written(bound: Bound, format: Format, delimiter: char) -> Result<Self, KeyError> {
        Ok(Self {
            comparator: bound.comparator,
            operands: in_order(texts(bound, format, delimiter)?)?,
            checked: None,
            is_whole: false,
        })
    }

    /// The beginning of a component as it is written. It is not cut off, since no component begins
    /// with more characters than it has.
    fn prefix(bound: Bound, format: Format, delimiter: char) -> Result<Self, KeyError> {
        let format = match format {
            Format::First(_) | Format::Time(_) | Format::Instant => Format::Plain,
            other => other,
        };
        match bound.operands.first() {
            Some(Piece::Text(prefix)) if prefix.is_empty() => Ok(Self {
                comparator: bound.comparator,
                operands: Operands::from_iter([String::new()]),
                checked: None,
                is_whole: false,
            }),
            _ => Self::written(bound, format, delimiter),
        }
    }

    /// Compares times that may be finer than those in the key. No key lies between the time and its
    /// truncated value, so comparing with that means the same.
    fn time(bound: Bound, digits: u8) -> Result<Self, KeyError> {
        let mut operands = Operands::new();
        let mut is_cut = [false; 2];
        let mut whole = Operands::new();
        for (at, operand) in bound.operands.into_iter().enumerate() {
            let text = operand.into_text()?;
            let (cut, loses) = time::cut(&text, digits)?;
            is_cut[at] = loses;
            operands.push(cut);
            whole.push(time::cut(&text, 9)?.0);
        }
        in_order(whole)?;
        let comparator = match bound.comparator {
            Comparator::Less if is_cut[0] => Comparator::LessOrEqual,
            Comparator::GreaterOrEqual if is_cut[0] => Comparator::Greater,
            other => other,
        };
        let is_above = comparator == Comparator::Between && is_cut[0];
        let checked = is_above.then(|| {
            let mut above = operands.clone();
            // The width is fixed, so nothing lies in between.
            above[0].push('\0');
            (comparator, Format::Time(digits), above)
        });
        Ok(Self {
            comparator,
            operands,
            checked,
            is_whole: false,
        })
    }

    /// The key holds only the leading characters; values that share them are told apart by the
    /// whole field.
    fn first(
        bound: Bound,
        (spelling, format): (Spelling, Format),
        delimiter: char,
    ) -> Result<Self, KeyError> {
        let comparator = bound.comparator;
        let whole = if spelling.is_time() {
            Format::Time(9)
        } else {
            Format::Raw
        };
        let checked = in_order(texts(bound.clone(), whole, delimiter)?)?;
        Ok(Self {
            comparator: match comparator {
                Comparator::Less => Comparator::LessOrEqual,
                Comparator::Greater => Comparator::GreaterOrEqual,
                other => other,
            },
            operands: texts(bound, format, delimiter)?,
            checked: Some((comparator, whole, checked)),
            is_whole: true,
        })
    }
}

fn texts(bound: Bound, format: Format, delimiter: char) -> Result<Operands, KeyError> {
    let operands = bound.operands.into_iter();
    let written = operands.map(|operand| format.written(operand, delimiter));
    written.collect()
}

fn in_order(operands: Operands) -> Result<Operands, KeyError> {
    match operands.as_slice() {
        [low, high] if low > high => Err(exchanged()),
        _ => Ok(operands),
    }
}
