//! What can be told of keys from their templates alone, while compiling: whether two templates are
//! built alike, and whether some key could be built from both.

use super::{Format, KeyKind, KeyValue, Part, Template};

/// A template is looked at up to this many letters and components; longer ones count as
/// overlapping.
const MOST: usize = 256;

/// The letters a component can be written with.
#[derive(Clone, Copy)]
enum Letters {
    /// Every letter but the delimiter.
    Text,
    /// Every letter.
    Any,
    /// Digits.
    Digits,
    /// What numbers are written with.
    Number,
    /// Every letter but the delimiter and capital ones.
    Lower,
    /// Every letter but the delimiter and small ones.
    Upper,
}

impl Letters {
    const fn of(kind: KeyKind, format: Format) -> Self {
        match (format, kind) {
            (Format::Padded(_) | Format::Sortable, _) => Self::Digits,
            (Format::Raw, _) | (Format::Stored, KeyKind::Text | KeyKind::Bytes) => Self::Any,
            (_, KeyKind::Number) => Self::Number,
            (Format::Lower, _) => Self::Lower,
            (Format::Upper, _) => Self::Upper,
            _ => Self::Text,
        }
    }

    /// Those of the component that is read back.
    const fn undone(kind: KeyKind, format: Format) -> Self {
        match format {
            Format::Escape => Self::Any,
            Format::Sortable => Self::Number,
            _ => Self::of(kind, format),
        }
    }

    const fn has(self, letter: u8, delimiter: char) -> bool {
        let separates = letter as u32 == delimiter as u32;
        match self {
            Self::Any => true,
            Self::Text => !separates,
            Self::Lower => !separates && !letter.is_ascii_uppercase(),
            Self::Upper => !separates && !letter.is_ascii_lowercase(),
            Self::Digits => letter.is_ascii_digit(),
            Self::Number => {
                letter.is_ascii_digit() || matches!(letter, b'+' | b'-' | b'.' | b'e' | b'E')
            }
        }
    }
}

/// A letter of a literal, or a component.
#[derive(Clone, Copy)]
enum Step {
    Letter(u8),
    /// One letter at least, unless it may be empty.
    Component(Letters, bool),
    End,
}

/// A template, letter by letter.
struct Steps {
    steps: [Step; MOST],
    count: usize,
}

impl Steps {
    /// `None` where there are too many.
    const fn of(template: &Template) -> Option<Self> {
        let mut steps = Self {
            steps: [Step::End; MOST],
            count: 0,
        };
        let mut part = 0;
        while part < template.parts.len() {
            match template.parts[part] {
                Part::Literal(text) => {
                    let bytes = text.as_bytes();
                    let mut at = 0;
                    while at < bytes.len() {
                        if !steps.push(Step::Letter(bytes[at])) {
                            return None;
                        }
                        at += 1;
                    }
                }
                Part::Component {
                    spelling, format, ..
                } => {
                    let kind = spelling.kind();
                    let may_be_empty = matches!(format, Format::Escape);
                    if !steps.push(Step::Component(Letters::of(kind, format), may_be_empty)) {
                        return None;
                    }
                }
            }
            part += 1;
        }
        Some(steps)
    }

    const fn push(&mut self, step: Step) -> bool {
        // One place stays free for the end.
        if self.count + 1 >= MOST {
            return false;
        }
        self.steps[self.count] = step;
        self.count += 1;
        true
    }
}

/// Pairs of places in two templates that are still to be looked at, each once.
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
    /// Both are walked at once, letter by letter; a place is a step and whether the component there
    /// has a letter already.
    #[allow(
        clippy::large_stack_arrays,
        reason = "nothing is allocated while compiling"
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
            // A component may end here.
            if let Step::Component(_, may_be_empty) = one
                && (inside || may_be_empty)
            {
                pairs.push(at + 1, false, other_at, within);
            }
            if let Step::Component(_, may_be_empty) = other_one
                && (within || may_be_empty)
            {
                pairs.push(at, inside, other_at + 1, false);
            }
            match (one, other_one) {
                (Step::End, Step::End) => return true,
                (Step::Letter(letter), Step::Letter(same)) if letter == same => {
                    pairs.push(at + 1, false, other_at + 1, false);
                }
                (Step::Letter(letter), Step::Component(letters, _))
                    if letters.has(letter, other.delimiter) =>
                {
                    pairs.push(at + 1, false, other_at, true);
                }
                (Step::Component(letters, _), Step::Letter(letter))
                    if letters.has(letter, self.delimiter) =>
                {
                    pairs.push(at, true, other_at + 1, false);
                }
                // Any two kinds of letters have a digit in common.
                (Step::Component(..), Step::Component(..)) => pairs.push(at, true, other_at, true),
                _ => {}
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
                ) => spelling.kind().is(other_spelling.kind()) && same_format(format, other_format),
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
        // A template that is one component is read without a look for the delimiter.
        if let [
            Part::Component {
                spelling, format, ..
            },
        ] = self.parts
            && !matches!(Letters::of(spelling.kind(), *format), Letters::Any)
            && text.contains(self.delimiter)
        {
            return false;
        }
        // Formats are undone without a look at every letter.
        found.iter().all(|(field, text, _)| {
            let mut parts = self.parts.iter();
            parts.all(|part| match part {
                Part::Component {
                    field: number,
                    spelling,
                    format,
                    ..
                } if number == field => {
                    let letters = Letters::undone(spelling.kind(), *format);
                    text.bytes().all(|byte| letters.has(byte, self.delimiter))
                }
                _ => true,
            })
        })
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
        | (Format::Raw, Format::Raw) => true,
        (Format::Padded(one), Format::Padded(other)) | (Format::Time(one), Format::Time(other)) => {
            one == other
        }
        (Format::Instant, Format::Instant) => true,
        (Format::First(one), Format::First(other)) => one == other,
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
