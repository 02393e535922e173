//! The formats of a component, in both directions.

use std::borrow::Cow;

use super::{KeyError, KeyKind, Piece, Shards, Spelling, escape_of, sortable_number, time};
use crate::codec::contains;

/// How a component is written into a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// `{x}`: as it is; it must not contain the delimiter.
    Plain,
    /// `{n:020}`: zero-padded to this many digits.
    Padded(u8),
    /// `{n:sortable}`: fixed width, order-preserving, negative numbers included.
    Sortable,
    /// `{n:neg}`: negated, kept a number.
    Negated,
    /// `{s:lower}`: lower case.
    Lower,
    /// `{s:upper}`: upper case.
    Upper,
    /// `{s:escape}`: any text; characters that would break the order or the key's shape are
    /// escaped.
    Escape,
    /// `{s:raw}`: any text, which may contain the delimiter.
    Raw,
    /// `{s:first(10)}`: the leading characters.
    First(u16),
    /// `{t:seconds}`, `{t:millis}`, `{t:micros}`, `{t:nanos}`: a time in UTC, with this many
    /// fraction digits.
    Time(u8),
    /// `{x:shard(16)}`: the number of one of this many partitions that items are spread over.
    Shard(Shards),
    /// A time in a partition key, in UTC: each time has one spelling.
    Instant,
    /// The key attribute is the field's own attribute, so nothing is ever next to it.
    Stored,
}

impl Format {
    /// Whether keys sort like the values, given the literal that follows in the key.
    pub(super) fn keeps_order(self, delimiter: char, after: Option<&str>) -> bool {
        match self {
            Self::Padded(_) | Self::Sortable | Self::Time(_) => true,
            // Escaped text sorts above the delimiter, but not above every other text.
            Self::Escape => after.is_none_or(|after| after.starts_with(delimiter)),
            _ => false,
        }
    }

    /// Appends a component to a text key.
    #[inline]
    pub(super) fn write(
        self,
        piece: &Piece<'_>,
        delimiter: char,
        to: &mut String,
    ) -> Result<(), KeyError> {
        match (self, piece) {
            (Self::Plain, Piece::Text(text)) => Self::write_plain(text, delimiter, to),
            _ => self.write_formatted(piece, delimiter, to),
        }
    }

    /// Appends text as it is.
    #[inline]
    pub(super) fn write_plain(
        text: &str,
        delimiter: char,
        to: &mut String,
    ) -> Result<(), KeyError> {
        refuse_delimiter(text, delimiter)?;
        to.push_str(text);
        Ok(())
    }

    /// The component on its own; owned plain text is not copied.
    pub(super) fn written(self, piece: Piece<'_>, delimiter: char) -> Result<String, KeyError> {
        match (self, piece) {
            (Self::Plain, Piece::Text(text)) => {
                refuse_delimiter(&text, delimiter)?;
                Ok(text.into_owned())
            }
            (format, piece) => {
                let mut text = String::new();
                format.write(&piece, delimiter, &mut text)?;
                Ok(text)
            }
        }
    }

    /// A component that is a whole key, without a delimiter.
    pub(crate) fn alone(self, piece: Piece<'_>) -> Result<String, KeyError> {
        self.written(piece, '\0')
    }

    // A separate function, since plain text needs none of this.
    #[inline(never)]
    fn write_formatted(
        self,
        piece: &Piece<'_>,
        delimiter: char,
        to: &mut String,
    ) -> Result<(), KeyError> {
        let start = to.len();
        match (self, piece) {
            (_, Piece::Unfit(reason)) => return Err(KeyError::new(*reason)),
            (Self::Time(digits), Piece::Text(text)) => time::write(text, Some(digits), to)?,
            (Self::Instant, Piece::Text(text)) => time::write(text, None, to)?,
            (Self::Padded(width), Piece::Integer(value, _)) => write_padded(*value, width, to)?,
            // An integer beyond `i128`, which has as many digits as any.
            (Self::Padded(width), Piece::Decimal(text, _)) if text.len() > usize::from(width) => {
                return Err(too_many_digits(width));
            }
            (Self::Sortable, Piece::Integer(value, digits)) => {
                sortable_number::write_sortable_integer(*value, *digits, to);
            }
            (Self::Sortable, Piece::Decimal(text, digits)) => {
                sortable_number::write_sortable_decimal(text, *digits, to)?;
            }
            (Self::Escape, Piece::Text(text)) => {
                write_escaped(text, delimiter, to);
                return Ok(());
            }
            (Self::Raw | Self::Stored, Piece::Text(text)) => {
                if text.is_empty() {
                    return Err(empty());
                }
                to.push_str(text);
                return Ok(());
            }
            // Letter by letter, so that a prefix of the text is a prefix of its key: in whole
            // words, a capital sigma at the end becomes a different letter.
            (Self::Lower, Piece::Text(text)) => {
                to.extend(text.chars().flat_map(char::to_lowercase));
            }
            (Self::Upper, Piece::Text(text)) => {
                to.extend(text.chars().flat_map(char::to_uppercase));
            }
            (Self::First(count), Piece::Text(text)) => to.push_str(leading(text, count)),
            (Self::Shard(shards), piece) => shards.write(piece, Spelling::Text, to)?,
            (Self::Negated, _) => to.push_str(&self.number_text(piece)?),
            (_, Piece::Text(text) | Piece::Decimal(text, _)) => to.push_str(text),
            (_, Piece::Integer(value, _)) => to.push_str(itoa::Buffer::new().format(*value)),
            (_, Piece::Bytes(_)) => {
                return Err(KeyError::new(
                    "is bytes, which are a key only by themselves",
                ));
            }
        }
        refuse_delimiter(&to[start..], delimiter)
    }

