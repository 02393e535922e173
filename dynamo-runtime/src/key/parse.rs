//! Parsing keys: the reverse direction of a [`Template`].

use std::borrow::Cow;

use super::{Format, KeyError, KeyKind, KeyPart, KeyValue, Part, Piece, Shards, Template};

/// The components found in a key: field number, text without its format, and its written form.
pub(crate) type Parsed<'a> = Vec<(usize, Cow<'a, str>, Written<&'a str>)>;

/// A component as it is written in a text key.
#[derive(Debug, Clone)]
pub(crate) struct Written<S> {
    text: S,
    format: Format,
    delimiter: char,
}

impl<S: AsRef<str>> Written<S> {
    pub(super) fn text(&self) -> &str {
        self.text.as_ref()
    }

    /// Checks that a value is written in exactly this way. Several texts may be read as one value,
    /// such as `07` and `7`, but only one is its key: an item with the other would be written
    /// somewhere else than it was found.
    pub(crate) fn is_of(&self, value: &dyn KeyPart) -> Result<(), KeyError> {
        let found = self.text.as_ref();
        let is_same = match (self.format, value.piece()) {
            (Format::Plain | Format::Raw | Format::Stored, Some(Piece::Text(text))) => {
                text == found
            }
            (format, Some(piece)) => {
                let mut text = String::with_capacity(found.len());
                format.write(&piece, self.delimiter, &mut text)?;
                text == found
            }
            (_, None) => false,
        };
        if is_same {
            return Ok(());
        }
        Err(KeyError::new(
            "is not stored as its template writes it; change the template, or the stored item",
        ))
    }
}

