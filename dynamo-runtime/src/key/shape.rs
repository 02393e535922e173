//! Facts about keys that follow from their templates at compile time: whether two templates build
//! alike, and whether some key could be built from both.

use super::letters::{ComponentSteps, LetterStep};
use super::{Format, KeyValue, Part, Template};
use crate::schema::QuerySchema;

/// Templates are examined up to this many letters and components; longer ones count as overlapping.
const MOST: usize = 256;

/// A template, letter by letter.
struct Steps {
    steps: [LetterStep; MOST],
    count: usize,
}

impl Steps {
    /// Returns `None` if there are too many.
    const fn of(template: &Template) -> Option<Self> {
        let mut steps = Self {
            steps: [LetterStep::End; MOST],
            count: 0,
        };
        let mut part = 0;
        while part < template.parts.len() {
            let mut at = 0;
            match template.parts[part] {
                Part::Literal(text) => {
                    let bytes = text.as_bytes();
                    while at < bytes.len() {
                        if !steps.push(LetterStep::Letter(bytes[at])) {
                            return None;
                        }
                        at += 1;
                    }
                }
                Part::Component {
                    spelling, format, ..
                } => {
                    let component = ComponentSteps::of(spelling, format, template.delimiter);
                    while let Some(step) = component.get(at) {
                        if !steps.push(step) {
                            return None;
                        }
                        at += 1;
                    }
                }
            }
            part += 1;
        }
        Some(steps)
    }

    const fn push(&mut self, step: LetterStep) -> bool {
        // One place is left free for the end.
        if self.count + 1 >= MOST {
            return false;
        }
        self.steps[self.count] = step;
        self.count += 1;
        true
    }
}

/// Whether some letter can be at both places.
const fn meet(one: LetterStep, other: LetterStep) -> bool {
    match (one, other) {
        (LetterStep::End, _) | (_, LetterStep::End) => false,
        (LetterStep::Letter(one), LetterStep::Letter(other)) => one == other,
        (LetterStep::Letter(letter), LetterStep::Once(letters) | LetterStep::Many(letters, _))
        | (LetterStep::Once(letters) | LetterStep::Many(letters, _), LetterStep::Letter(letter)) => {
            letters.has(letter)
        }
        (
            LetterStep::Once(one) | LetterStep::Many(one, _),
            LetterStep::Once(other) | LetterStep::Many(other, _),
        ) => one.meets(other),
    }
}

/// The place after a letter at this one.
const fn after(step: LetterStep, at: usize) -> (usize, bool) {
    match step {
        LetterStep::Many(..) => (at, true),
        _ => (at + 1, false),
    }
}

/// Pairs of places in two templates that remain to be examined, each once.
struct Pairs {
    seen: [u64; MOST * MOST * 4 / 64],
    stack: [(u16, bool, u16, bool); 1024],
    count: usize,
    /// Whether there were too many to keep.
    overflown: bool,
}

impl Pairs {
    const fn push(&mut self, left: usize, inside: bool, right: usize, within: bool) {
        let number = ((left * MOST + right) * 2 + inside as usize) * 2 + within as usize;
        if self.seen[number / 64] >> (number % 64) & 1 == 1 {
            return;
        }
        self.seen[number / 64] |= 1 << (number % 64);
        if self.count == self.stack.len() {
            self.overflown = true;
            return;
        }
        #[expect(clippy::cast_possible_truncation, reason = "both are below 256")]
        let pair = (left as u16, inside, right as u16, within);
        self.stack[self.count] = pair;
        self.count += 1;
    }
}

