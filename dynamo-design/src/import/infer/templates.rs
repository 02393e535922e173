//! Key templates: text and fields that reproduce the key of every sample.

use super::columns::Column;
use super::tokens::{is_tag, is_word};
use crate::import::names;
use crate::import::number::Digits;
use crate::import::outline::{Piece, Ty};
use crate::import::time;

/// The most parts of a key to examine.
const MOST_TOKENS: usize = 12;

/// The most templates to try for a key.
const MOST_CANDIDATES: usize = 2000;

/// How a column is written in a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    Plain,
    Raw,
    /// With this many digits after the point.
    Time(usize),
    Padded(usize),
    Lower,
    Upper,
    First(usize),
}

/// A part of a key between two delimiters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Part {
    Constant(String),
    Column(usize, Format),
    /// A value that is stored nowhere else.
    Open,
}

/// The purpose of a key.
#[derive(Clone, Copy)]
pub(super) struct Purpose {
    pub(super) delimiter: char,
    pub(super) sort: bool,
    pub(super) primary: bool,
}

/// The parts that reproduce all of these keys, which are given with their row numbers.
pub(super) fn solve(
    keys: &[(usize, &str)],
    columns: &[Column<'_>],
    purpose: Purpose,
) -> Option<Vec<Part>> {
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
    let mut found = found.into_iter().map(|(_, parts)| parts);
    found.find_map(|parts| verified(parts, keys, columns, purpose))
}

/// The parts, if they build every key; a column whose text contains the delimiter is raw.
fn verified(
    mut parts: Vec<Part>,
    keys: &[(usize, &str)],
    columns: &[Column<'_>],
    purpose: Purpose,
) -> Option<Vec<Part>> {
    for (row, key) in keys {
        if !matches(&parts, *row, key, columns, purpose.delimiter) {
            return None;
        }
    }
    let mut raw = 0;
    for part in &mut parts {
        let Part::Column(column, format) = part else {
            continue;
        };
        // A width is a guess until a zero shows it.
        let shows_width = |(row, _): &(usize, &str)| {
            let text = columns[*column].text(*row);
            matches!((text, *format), (Some(text), Format::Padded(width)) if text.len() < width)
        };
        if matches!(format, Format::Padded(_)) && !keys.iter().any(shows_width) {
            return None;
        }
        // Also in samples without this key, which may have it one day.
        let mut texts = columns[*column].texts.iter().flatten();
        let has_delimiter = texts.any(|text| text.contains(purpose.delimiter));
        if *format == Format::Plain && has_delimiter {
            *format = Format::Raw;
            raw += 1;
        }
    }
    (raw <= 1).then_some(parts)
}

fn matches(parts: &[Part], row: usize, key: &str, columns: &[Column<'_>], delimiter: char) -> bool {
    let mut rest = key;
    for (at, part) in parts.iter().enumerate() {
        if at > 0 {
            let Some(behind) = rest.strip_prefix(delimiter) else {
                return false;
            };
            rest = behind;
        }
        let taken = match part {
            Part::Constant(text) => rest.starts_with(text.as_str()).then_some(text.len()),
            Part::Open => Some(token(rest, delimiter).len()).filter(|length| *length > 0),
            Part::Column(column, format) => {
                let token = token(rest, delimiter);
                columns[*column].taken(row, rest, token, *format)
            }
        };
        let Some(taken) = taken else { return false };
        rest = &rest[taken..];
    }
    rest.is_empty()
}

fn token(rest: &str, delimiter: char) -> &str {
    rest.split(delimiter).next().unwrap_or_default()
}

impl Column<'_> {
    /// How much of a key the column covers, in a format.
    fn taken(&self, row: usize, rest: &str, token: &str, format: Format) -> Option<usize> {
        let text = self.text(row)?;
        let is_it = match format {
            Format::Plain | Format::Raw => {
                return rest
                    .starts_with(text)
                    .then_some(text.len())
                    .filter(|length| *length > 0);
            }
            Format::Time(digits) => {
                let (at, found) = time::rfc3339(token)?;
                found == digits && self.instant(row)? == at
            }
            Format::Padded(width) => {
                token.len() == width
                    && token.bytes().all(|digit| digit.is_ascii_digit())
                    && Digits::parse(token)?.plain() == text
            }
            Format::Lower => !text.is_empty() && token == text.to_ascii_lowercase(),
            Format::Upper => !text.is_empty() && token == text.to_ascii_uppercase(),
            Format::First(count) => {
                token.chars().count() == count && text.starts_with(token) && text != token
            }
        };
        is_it.then_some(token.len())
    }
}

/// The search for templates on one key.
struct Search<'a, 'c> {
    row: usize,
    key: &'a str,
    columns: &'c [Column<'c>],
    purpose: Purpose,
    rows: usize,
    found: Vec<(i32, Vec<Part>)>,
    parts: Vec<Part>,
}

impl Search<'_, '_> {
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
        if follows_tag {
            return (is_tag(token) && self.rows >= 3).then_some(2);
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
                (_, false) if is_alone && !self.purpose.sort && self.rows < 3 => -1,
                (_, false) => 9,
            });
        }
        // A word between two values names the second: `Customer#7#Order#9`.
        if is_word(token) && !is_last {
            return Some(if at == 0 { 6 } else { 2 });
        }
        if is_word(token) && self.rows >= 3 {
            return Some(2);
        }
        None
    }
}