    /// The digits of a component that is a number key on its own.
    pub(super) fn number_text<'a>(self, piece: &Piece<'a>) -> Result<Cow<'a, str>, KeyError> {
        let text: Cow<'a, str> = match piece {
            Piece::Integer(value, _) => Cow::Owned(itoa::Buffer::new().format(*value).to_owned()),
            Piece::Decimal(text, _) => text.clone(),
            Piece::Unfit(reason) => return Err(KeyError::new(*reason)),
            Piece::Text(_) | Piece::Bytes(_) => return Err(KeyError::new("is not a number")),
        };
        Ok(match self {
            Self::Negated => Cow::Owned(sortable_number::negated(&text)),
            _ => text,
        })
    }

    /// Turns a part of a text key back into the component, as text or decimal text.
    pub(super) fn read(
        self,
        text: &str,
        kind: KeyKind,
        delimiter: char,
    ) -> Result<Cow<'_, str>, KeyError> {
        match self {
            Self::Padded(_) => {
                let digits = text.trim_start_matches('0');
                let is_zero = digits.is_empty() && !text.is_empty();
                Ok(Cow::Borrowed(if is_zero { "0" } else { digits }))
            }
            Self::Sortable if kind == KeyKind::Number => Ok(Cow::Owned(read_sortable(text)?)),
            Self::Escape => read_escaped(text, delimiter),
            Self::Negated => Ok(Cow::Owned(sortable_number::negated(text))),
            _ => Ok(Cow::Borrowed(text)),
        }
    }
}

fn read_sortable(text: &str) -> Result<String, KeyError> {
    // Integers and decimals use different digits as signs.
    match text.as_bytes().first() {
        Some(b'0' | b'1') => {
            sortable_number::read_sortable_integer(text).map(|value| value.to_string())
        }
        _ => sortable_number::read_sortable_decimal(text),
    }
}

#[cold]
fn empty() -> KeyError {
    KeyError::new("is empty; pass a value, or use `escape` in a template if it may be empty")
}

fn refuse_delimiter(written: &str, delimiter: char) -> Result<(), KeyError> {
    if written.is_empty() {
        return Err(empty());
    }
    // The derive accepts only ASCII punctuation.
    let found = match u8::try_from(delimiter) {
        Ok(byte) if byte.is_ascii() => contains(written.as_bytes(), byte),
        _ => written.contains(delimiter),
    };
    if found {
        return Err(contains_delimiter(delimiter));
    }
    Ok(())
}

#[cold]
fn contains_delimiter(delimiter: char) -> KeyError {
    KeyError::new(format!(
        "contains the delimiter `{delimiter}`; reject it, or use `escape` or `raw` in the template"
    ))
}

fn write_padded(value: i128, width: u8, to: &mut String) -> Result<(), KeyError> {
    use std::fmt::Write as _;
    if value < 0 {
        return Err(KeyError::new(
            "is negative, and zero padding does not sort negative numbers; use `sortable`",
        ));
    }
    let start = to.len();
    let digits = usize::from(width);
    // Writing to a `String` cannot fail.
    let _ = write!(to, "{value:0digits$}");
    if to.len() - start > digits {
        return Err(too_many_digits(width));
    }
    Ok(())
}

fn too_many_digits(width: u8) -> KeyError {
    KeyError::new(format!(
        "has more than the {width} digits of `:0{width}`; reject it, or widen the format, which \
         changes stored keys"
    ))
}

/// The first `count` characters.
fn leading(text: &str, count: u16) -> &str {
    match text.char_indices().nth(usize::from(count)) {
        Some((end, _)) => &text[..end],
        None => text,
    }
}

/// Writes every character up to the one after the delimiter as that one and two hexadecimal digits.
/// The result contains no delimiter, sorts like the text, and ends before anything that follows the
/// delimiter.
fn write_escaped(text: &str, delimiter: char, to: &mut String) {
    const HEX: [char; 16] = [
        '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f',
    ];
    let escape = escape_of(delimiter);
    for character in text.chars() {
        if character <= escape {
            let code = character as usize;
            to.push(escape);
            to.push(HEX[code >> 4 & 15]);
            to.push(HEX[code & 15]);
        } else {
            to.push(character);
        }
    }
}

fn read_escaped(text: &str, delimiter: char) -> Result<Cow<'_, str>, KeyError> {
    let escape = escape_of(delimiter);
    if !text.contains(escape) {
        return Ok(Cow::Borrowed(text));
    }
    let malformed = || KeyError::new("is not escaped correctly");
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(escape) {
        out.push_str(&rest[..at]);
        rest = &rest[at + escape.len_utf8()..];
        let (code, tail) = rest.split_at_checked(2).ok_or_else(malformed)?;
        if !code.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(malformed());
        }
        let code = u8::from_str_radix(code, 16).map_err(|_| malformed())?;
        if char::from(code) > escape {
            return Err(malformed());
        }
        out.push(char::from(code));
        rest = tail;
    }
    out.push_str(rest);
    Ok(Cow::Owned(out))
}
