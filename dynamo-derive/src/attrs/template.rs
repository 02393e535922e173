//! The text of a template taken apart: literal text and `{field:format}` components.

use proc_macro2::Span;
use syn::LitStr;

use crate::diag::{self, Diagnostics};
use crate::model::{Format, Shards, TIMES};

/// One part of a template, before its name is resolved to a field.
pub(crate) enum Piece {
    Literal(String),
    Component {
        name: String,
        format: Format,
        span: Span,
    },
}

/// More digits than any number DynamoDB stores has.
const WIDEST: u8 = 39;

/// Each shard is one more request for every read.
const MOST_SHARDS: u16 = 256;

const FORMATS: [&str; 13] = [
    "020",
    "sortable",
    "neg",
    "lower",
    "upper",
    "escape",
    "raw",
    "first(10)",
    "seconds",
    "millis",
    "micros",
    "nanos",
    "shard(16)",
];

/// Takes a template apart, reporting all that is wrong in it; `None` if anything was.
pub(crate) fn pieces(text: &LitStr, diag: &mut Diagnostics) -> Option<Vec<Piece>> {
    let value = text.value();
    let mut reader = Reader {
        text,
        value: &value,
        at: 0,
        pieces: Vec::new(),
        is_sound: true,
    };
    while reader.at < value.len() {
        reader.step(diag);
    }
    reader.is_sound.then_some(reader.pieces)
}

struct Reader<'a> {
    text: &'a LitStr,
    value: &'a str,
    /// Byte offset in `value`.
    at: usize,
    pieces: Vec<Piece>,
    is_sound: bool,
}

impl Reader<'_> {
    fn step(&mut self, diag: &mut Diagnostics) {
        let rest = &self.value[self.at..];
        if rest.starts_with("{{") || rest.starts_with("}}") {
            self.literal(&rest[..1]);
            self.at += 2;
        } else if rest.starts_with('{') {
            self.component(diag);
        } else if rest.starts_with('}') {
            let message = "this `}` closes nothing; write `}}` for a brace in the text";
            self.refuse(1, message, diag);
            self.at += 1;
        } else {
            let end = rest.find(['{', '}']).unwrap_or(rest.len());
            self.literal(&rest[..end]);
            self.at += end;
        }
    }

    fn literal(&mut self, text: &str) {
        if let Some(Piece::Literal(last)) = self.pieces.last_mut() {
            last.push_str(text);
        } else {
            self.pieces.push(Piece::Literal(text.into()));
        }
    }

    fn component(&mut self, diag: &mut Diagnostics) {
        let inner = &self.value[self.at + 1..];
        let Some(end) = inner
            .find(['{', '}'])
            .filter(|end| inner[*end..].starts_with('}'))
        else {
            let message =
                "this `{` is not closed; write `{field}`, or `{{` for a brace in the text";
            self.refuse(1, message, diag);
            self.at = self.value.len();
            return;
        };
        let (name, format) = match inner[..end].split_once(':') {
            Some((name, text)) => (name, format(text)),
            None => (&inner[..end], Ok(Format::Plain)),
        };
        let span = self.span(end + 2);
        if !self.halve_dollars() {
            let written = &inner[..end];
            let message = format!(
                "`${{{written}}}` puts a `$` before the value; write `{{{written}}}`, or \
                 `$${{{written}}}` if the key has a `$` there"
            );
            self.is_sound = false;
            diag.error(part_span(self.text, self.at - 1, end + 3), message);
        }
        if name.is_empty() {
            let message = "this component names no field; write `{field}`";
            self.refuse(end + 2, message, diag);
        } else {
            match format {
                Ok(format) => {
                    self.pieces.push(Piece::Component {
                        name: name.into(),
                        format,
                        span,
                    });
                }
                Err(message) => self.refuse(end + 2, &message, diag),
            }
        }
        self.at += end + 2;
    }

    /// Makes two dollar signs before a component one; `false` if there is an odd one, as in other
    /// languages' templates.
    fn halve_dollars(&mut self) -> bool {
        let Some(Piece::Literal(text)) = self.pieces.last_mut() else {
            return true;
        };
        let count = text.len() - text.trim_end_matches('$').len();
        text.truncate(text.len() - count / 2);
        count % 2 == 0
    }

    fn refuse(&mut self, length: usize, message: &str, diag: &mut Diagnostics) {
        self.is_sound = false;
        diag.error(self.span(length), message);
    }

    /// Span of the next bytes.
    fn span(&self, length: usize) -> Span {
        part_span(self.text, self.at, length)
    }
}

/// Span of a part of a string literal if the compiler can give it, of the whole otherwise.
fn part_span(text: &LitStr, at: usize, length: usize) -> Span {
    let token = text.token();
    let source = token.to_string();
    // An escape sequence shifts what stands behind it: the offset holds only for text as it stands.
    source
        .find(&text.value())
        .and_then(|start| token.subspan(start + at..start + at + length))
        .unwrap_or_else(|| text.span())
}

fn format(text: &str) -> Result<Format, String> {
    if let Some((_, digits)) = TIMES.into_iter().find(|(name, _)| *name == text) {
        return Ok(Format::Time(digits));
    }
    let format = match text {
        "sortable" => Format::Sortable,
        "neg" => Format::Negated,
        "lower" => Format::Lower,
        "upper" => Format::Upper,
        "escape" => Format::Escape,
        "raw" => Format::Raw,
        _ if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) => {
            return padding(text);
        }
        _ => {
            return match called(text) {
                Some(("first", count)) => first(count),
                Some(("shard", shards)) => shard(shards),
                called => Err(match (called.and_then(meant), unit(text)) {
                    (Some(close), _) => format!("unknown format `{text}`; did you mean `{close}`?"),
                    (None, Some((unit, count))) => format!(
                        "unknown format `{text}`; write `first({count})`, a time up to the {unit}"
                    ),
                    (None, None) => diag::unknown("format", text, &FORMATS),
                }),
            };
        }
    };
    Ok(format)
}

