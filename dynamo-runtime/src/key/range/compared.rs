//! The range of keys that contains every key of a range of one component.

use super::check::Operands;
use super::{Comparator, SortCondition, only_last_may_range};
use crate::key::{KeyError, KeyValue, MAX_SORT_BYTES};

/// A compared component, with the text before it and the literal after it.
pub(super) struct Compared {
    pub(super) base: String,
    pub(super) after: Option<&'static str>,
    /// Whether the keys sort like the components.
    pub(super) keeps_order: bool,
    pub(super) comparator: Comparator,
    pub(super) operands: Operands,
}

impl Compared {
    /// The key condition, and whether it is exactly the range.
    pub(super) fn condition(&self) -> Result<(Option<SortCondition>, bool), KeyError> {
        let first = self.operands.first().map_or("", String::as_str);
        let second = self.operands.get(1).map_or(first, String::as_str);
        let (low, high) = match self.comparator {
            Comparator::BeginsWith => {
                let start = self.key(&[first]);
                // DynamoDB refuses an empty prefix, and everything begins with one.
                let condition = (!start.is_empty()).then_some(SortCondition::Compare(
                    Comparator::BeginsWith,
                    KeyValue::Text(start),
                ));
                return Ok((condition, !self.could_end_in(first)));
            }
            Comparator::Equal => return Err(only_last_may_range()),
            Comparator::Less => (None, Some(self.below(first))),
            Comparator::LessOrEqual => (None, Some(self.up_to(first))),
            Comparator::Greater => (Some(self.above(first)), None),
            Comparator::GreaterOrEqual => (Some(self.from(first)), None),
            Comparator::Between => (Some(self.from(first)), Some(self.up_to(second))),
        };
        Ok(self.between(low, high))
    }

    fn between(&self, low: Option<End>, high: Option<End>) -> (Option<SortCondition>, bool) {
        let low = low.map(End::shortened_low);
        let (was_high, high) = (high.is_some(), high.and_then(End::shortened_high));
        let exact = [&low, &high].into_iter().flatten().all(|end| end.exact);
        let exact = exact && was_high == high.is_some();
        let text = |end: End| KeyValue::Text(end.text);
        let condition = match (low, high) {
            (Some(low), Some(high)) => SortCondition::Between(text(low), text(high)),
            (Some(low), None) if self.base.is_empty() => {
                SortCondition::Compare(Comparator::GreaterOrEqual, text(low))
            }
            (None, Some(high)) if self.base.is_empty() => {
                SortCondition::Compare(Comparator::LessOrEqual, text(high))
            }
            (Some(low), None) => {
                let mut end = String::with_capacity(self.base.len() + 1);
                bump(&mut end, &self.base);
                SortCondition::Between(text(low), KeyValue::Text(end))
            }
            (None, Some(high)) => {
                SortCondition::Between(KeyValue::Text(self.base.clone()), text(high))
            }
            (None, None) => return (None, exact),
        };
        (Some(condition), exact)
    }

    /// The text before the component, followed by some more.
    fn key(&self, texts: &[&str]) -> String {
        let length = texts.iter().map(|text| text.len()).sum::<usize>();
        let mut key = String::with_capacity(self.base.len() + length);
        key.push_str(&self.base);
        for text in texts {
            key.push_str(text);
        }
        key
    }

    /// The least key above all those whose component is `value`, followed by this text.
    fn above_all(&self, value: &str, after: &str) -> String {
        let room = self.base.len() + value.len() + after.len() + 1;
        let mut key = String::with_capacity(room);
        key.push_str(&self.base);
        key.push_str(value);
        bump(&mut key, after);
        key
    }

    /// The first key of a component at or above `value`.
    fn from(&self, value: &str) -> End {
        End {
            text: self.key(&[value]),
            exact: self.lowest_below(value).is_none(),
        }
    }

    /// The first key of a component above `value`.
    fn above(&self, value: &str) -> End {
        match self.after {
            // Nothing follows: the next text is this one and a NUL.
            None => End {
                text: self.key(&[value, "\0"]),
                exact: true,
            },
            Some(after) if self.keeps_order => End {
                text: self.above_all(value, after),
                exact: true,
            },
            Some(_) => End {
                text: self.key(&[value]),
                exact: false,
            },
        }
    }

    /// The last key of a component at or below `value`.
    fn up_to(&self, value: &str) -> End {
        let Some(after) = self.after else {
            return End {
                text: self.key(&[value]),
                exact: true,
            };
        };
        if self.keeps_order {
            return End {
                text: self.above_all(value, after),
                exact: true,
            };
        }
        let start = self.lowest_below(value).map_or(value, |at| &value[..at]);
        End {
            text: self.above_all(start, terminator(after)),
            exact: false,
        }
    }

    /// The last key of a component below `value`. A key that is exactly that text is one too many.
    fn below(&self, value: &str) -> End {
        match (self.after, self.lowest_below(value)) {
            (None, _) => End {
                text: self.key(&[value]),
                exact: false,
            },
            (Some(_), None) => End {
                text: self.key(&[value]),
                exact: true,
            },
            (Some(after), Some(at)) => {
                let start = &value[..at];
                End {
                    text: self.above_all(start, terminator(after)),
                    exact: false,
                }
            }
        }
    }

    /// The position of a character of `value` that does not sort above what follows the component:
    /// the key of a shorter component, cut off there, may sort above it.
    fn lowest_below(&self, value: &str) -> Option<usize> {
        let after = self.after?;
        if self.keeps_order {
            return None;
        }
        let end = after.chars().next()?;
        value
            .char_indices()
            .find(|(_, character)| *character <= end)
            .map(|(at, _)| at)
    }

    /// Whether the key of a component shorter than `prefix` could begin with it, given what follows
    /// the component.
    fn could_end_in(&self, prefix: &str) -> bool {
        let end = self.after.and_then(|after| after.chars().next());
        end.is_some_and(|end| prefix.contains(end))
    }
}

/// One end of a range of keys.
struct End {
    text: String,
    exact: bool,
}

impl End {
    /// The lower end cut to the length of a key; keys that begin with it may be below the end.
    fn shortened_low(mut self) -> Self {
        if self.text.len() > MAX_SORT_BYTES {
            self.text
                .truncate(self.text.floor_char_boundary(MAX_SORT_BYTES));
            self.exact = false;
        }
        self
    }

    /// The least text above the upper end cut to the length of a key; `None` if there is none.
    fn shortened_high(mut self) -> Option<Self> {
        if self.text.len() > MAX_SORT_BYTES {
            // The next character may take one more byte.
            self.text
                .truncate(self.text.floor_char_boundary(MAX_SORT_BYTES - 1));
            let mut above = String::with_capacity(MAX_SORT_BYTES);
            bump(&mut above, &self.text);
            self.text = above;
            self.exact = false;
        }
        (!self.text.is_empty()).then_some(self)
    }
}

/// The first character of the literal after a component.
fn terminator(after: &str) -> &str {
    let end = after
        .char_indices()
        .nth(1)
        .map_or(after.len(), |(at, _)| at);
    &after[..end]
}

/// Appends the least text above everything that starts with `text`.
pub(super) fn bump(to: &mut String, text: &str) {
    for (at, last) in text.char_indices().rev() {
        let next = match last {
            // The code points in between are surrogates, which no text contains.
            '\u{d7ff}' => Some('\u{e000}'),
            other => char::from_u32(other as u32 + 1),
        };
        if let Some(next) = next {
            to.push_str(&text[..at]);
            to.push(next);
            return;
        }
    }
}
