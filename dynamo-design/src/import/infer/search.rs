//! The search for templates: every way to read one key as constants and fields, with a score.

use super::columns::Column;
use super::templates::{Format, Part, Purpose, token};
use super::tokens::{is_service, is_tag, is_word, leads};
use crate::import::names;
use crate::import::outline::Ty;
use crate::import::time;

/// The most parts of a key to examine.
const MOST_TOKENS: usize = 12;

/// The most templates to try for a key.
const MOST_CANDIDATES: usize = 2000;

/// The length from which two equal texts are not equal by chance.
const LONG: usize = 8;

/// The search for templates on one key.
pub(super) struct Search<'a, 'c> {
    row: usize,
    key: &'a str,
    columns: &'c [Column<'c>],
    purpose: Purpose,
    rows: usize,
    found: Vec<(i32, Vec<Part>)>,
    parts: Vec<Part>,
}

impl<'a, 'c> Search<'a, 'c> {
    /// The templates that fit the first of these keys, the best first.
    pub(super) fn of(
        keys: &[(usize, &'a str)],
        columns: &'c [Column<'c>],
        purpose: Purpose,
    ) -> Option<Vec<Vec<Part>>> {
        let (row, key) = keys.first()?;
        let mut search = Search {
            row: *row,
            key,
            columns,
            purpose,
            rows: keys.len(),
            found: Vec::new(),
            parts: Vec::new(),
        };
        search.from(0, 0);
        let mut found = search.found;
        found.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
        Some(found.into_iter().map(|(_, parts)| parts).collect())
    }

    /// Continues at a byte of the key, with the score so far.
    fn from(&mut self, at: usize, score: i32) {
        if self.parts.len() >= MOST_TOKENS || self.found.len() >= MOST_CANDIDATES {
            return;
        }
        let rest = &self.key[at..];
        let token = token(rest, self.purpose.delimiter);
        let mut next: Vec<(Part, usize, i32)> = Vec::new();
        for column in 0..self.columns.len() {
            self.column(column, rest, token, &mut next);
        }
        self.prefixed(token, &mut next);
        if let Some(worth) = self.constant(token, token.len() == rest.len()) {
            next.push((Part::Constant(token.to_owned()), token.len(), worth));
        }
        if !token.is_empty() {
            next.push((Part::Open, token.len(), 1));
        }
        // The best first, so that a limit cuts off the worst.
        next.sort_by_key(|(_, _, worth)| std::cmp::Reverse(*worth));
        for (part, length, worth) in next {
            let behind = at + length;
            self.parts.push(part);
            if behind == self.key.len() {
                self.found.push((score + worth, self.parts.clone()));
            } else if self.key[behind..].starts_with(self.purpose.delimiter) {
                self.from(behind + self.purpose.delimiter.len_utf8(), score + worth);
            }
            self.parts.pop();
        }
    }

    /// The ways in which a column can be the next part.
    fn column(&self, at: usize, rest: &str, token: &str, next: &mut Vec<(Part, usize, i32)>) {
        let column = &self.columns[at];
        if !self.is_more_than_chance(column) {
            return;
        }
        let mut formats = Vec::new();
        match column.ty {
            Ty::Time(_) => {
                if let Some((_, digits)) = time::rfc3339(token)
                    && time::precision(digits).is_some()
                {
                    formats.push(Format::Time(digits));
                }
            }
            Ty::Unsigned => {
                if token.len() > 1 || self.purpose.sort {
                    formats.push(Format::Padded(token.len()));
                }
                if !self.purpose.sort {
                    formats.push(Format::Plain);
                }
            }
            Ty::Signed if !self.purpose.sort => formats.push(Format::Plain),
            Ty::Signed | Ty::Decimal => {}
            Ty::Text => {
                formats.push(Format::Plain);
                if !self.purpose.primary && column.stored {
                    formats.extend([
                        Format::Lower,
                        Format::Upper,
                        Format::First(token.chars().count()),
                    ]);
                }
            }
            _ => formats.push(Format::Plain),
        }
        for format in formats {
            if matches!(format, Format::First(count) if count < 4) {
                continue;
            }
            if let Some(length) = column.taken(self.row, rest, token, format) {
                // One field for several parts says more than one per part.
                let covered = rest[..length].matches(self.purpose.delimiter).count() + 1;
                let covered = i32::try_from(covered).unwrap_or(1);
                let worth = self.worth(at, format) * covered;
                next.push((Part::Column(at, format), length, worth));
            }
        }
    }

    /// Whether a value that is only in another key is here for a reason: `ACC#7` and `SUB#7` of one
    /// sample may be equal by chance.
    fn is_more_than_chance(&self, column: &Column<'_>) -> bool {
        let is_named = match self.parts.last() {
            None => return true,
            Some(Part::Constant(tag)) => column.field.starts_with(&names::snake(tag)),
            Some(_) => false,
        };
        let mut texts = column.texts.iter().flatten();
        let first = texts.next();
        column.stored
            || texts.any(|text| Some(text) != first)
            || first.is_some_and(|text| text.len() >= LONG)
            || is_named
    }

    /// The columns that end the next part after a constant: `employee_7`.
    fn prefixed(&self, token: &str, next: &mut Vec<(Part, usize, i32)>) {
        for (at, column) in self.columns.iter().enumerate() {
            let is_usable = match column.ty {
                Ty::Text | Ty::Named(_) => true,
                Ty::Unsigned => !self.purpose.sort,
                _ => false,
            };
            let text = column
                .text(self.row)
                .filter(|text| is_usable && !text.is_empty());
            let Some(prefix) = text.and_then(|text| token.strip_suffix(text)) else {
                continue;
            };
            let name = prefix.trim_end_matches(['_', '-', '=', ':', '.']);
            if name.len() < prefix.len() && is_word(name) {
                let is_name = column.field == names::snake(name);
                let worth = if is_name { 12 } else { 3 };
                next.push((Part::Prefixed(prefix.to_owned(), at), token.len(), worth));
            }
        }
    }

    fn worth(&self, at: usize, format: Format) -> i32 {
        let column = &self.columns[at];
        let mut worth = match format {
            Format::Plain | Format::Time(_) | Format::Padded(_) => 10,
            Format::Raw | Format::Lower | Format::Upper => 7,
            Format::First(_) => 5,
        };
        if !column.stored {
            worth -= 1;
        }
        let is_used = |part: &Part| matches!(part, Part::Column(used, _) if *used == at);
        if self.parts.iter().any(is_used) {
            worth -= 6;
        }
        // A value that changes with every write is not part of a key.
        if ["updat", "modif", "expir", "ttl"]
            .iter()
            .any(|word| column.field.contains(word))
        {
            worth -= 5;
        }
        if let Some(Part::Constant(tag)) = self.parts.last() {
            let tag = names::snake(tag);
            if column.field == tag || column.field == format!("{tag}_id") {
                worth += 4;
            } else if column.field.starts_with(&tag) || tag.starts_with(&column.field) {
                worth += 2;
            }
        }
        if column.field == "id" || column.field.ends_with("_id") {
            worth += 1;
        }
        worth
    }

    /// The score of a constant here; `None` if it cannot be one.
    fn constant(&self, token: &str, is_last: bool) -> Option<i32> {
        let follows_tag =
            matches!(self.parts.last(), Some(Part::Constant(text)) if !text.is_empty());
        let at = self.parts.len();
        if token.is_empty() {
            return Some(6);
        }
        if follows_tag && !is_service(token) {
            return (is_tag(token) && self.rows >= 3).then_some(2);
        }
        if is_service(token) {
            return Some(9);
        }
        if is_tag(token) {
            let stored = self
                .columns
                .iter()
                .any(|column| column.text(self.row) == Some(token));
            let is_alone = at == 0 && is_last;
            return Some(match (at, stored) {
                (0, true) if self.rows >= 3 => 12,
                (_, true) => 4,
                (_, false) if is_alone && !self.purpose.sort && self.rows < 3 => {
                    if self.purpose.typed { 9 } else { -1 }
                }
                (_, false) => 9,
            });
        }
        // A word between two values names the second: `Customer#7#Order#9`.
        if leads(token, self.purpose.delimiter) && !is_last {
            return Some(if at == 0 { 6 } else { 2 });
        }
        if is_word(token) && self.rows >= 3 {
            return Some(2);
        }
        None
    }
}