/// A component read from a key, and its written form if that is text.
pub(crate) type ParsedComponent = (usize, Piece<'static>, Option<Written<String>>);

impl Template {
    /// Splits a key into its components, undoing their formats. A shard is not a component: its
    /// field cannot be read from it.
    pub(crate) fn parse<'a>(&self, key: &'a str) -> Result<Parsed<'a>, KeyError> {
        let found = self.split(self.parts, key);
        match (found, self.unsharded()) {
            (Err(error), Some(parts)) => self.split(&parts, key).map_err(|_| error),
            (found, _) => found,
        }
    }

    fn split<'a>(&self, parts: &[Part], key: &'a str) -> Result<Parsed<'a>, KeyError> {
        let raw = parts.iter().position(|part| {
            matches!(
                part,
                Part::Component {
                    format: Format::Raw,
                    ..
                }
            )
        });
        let mut found = Vec::with_capacity(parts.len());
        let front = raw.unwrap_or(parts.len());
        let single = parts.len() == 1;
        let mut rest = key;
        for (number, part) in parts[..front].iter().enumerate() {
            let text = match part {
                Part::Literal(literal) => {
                    rest = rest
                        .strip_prefix(literal)
                        .ok_or_else(|| mismatch(literal))?;
                    continue;
                }
                Part::Component { .. } if single => std::mem::take(&mut rest),
                Part::Component { name, .. } => {
                    let next = parts.get(number + 1);
                    let (text, tail) = self.split_front(rest, next).ok_or_else(|| missing(name))?;
                    rest = tail;
                    text
                }
            };
            self.push(&mut found, part, text)?;
        }
        if let Some(raw) = raw {
            let mut back = Vec::new();
            for number in (raw + 1..parts.len()).rev() {
                let part = &parts[number];
                match part {
                    Part::Literal(literal) => {
                        rest = rest
                            .strip_suffix(literal)
                            .ok_or_else(|| mismatch(literal))?;
                    }
                    Part::Component { name, .. } => {
                        let (head, text) = self
                            .split_back(rest, &parts[number - 1])
                            .ok_or_else(|| missing(name))?;
                        rest = head;
                        self.push(&mut back, part, text)?;
                    }
                }
            }
            self.push(&mut found, &parts[raw], rest)?;
            found.extend(back.into_iter().rev());
            rest = "";
        }
        if rest.is_empty() {
            Ok(found)
        } else {
            Err(KeyError::new("has text after its last component"))
        }
    }

    /// Reads a key value back into its components.
    pub(crate) fn fields(&self, key: KeyValue) -> Result<Vec<(usize, Piece<'static>)>, KeyError> {
        let components = self.components(key)?.into_iter();
        Ok(components.map(|(field, piece, _)| (field, piece)).collect())
    }

    /// Splits a key value into parts that build the same key again, without knowing the types of
    /// its fields.
    pub(crate) fn as_written(
        &self,
        key: KeyValue,
    ) -> Result<Vec<(usize, Piece<'static>)>, KeyError> {
        Ok(self.components(key)?.iter().map(as_written).collect())
    }

    /// Reads a key value back into its components, with their written forms.
    pub(crate) fn components(&self, key: KeyValue) -> Result<Vec<ParsedComponent>, KeyError> {
        let [
            Part::Component {
                field,
                name,
                format,
                ..
            },
        ] = self.parts
        else {
            let KeyValue::Text(text) = key else {
                return Err(KeyError::new("is not text"));
            };
            let kind = |field: usize| {
                self.parts.iter().find_map(|part| match part {
                    Part::Component {
                        field: number,
                        spelling,
                        ..
                    } if *number == field => Some(spelling.kind()),
                    _ => None,
                })
            };
            let found = self.parse(&text)?.into_iter();
            return Ok(found
                .map(|(field, text, written)| {
                    (field, piece(text, kind(field)), Some(written.into_owned()))
                })
                .collect());
        };
        let (piece, written) = match key {
            KeyValue::Bytes(bytes) => (Piece::Bytes(Cow::Owned(bytes)), None),
            KeyValue::Number(text) => {
                let text = format.read(&text, KeyKind::Number, self.delimiter)?;
                (piece(text, Some(KeyKind::Number)), None)
            }
            KeyValue::Text(text) => {
                let mut found = self.parse(&text)?;
                if let Format::Shard(_) = format {
                    return Ok(Vec::new());
                }
                let (_, text, written) = found.pop().ok_or_else(|| missing(name))?;
                let piece = piece(text, self.component_kind());
                (piece, Some(written.into_owned()))
            }
        };
        Ok(vec![(*field, piece, written)])
    }

    /// The type of the field if the template is one component.
    fn component_kind(&self) -> Option<KeyKind> {
        match self.parts {
            [Part::Component { spelling, .. }] => Some(spelling.kind()),
            _ => None,
        }
    }

    fn push<'a>(&self, found: &mut Parsed<'a>, part: &Part, raw: &'a str) -> Result<(), KeyError> {
        let Part::Component {
            field,
            name,
            spelling,
            format,
        } = part
        else {
            return Ok(());
        };
        if let Format::Shard(_) = format {
            return Shards::check(raw).map_err(|error| error.with_component(*name));
        }
        let text = format
            .read(raw, spelling.kind(), self.delimiter)
            .map_err(|error| error.with_component(*name))?;
        if text.is_empty() && *format != Format::Escape {
            return Err(KeyError::new("is empty").with_component(*name));
        }
        let written = Written {
            text: raw,
            format: *format,
            delimiter: self.delimiter,
        };
        found.push((*field, text, written));
        Ok(())
    }

    /// The component at the front, given the literal after it: it ends at the literal's text up to
    /// and including its first delimiter.
    fn split_front<'a>(&self, rest: &'a str, next: Option<&Part>) -> Option<(&'a str, &'a str)> {
        let Some(Part::Literal(literal)) = next else {
            return (!rest.contains(self.delimiter)).then_some((rest, ""));
        };
        let Some((before, _)) = literal.split_once(self.delimiter) else {
            let text = rest.strip_suffix(literal)?;
            return (!text.contains(self.delimiter)).then_some((text, &rest[text.len()..]));
        };
        let segment = &rest[..rest.find(self.delimiter)?];
        let text = segment.strip_suffix(before)?;
        Some((text, &rest[text.len()..]))
    }

    /// The component at the back, given the literal before it.
    fn split_back<'a>(&self, rest: &'a str, previous: &Part) -> Option<(&'a str, &'a str)> {
        let Part::Literal(literal) = previous else {
            return None;
        };
        let (_, after) = literal.rsplit_once(self.delimiter)?;
        let at = rest.rfind(self.delimiter)? + self.delimiter.len_utf8();
        let text = rest[at..].strip_prefix(after)?;
        Some(rest.split_at(rest.len() - text.len()))
    }
}

impl Written<&str> {
    fn into_owned(self) -> Written<String> {
        Written {
            text: self.text.to_owned(),
            format: self.format,
            delimiter: self.delimiter,
        }
    }
}

/// A component that is written as it was. The padding of a number depends on its type, so its text
/// is kept.
pub(crate) fn as_written((field, piece, written): &ParsedComponent) -> (usize, Piece<'static>) {
    let piece = match written {
        Some(Written {
            text,
            format: Format::Padded(_) | Format::Sortable,
            ..
        }) => Piece::Text(Cow::Owned(text.clone())),
        _ => piece.clone(),
    };
    (*field, piece)
}

/// Converts text from a key to the type of its field.
fn piece(text: Cow<'_, str>, kind: Option<KeyKind>) -> Piece<'static> {
    let text = Cow::Owned(text.into_owned());
    match kind {
        Some(KeyKind::Number) => Piece::Decimal(text, 0),
        _ => Piece::Text(text),
    }
}

fn mismatch(literal: &str) -> KeyError {
    KeyError::new(format!("does not have `{literal}` where its template does"))
}

fn missing(name: &str) -> KeyError {
    KeyError::new(format!("has no component `{name}` where its template does"))
}
