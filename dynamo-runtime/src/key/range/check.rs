//! Checks of single items, for ranges that a range of keys does not express.

use std::cmp::Ordering;

use smallvec::SmallVec;

use super::{Comparator, joined};
use crate::key::template::Components;
use crate::key::{Format, KeyError, KeyKind, KeyPart, Piece};

/// The check that an item must pass beyond the key condition.
#[derive(Debug, Clone)]
pub(crate) struct KeyCheck(pub(super) Vec<ComponentCheck>);

impl KeyCheck {
    /// The fields that are compared whole, though the key holds only a part of them.
    pub(crate) fn whole_fields(&self) -> impl Iterator<Item = usize> {
        let whole = self.0.iter().filter(|check| check.is_whole);
        whole.map(|check| check.field)
    }

    /// Whether the item's components are in the range.
    pub(crate) fn holds(&self, item: &dyn Components) -> bool {
        self.0.iter().all(|check| check.holds(item))
    }
}

/// The check of one component of an item.
#[derive(Debug, Clone)]
pub(super) struct ComponentCheck {
    pub(super) field: usize,
    /// The type of the key attribute it is in.
    pub(super) kind: KeyKind,
    pub(super) format: Format,
    pub(super) delimiter: char,
    pub(super) comparator: Comparator,
    pub(super) operands: Operands,
    /// Whether the whole field is compared, not just the part that the key holds.
    pub(super) is_whole: bool,
}

/// The operands of a comparison, in the component's written form.
pub(super) type Operands = SmallVec<[String; 2]>;

impl ComponentCheck {
    /// The component as text that sorts like the key.
    fn written(&self, piece: &Piece<'_>) -> Result<String, KeyError> {
        match self.kind {
            KeyKind::Text => {
                let mut text = String::new();
                self.format.write(piece, self.delimiter, &mut text)?;
                Ok(text)
            }
            _ => joined::sortable_text(self.format, piece),
        }
    }

    fn holds(&self, item: &dyn Components) -> bool {
        let Some(piece) = item.component(self.field).and_then(KeyPart::piece) else {
            return false;
        };
        let Ok(text) = self.written(&piece) else {
            return false;
        };
        let order = |operand: &String| text.as_bytes().cmp(operand.as_bytes());
        let Some(first) = self.operands.first() else {
            return true;
        };
        match self.comparator {
            Comparator::Equal => order(first) == Ordering::Equal,
            Comparator::Less => order(first) == Ordering::Less,
            Comparator::LessOrEqual => order(first) != Ordering::Greater,
            Comparator::Greater => order(first) == Ordering::Greater,
            Comparator::GreaterOrEqual => order(first) != Ordering::Less,
            Comparator::BeginsWith => text.starts_with(first.as_str()),
            Comparator::Between => {
                order(first) != Ordering::Less
                    && self
                        .operands
                        .get(1)
                        .is_some_and(|high| order(high) != Ordering::Greater)
            }
        }
    }
}