/// A format with arguments, as its name and those.
fn called(text: &str) -> Option<(&str, &str)> {
    text.strip_suffix(')')?.split_once('(')
}

/// A format with arguments whose name is misspelled, as it is meant.
fn meant((name, arguments): (&str, &str)) -> Option<String> {
    let close = diag::closest(name, &["first", "shard"])?;
    Some(format!("{close}({arguments})"))
}

/// The unit of time that a format of other libraries ends with, and the characters up to it.
fn unit(text: &str) -> Option<(&'static str, u8)> {
    Some(match text {
        "year" | "%Y" | "yyyy" | "YYYY" => ("year", 4),
        "month" | "%Y-%m" | "yyyy-MM" | "YYYY-MM" => ("month", 7),
        "day" | "date" | "%Y-%m-%d" | "%F" | "yyyy-MM-dd" | "YYYY-MM-DD" => ("day", 10),
        "hour" => ("hour", 13),
        "minute" => ("minute", 16),
        _ => return None,
    })
}

fn padding(digits: &str) -> Result<Format, String> {
    match digits.strip_prefix('0').map(str::parse::<u8>) {
        Some(Ok(width @ 1..=WIDEST)) => Ok(Format::Padded(width)),
        None => Err(format!(
            "unknown format `{digits}`; write `0{digits}` to pad with zeros"
        )),
        _ => Err(format!(
            "`{digits}` is no width to pad to; write `01` to `0{WIDEST}`, as in `{{n:020}}`"
        )),
    }
}

fn first(count: &str) -> Result<Format, String> {
    match count.parse() {
        Ok(count @ 1..) => Ok(Format::First(count)),
        _ => Err(format!(
            "`first({count})` takes a number of characters; write one from 1 to {}, as in \
             `first(10)`",
            u16::MAX
        )),
    }
}

/// The number of shards, and how many there were: `16`, or `16, was = 8`.
fn shard(arguments: &str) -> Result<Format, String> {
    let (count, was) = match arguments.split_once(',') {
        Some((count, was)) => (count, Some(was)),
        None => (arguments, None),
    };
    let Ok(count @ 2..=MOST_SHARDS) = count.trim().parse::<u16>() else {
        return Err(format!(
            "`shard` takes a number from 2 to {MOST_SHARDS}, not `{arguments}`; write how many shards \
             there are, as in `shard(16)`"
        ));
    };
    let Some(was) = was else {
        return Ok(Format::Shard(Shards { count, was: None }));
    };
    let former = was.trim().strip_prefix("was").map(str::trim_start);
    let former = former.and_then(|was| was.strip_prefix('='));
    match former.map(|was| was.trim().parse::<u16>()) {
        Some(Ok(was)) if was == count => Err(format!(
            "there were {was} shards and there are {count}; write `shard({count})`"
        )),
        Some(Ok(was @ 1..=MOST_SHARDS)) => Ok(Format::Shard(Shards {
            count,
            was: Some(was),
        })),
        _ => Err(format!(
            "`{}` does not say how many shards there were; write `was = ` and 2 to {MOST_SHARDS}, or 1 \
             if there were none, as in `shard({count}, was = 8)`",
            was.trim()
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_read() {
        assert_eq!(format("020"), Ok(Format::Padded(20)));
        assert_eq!(format("first(10)"), Ok(Format::First(10)));
        assert_eq!(format("millis"), Ok(Format::Time(3)));
        let shards = |count, was| Ok(Format::Shard(Shards { count, was }));
        assert_eq!(format("shard(16)"), shards(16, None));
        assert_eq!(format("shard( 256 , was=1 )"), shards(256, Some(1)));
        for wrong in [
            "",
            "20",
            "00",
            "040",
            "0999",
            "first(0)",
            "first()",
            "first(70000)",
            "Lower",
            "shard",
            "shard()",
            "shard(0)",
            "shard(1)",
            "shard(257)",
            "shard(16, 8)",
            "shard(16, was = 0)",
            "shard(16, was = 16)",
        ] {
            assert!(format(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn doubled_dollars_are_one_before_a_component() {
        let read = |text: &str| {
            let mut diag = Diagnostics::new();
            let pieces = pieces(&LitStr::new(text, Span::call_site()), &mut diag);
            assert_eq!(diag.finish(Some(())).is_ok(), pieces.is_some());
            match pieces?.swap_remove(0) {
                Piece::Literal(text) => Some(text),
                Piece::Component { .. } => None,
            }
        };
        assert_eq!(read("$a$#$${b}").as_deref(), Some("$a$#$"));
        assert_eq!(read("$$#{b}").as_deref(), Some("$$#"));
        assert_eq!(read("#$$$${b}").as_deref(), Some("#$$"));
        assert_eq!(read("#${b}"), None);
        assert_eq!(read("#$$${b}"), None);
    }

    #[test]
    fn doubled_braces_are_text() {
        let mut diag = Diagnostics::new();
        let text = LitStr::new("a{{b}}{c:raw}", Span::call_site());
        let pieces = pieces(&text, &mut diag).expect("a sound template");
        assert!(diag.finish(Some(())).is_ok());
        assert!(matches!(&pieces[0], Piece::Literal(text) if text == "a{b}"));
        assert!(
            matches!(&pieces[1], Piece::Component { name, format: Format::Raw, .. } if name == "c")
        );
    }
}
