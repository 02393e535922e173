//! Key templates: text and fields that reproduce the key of every sample.

use super::columns::Column;
use super::search::Search;
use crate::import::number::Digits;
use crate::import::outline::Piece;
use crate::import::time;

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
    /// Constant text and a column in one, as in `employee_7`.
    Prefixed(String, usize),
    /// A value that is stored nowhere else.
    Open,
}

/// The purpose of a key.
#[derive(Clone, Copy)]
pub(super) struct Purpose {
    pub(super) delimiter: char,
    pub(super) sort: bool,
    pub(super) primary: bool,
    /// Whether an attribute tells the item type, so that a key alone need not.
    pub(super) typed: bool,
}

/// The parts that reproduce all of these keys, which are given with their row numbers.
pub(super) fn solve(
    keys: &[(usize, &str)],
    columns: &[Column<'_>],
    purpose: Purpose,
) -> Option<Vec<Part>> {
    let mut found = Search::of(keys, columns, purpose)?.into_iter();
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
            Part::Prefixed(prefix, column) => {
                columns[*column].prefixed(row, rest, prefix, delimiter)
            }
        };
        let Some(taken) = taken else { return false };
        rest = &rest[taken..];
    }
    rest.is_empty()
}

pub(super) fn token(rest: &str, delimiter: char) -> &str {
    rest.split(delimiter).next().unwrap_or_default()
}

impl Column<'_> {
    /// How much of a key the column covers, in a format.
    pub(super) fn taken(
        &self,
        row: usize,
        rest: &str,
        token: &str,
        format: Format,
    ) -> Option<usize> {
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

    /// How much of a key the column covers after a prefix: the rest of the part.
    fn prefixed(&self, row: usize, rest: &str, prefix: &str, delimiter: char) -> Option<usize> {
        let token = token(rest, delimiter);
        let text = self.text(row).filter(|text| !text.is_empty())?;
        (token.strip_prefix(prefix)? == text).then_some(token.len())
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
            Part::Prefixed(prefix, column) => {
                literal(&mut pieces, prefix);
                let field = columns[*column].field.clone();
                pieces.push(Piece::Component(field, String::new()));
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
            Part::Prefixed(..) => found.len(),
        };
        rest = rest.get(length..).unwrap_or_default();
    }
    open
}