impl Template {
    /// Whether some key could be built from both templates.
    ///
    /// Walks both at once, letter by letter. A place is a step, and whether the component there
    /// already has a letter.
    #[allow(
        clippy::large_stack_arrays,
        reason = "nothing is allocated at compile time"
    )]
    pub(crate) const fn overlaps(&self, other: &Self) -> bool {
        if !self.kind().is(other.kind()) {
            return false;
        }
        let (Some(left), Some(right)) = (Steps::of(self), Steps::of(other)) else {
            return true;
        };
        let mut pairs = Pairs {
            seen: [0; MOST * MOST * 4 / 64],
            stack: [(0, false, 0, false); 1024],
            count: 0,
            overflown: false,
        };
        pairs.push(0, false, 0, false);
        while pairs.count > 0 {
            pairs.count -= 1;
            let (at, inside, other_at, within) = pairs.stack[pairs.count];
            let (at, other_at) = (at as usize, other_at as usize);
            let (one, other_one) = (left.steps[at], right.steps[other_at]);
            // A repetition may end here.
            if let LetterStep::Many(_, may_be_empty) = one
                && (inside || may_be_empty)
            {
                pairs.push(at + 1, false, other_at, within);
            }
            if let LetterStep::Many(_, may_be_empty) = other_one
                && (within || may_be_empty)
            {
                pairs.push(at, inside, other_at + 1, false);
            }
            if let (LetterStep::End, LetterStep::End) = (one, other_one) {
                return true;
            }
            if meet(one, other_one) {
                let ((at, inside), (other_at, within)) =
                    (after(one, at), after(other_one, other_at));
                pairs.push(at, inside, other_at, within);
            }
        }
        pairs.overflown
    }

    /// Whether two templates build alike, whatever their fields are called.
    pub(crate) const fn is_like(&self, other: &Self) -> bool {
        if self.parts.len() != other.parts.len() || self.delimiter != other.delimiter {
            return false;
        }
        let mut at = 0;
        while at < self.parts.len() {
            let alike = match (self.parts[at], other.parts[at]) {
                (Part::Literal(one), Part::Literal(other)) => same_text(one, other),
                (
                    Part::Component {
                        spelling, format, ..
                    },
                    Part::Component {
                        spelling: other_spelling,
                        format: other_format,
                        ..
                    },
                ) => spelling.is_like(other_spelling) && same_format(format, other_format),
                _ => false,
            };
            if !alike {
                return false;
            }
            at += 1;
        }
        true
    }

    /// Whether a stored key could have been built from this template.
    pub(crate) fn fits(&self, key: &KeyValue) -> bool {
        if key.kind() != self.kind() || key.is_reserved() {
            return false;
        }
        let KeyValue::Text(text) = key else {
            return true;
        };
        let Ok(found) = self.parse(text) else {
            return false;
        };
        // Parsing does not check every letter.
        let components = self.parts.iter().filter_map(|part| match part {
            Part::Component {
                spelling, format, ..
            } if !matches!(format, Format::Shard(_)) => {
                Some(ComponentSteps::of(*spelling, *format, self.delimiter))
            }
            // The number of a shard was already checked, and does not hold a field.
            Part::Component { .. } | Part::Literal(_) => None,
        });
        let mut written = components.zip(&found);
        written.all(|(steps, (_, _, written))| steps.fit(written.text()))
    }
}

impl QuerySchema {
    /// The part of the partition key that determines a component of the sort key, counted from one;
    /// zero if none does.
    pub(crate) const fn fixed_by(&self, field: usize, format: Format) -> usize {
        let (mut spec, mut number) = (0, 0);
        while spec < self.pk.len() {
            let parts = self.pk[spec].template.parts;
            let mut at = 0;
            while at < parts.len() {
                number += 1;
                if let Part::Component {
                    field: own,
                    format: by,
                    ..
                } = parts[at]
                    && own == field
                    && by.fixes(format)
                {
                    return number;
                }
                at += 1;
            }
            spec += 1;
        }
        0
    }
}

impl Format {
    /// Whether a component in this format determines the same field in another format.
    const fn fixes(self, other: Self) -> bool {
        match self {
            Self::Lower | Self::Upper | Self::First(_) | Self::Shard(_) => same_format(self, other),
            _ => true,
        }
    }
}

/// `Stored` and `Plain` differ only in what they refuse.
const fn same_format(one: Format, other: Format) -> bool {
    match (one, other) {
        (Format::Plain | Format::Stored, Format::Plain | Format::Stored)
        | (Format::Sortable, Format::Sortable)
        | (Format::Negated, Format::Negated)
        | (Format::Lower, Format::Lower)
        | (Format::Upper, Format::Upper)
        | (Format::Escape, Format::Escape)
        | (Format::Raw, Format::Raw)
        | (Format::Instant, Format::Instant) => true,
        (Format::Padded(one), Format::Padded(other)) | (Format::Time(one), Format::Time(other)) => {
            one == other
        }
        (Format::First(one), Format::First(other)) => one == other,
        (Format::Shard(one), Format::Shard(other)) => one.is(other),
        _ => false,
    }
}

pub(crate) const fn same_text(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    if one.len() != other.len() {
        return false;
    }
    let mut at = 0;
    while at < one.len() {
        if one[at] != other[at] {
            return false;
        }
        at += 1;
    }
    true
}
