//! The letters that a component can consist of, one after the other.

use super::spelling::ULID_DIGITS;
use super::{Format, KeyKind, Spelling};

/// A set of letters: single ASCII letters, and all others together.
#[derive(Clone, Copy)]
pub(super) struct Letters {
    ascii: u128,
    others: bool,
}

impl Letters {
    const ANY: Self = Self {
        ascii: u128::MAX,
        others: true,
    };
    const DIGITS: Self = Self::of("0123456789");
    const HEXADECIMAL: Self = Self::of("0123456789abcdef");
    const ULID: Self = Self::of(ULID_DIGITS);
    const INTEGER: Self = Self::of("-0123456789");
    const NUMBER: Self = Self::of("+-.0123456789Ee");
    const FRACTION: Self = Self::of(".0123456789");
    const CAPITALS: Self = Self::of("ABCDEFGHIJKLMNOPQRSTUVWXYZ");
    const SMALL: Self = Self::of("abcdefghijklmnopqrstuvwxyz");

    /// The letters of an ASCII text.
    const fn of(text: &str) -> Self {
        let bytes = text.as_bytes();
        let (mut ascii, mut at) = (0, 0);
        while at < bytes.len() {
            ascii |= 1 << bytes[at];
            at += 1;
        }
        Self {
            ascii,
            others: false,
        }
    }

    const fn without(self, other: Self) -> Self {
        Self {
            ascii: self.ascii & !other.ascii,
            others: self.others,
        }
    }

    const fn separated(self, delimiter: char) -> Self {
        // The derive accepts only ASCII punctuation.
        if (delimiter as u32) < 128 {
            let ascii = self.ascii & !(1 << delimiter as u32);
            return Self { ascii, ..self };
        }
        self
    }

    pub(super) const fn has(self, letter: u8) -> bool {
        match letter {
            0..128 => self.ascii >> letter & 1 == 1,
            _ => self.others,
        }
    }

    pub(super) const fn meets(self, other: Self) -> bool {
        self.ascii & other.ascii != 0 || self.others && other.others
    }
}

/// The content of one position of a key.
#[derive(Clone, Copy)]
pub(super) enum LetterStep {
    /// A letter of a literal.
    Letter(u8),
    /// One letter.
    Once(Letters),
    /// One letter or more; or none, if it may be empty.
    Many(Letters, bool),
    End,
}

/// The most steps of any component: the digits that a number can be padded to, a UUID, a time.
const MOST: usize = 48;

/// A component, letter by letter.
pub(super) struct ComponentSteps {
    steps: [LetterStep; MOST],
    count: usize,
}

impl ComponentSteps {
    pub(super) const fn of(spelling: Spelling, format: Format, delimiter: char) -> Self {
        let empty = Self {
            steps: [LetterStep::End; MOST],
            count: 0,
        };
        let text = Letters::ANY.separated(delimiter);
        match (format, pattern(spelling)) {
            (Format::Padded(width), _) => empty.repeated(Letters::DIGITS, width as usize),
            (Format::Shard(shards), _) => match shards.digits() {
                Some(digits) => empty.repeated(Letters::DIGITS, digits),
                None => empty.then(LetterStep::Many(Letters::DIGITS, false)),
            },
            (Format::Sortable, _) => empty.then(LetterStep::Many(Letters::DIGITS, false)),
            (Format::Escape, _) => empty.then(LetterStep::Many(text, true)),
            (Format::Lower, _) => {
                empty.then(LetterStep::Many(text.without(Letters::CAPITALS), false))
            }
            (Format::Upper, _) => empty.then(LetterStep::Many(text.without(Letters::SMALL), false)),
            (Format::First(count), Some(pattern)) if count as usize <= pattern.len() => {
                empty.spelled(pattern, count as usize)
            }
            (Format::First(_), _) => empty.then(LetterStep::Many(text, false)),
            (Format::Time(digits), Some(pattern)) => {
                let mut steps = empty.spelled(pattern, pattern.len());
                if digits > 0 {
                    steps = steps.then(LetterStep::Letter(b'.'));
                    steps = steps.repeated(Letters::DIGITS, digits as usize);
                }
                steps.zone(spelling)
            }
            (_, Some(pattern)) if spelling.is_time() => {
                let steps = empty.spelled(pattern, pattern.len());
                let fraction = LetterStep::Many(Letters::FRACTION, true);
                steps.then(fraction).zone(spelling)
            }
            (_, Some(pattern)) => empty.spelled(pattern, pattern.len()),
            (Format::Raw, None) => empty.then(LetterStep::Many(Letters::ANY, false)),
            (_, None) => empty.then(match (spelling, spelling.kind(), format) {
                (Spelling::Integer, ..) => LetterStep::Many(Letters::INTEGER, false),
                (_, KeyKind::Number, _) => LetterStep::Many(Letters::NUMBER, false),
                (_, _, Format::Stored) => LetterStep::Many(Letters::ANY, false),
                _ => LetterStep::Many(text, false),
            }),
        }
    }

