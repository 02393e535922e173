//! A comparison as the component would be written.

use super::{Bound, Comparator, Operands, exchanged};
use crate::key::{Format, KeyError, Piece, time};

/// A comparison with a component as it stands in the key.
pub(super) struct Sought {
    pub(super) comparator: Comparator,
    pub(super) operands: Operands,
    /// Whether the lower operand of `Between` itself is left out: what was asked for lies above it.
    pub(super) is_above: bool,
}

impl Sought {
    pub(super) fn of(bound: Bound, format: Format, delimiter: char) -> Result<Self, KeyError> {
        match (format, bound.comparator) {
            (_, Comparator::BeginsWith) => Self::prefix(bound, format, delimiter),
            (Format::Time(digits), comparator) if comparator != Comparator::Equal => {
                Self::time(bound, digits)
            }
            _ => Self::written(bound, format, delimiter),
        }
    }

    fn written(bound: Bound, format: Format, delimiter: char) -> Result<Self, KeyError> {
        let comparator = bound.comparator;
        let operands = bound.operands.into_iter();
        let operands = operands
            .map(|operand| format.written(operand, delimiter))
            .collect::<Result<Operands, _>>()?;
        if let [low, high] = operands.as_slice()
            && low > high
        {
            return Err(exchanged());
        }
        Ok(Self {
            comparator,
            operands,
            is_above: false,
        })
    }

    /// The beginning of a component as it stands; no component begins with more characters than it
    /// has, so it is not cut off.
    fn prefix(bound: Bound, format: Format, delimiter: char) -> Result<Self, KeyError> {
        let format = match format {
            Format::First(_) | Format::Time(_) | Format::Instant => Format::Plain,
            other => other,
        };
        match bound.operands.first() {
            Some(Piece::Text(prefix)) if prefix.is_empty() => Ok(Self {
                comparator: bound.comparator,
                operands: Operands::from_iter([String::new()]),
                is_above: false,
            }),
            _ => Self::written(bound, format, delimiter),
        }
    }

    /// Times that may be finer than those in the key. None of those lies between the time and what
    /// is left of it, so a comparison with that says the same.
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
        if let [low, high] = whole.as_slice()
            && low > high
        {
            return Err(exchanged());
        }
        let comparator = match bound.comparator {
            Comparator::Less if is_cut[0] => Comparator::LessOrEqual,
            Comparator::GreaterOrEqual if is_cut[0] => Comparator::Greater,
            other => other,
        };
        Ok(Self {
            is_above: comparator == Comparator::Between && is_cut[0],
            comparator,
            operands,
        })
    }
}