/// The text of a format in a template.
pub(super) fn written(format: Format) -> String {
    match format {
        Format::Plain => String::new(),
        Format::Raw => ":raw".to_owned(),
        Format::Time(digits) => time::precision(digits).unwrap_or_default().to_owned(),
        Format::Padded(width) => format!(":0{width}"),
        Format::Lower => ":lower".to_owned(),
        Format::Upper => ":upper".to_owned(),
        Format::First(count) => format!(":first({count})"),
    }
}

/// Joins parts to the pieces of a template; `open` names the fields of open parts, in order.
pub(super) fn pieces(
    parts: &[Part],
    columns: &[Column<'_>],
    open: &[(String, String)],
    delimiter: char,
) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    let mut open = open.iter();
    let literal = |pieces: &mut Vec<Piece>, text: &str| match pieces.last_mut() {
        Some(Piece::Literal(known)) => known.push_str(text),
        _ if text.is_empty() => {}
        _ => pieces.push(Piece::Literal(text.to_owned())),
    };
    for (at, part) in parts.iter().enumerate() {
        if at > 0 {
            literal(&mut pieces, delimiter.encode_utf8(&mut [0; 4]));
        }
        match part {
            Part::Constant(text) => literal(&mut pieces, text),
            Part::Column(column, format) => {
                let field = columns[*column].field.clone();
                pieces.push(Piece::Component(field, written(*format)));
            }
            Part::Open => {
                if let Some((field, format)) = open.next() {
                    pieces.push(Piece::Component(field.clone(), format.clone()));
                }
            }
        }
    }
    pieces
}

/// The text of every open part of a key.
pub(super) fn open_parts<'k>(
    parts: &[Part],
    row: usize,
    key: &'k str,
    columns: &[Column<'_>],
    delimiter: char,
) -> Vec<&'k str> {
    let mut rest = key;
    let mut open = Vec::new();
    for (at, part) in parts.iter().enumerate() {
        if at > 0 {
            rest = rest.strip_prefix(delimiter).unwrap_or(rest);
        }
        let found = token(rest, delimiter);
        let length = match part {
            Part::Constant(text) => text.len(),
            Part::Open => {
                open.push(found);
                found.len()
            }
            Part::Column(column, format) => columns[*column]
                .taken(row, rest, found, *format)
                .unwrap_or(found.len()),
        };
        rest = rest.get(length..).unwrap_or_default();
    }
    open
}