    const fn then(mut self, step: LetterStep) -> Self {
        self.steps[self.count] = step;
        self.count += 1;
        self
    }

    const fn repeated(mut self, letters: Letters, times: usize) -> Self {
        let mut at = 0;
        while at < times {
            self = self.then(LetterStep::Once(letters));
            at += 1;
        }
        self
    }

    /// The first letters of a pattern.
    const fn spelled(mut self, pattern: &str, count: usize) -> Self {
        let bytes = pattern.as_bytes();
        let mut at = 0;
        while at < count {
            self = self.then(match bytes[at] {
                b'0' => LetterStep::Once(Letters::DIGITS),
                b'x' => LetterStep::Once(Letters::HEXADECIMAL),
                b'u' => LetterStep::Once(Letters::ULID),
                other => LetterStep::Letter(other),
            });
            at += 1;
        }
        self
    }

    const fn zone(self, spelling: Spelling) -> Self {
        match spelling {
            Spelling::Time => self.then(LetterStep::Letter(b'Z')),
            _ => self,
        }
    }

    pub(super) const fn get(&self, at: usize) -> Option<LetterStep> {
        if at < self.count {
            Some(self.steps[at])
        } else {
            None
        }
    }

    /// Whether text can be such a component.
    pub(super) fn fit(&self, text: &str) -> bool {
        fit(&self.steps[..self.count], text.as_bytes())
    }
}

/// The pattern of types whose text has one shape: `0` is a digit, `x` a hexadecimal digit, `u` a
/// digit of a ULID.
const fn pattern(spelling: Spelling) -> Option<&'static str> {
    match spelling {
        Spelling::Uuid => Some("xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx"),
        Spelling::Ulid => Some("uuuuuuuuuuuuuuuuuuuuuuuuuu"),
        Spelling::Date => Some("0000-00-00"),
        Spelling::Time | Spelling::LocalTime => Some("0000-00-00T00:00:00"),
        Spelling::Clock => Some("00:00:00"),
        Spelling::Text | Spelling::Integer | Spelling::Number | Spelling::Bytes => None,
    }
}

fn fit(steps: &[LetterStep], text: &[u8]) -> bool {
    let Some((step, rest)) = steps.split_first() else {
        return text.is_empty();
    };
    let (letters, least) = match (step, text.first()) {
        (LetterStep::Letter(letter), Some(found)) => {
            return letter == found && fit(rest, &text[1..]);
        }
        (LetterStep::Once(letters), Some(found)) => {
            return letters.has(*found) && fit(rest, &text[1..]);
        }
        (LetterStep::Many(letters, may_be_empty), _) => (letters, usize::from(!may_be_empty)),
        _ => return false,
    };
    let most = text
        .iter()
        .take_while(|letter| letters.has(**letter))
        .count();
    (least..=most).rev().any(|count| fit(rest, &text[count..]))
}
