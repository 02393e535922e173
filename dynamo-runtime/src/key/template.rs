//! Templates: the one codec of a key, which builds it from components and splits it into them
//! again.

use std::borrow::Cow;

use super::{Format, KeyError, KeyKind, KeyPart, KeyValue, Piece};

/// The text a key is built from, as generated from an attribute.
#[derive(Debug, Clone, Copy)]
pub struct Template {
    /// Literal text and components, in order.
    pub parts: &'static [Part],
    /// The character that separates components.
    pub delimiter: char,
}

/// A part of a [`Template`].
#[derive(Debug, Clone, Copy)]
pub enum Part {
    /// Text as it stands.
    Literal(&'static str),
    /// A field's value.
    Component {
        /// The number of the field in its struct.
        field: usize,
        /// The field's name.
        name: &'static str,
        /// The type of the field's value.
        kind: KeyKind,
        /// How it is written.
        format: Format,
    },
}

/// A source of components by field number: an item, or the arguments of a key method.
pub trait Components {
    /// Returns the component of a field, or `None` where this source does not hold that field.
    fn component(&self, field: usize) -> Option<&dyn KeyPart>;
}

/// The arguments of a generated key or query method, as a source of components.
pub struct Args<'a>(pub &'a [(usize, &'a dyn KeyPart)]);

impl Components for Args<'_> {
    fn component(&self, field: usize) -> Option<&dyn KeyPart> {
        self.0
            .iter()
            .find(|(number, _)| *number == field)
            .map(|(_, part)| *part)
    }
}

/// The components found in a key: field number and text, with formats undone.
pub(crate) type Parsed<'a> = Vec<(usize, Cow<'a, str>)>;

/// The character that escapes those up to itself: the one behind the delimiter.
pub(crate) fn escape_of(delimiter: char) -> char {
    // The derive admits ASCII punctuation only, so there is always a next character.
    char::from_u32(delimiter as u32 + 1).unwrap_or(delimiter)
}

impl Template {
    /// Returns the type of the key attribute this template builds.
    #[must_use]
    pub const fn kind(&self) -> KeyKind {
        match self.parts {
            [
                Part::Component {
                    kind,
                    format: Format::Plain | Format::Negated | Format::Stored,
                    ..
                },
            ] => *kind,
            _ => KeyKind::Text,
        }
    }

    /// Returns the literal text every key of this template starts with.
    #[must_use]
    pub const fn prefix(&self) -> &'static str {
        match self.parts {
            [Part::Literal(text), ..] => text,
            _ => "",
        }
    }

    /// Builds the key; `None` where a component is absent.
    pub(crate) fn build(
        &self,
        components: &(impl Components + ?Sized),
    ) -> Result<Option<KeyValue>, KeyError> {
        if let [
            Part::Component {
                field,
                name,
                format,
                ..
            },
        ] = self.parts
        {
            let Some(piece) = piece_of(components, *field) else {
                return Ok(None);
            };
            return self
                .single(*format, piece)
                .map(Some)
                .map_err(|error| error.with_component(*name));
        }
        let mut text = String::with_capacity(64);
        for part in self.parts {
            if !self.write_part(part, components, &mut text)? {
                return Ok(None);
            }
        }
        Ok(Some(KeyValue::Text(text)))
    }

    /// Appends one part; `false` where it is an absent component.
    pub(super) fn write_part(
        &self,
        part: &Part,
        components: &(impl Components + ?Sized),
        to: &mut String,
    ) -> Result<bool, KeyError> {
        match part {
            Part::Literal(text) => to.push_str(text),
            Part::Component {
                field,
                name,
                format,
                ..
            } => {
                let Some(piece) = piece_of(components, *field) else {
                    return Ok(false);
                };
                format
                    .write(&piece, self.delimiter, to)
                    .map_err(|error| error.with_component(*name))?;
            }
        }
        Ok(true)
    }

    /// A key that is one component: a number and bytes keep their type.
    fn single(&self, format: Format, piece: Piece<'_>) -> Result<KeyValue, KeyError> {
        match (format, piece) {
            (Format::Plain | Format::Stored, Piece::Bytes(bytes)) => {
                Ok(KeyValue::Bytes(bytes.into_owned()))
            }
            (
                Format::Plain | Format::Stored | Format::Negated,
                piece @ (Piece::Integer(..) | Piece::Decimal(..)),
            ) => number_key(&format.number_text(&piece)?),
            (format, piece) => {
                let mut text = String::with_capacity(32);
                format.write(&piece, self.delimiter, &mut text)?;
                Ok(KeyValue::Text(text))
            }
        }
    }

    /// Splits a key into its components, undoing their formats.
    pub(crate) fn parse<'a>(&self, key: &'a str) -> Result<Parsed<'a>, KeyError> {
        let raw = self.parts.iter().position(|part| {
            matches!(
                part,
                Part::Component {
                    format: Format::Raw,
                    ..
                }
            )
        });
        let mut found = Vec::with_capacity(self.parts.len());
        let front = raw.unwrap_or(self.parts.len());
        let single = self.parts.len() == 1;
        let mut rest = key;
        for (number, part) in self.parts[..front].iter().enumerate() {
            let text = match part {
                Part::Literal(literal) => {
                    rest = rest
                        .strip_prefix(literal)
                        .ok_or_else(|| mismatch(literal))?;
                    continue;
                }
                Part::Component { .. } if single => std::mem::take(&mut rest),
                Part::Component { name, .. } => {
                    let next = self.parts.get(number + 1);
                    let (text, tail) = self.split_front(rest, next).ok_or_else(|| missing(name))?;
                    rest = tail;
                    text
                }
            };
            self.push(&mut found, part, text)?;
        }
        if let Some(raw) = raw {
            let mut back = Vec::new();
            for number in (raw + 1..self.parts.len()).rev() {
                let part = &self.parts[number];
                match part {
                    Part::Literal(literal) => {
                        rest = rest
                            .strip_suffix(literal)
                            .ok_or_else(|| mismatch(literal))?;
                    }
                    Part::Component { name, .. } => {
                        let (head, text) = self
                            .split_back(rest, &self.parts[number - 1])
                            .ok_or_else(|| missing(name))?;
                        rest = head;
                        self.push(&mut back, part, text)?;
                    }
                }
            }
            self.push(&mut found, &self.parts[raw], rest)?;
            found.extend(back.into_iter().rev());
            rest = "";
        }
        if rest.is_empty() {
            Ok(found)
        } else {
            Err(KeyError::new("has text after its last component"))
        }
    }

    /// The fields that are not read back whole: their format cannot be undone, or they are numbers,
    /// whose digits in the key do not say how many their type can have.
    pub(crate) fn lossy(&self) -> impl Iterator<Item = usize> + use<> {
        self.parts.iter().filter_map(|part| match part {
            Part::Component {
                field,
                format: Format::Lower | Format::Upper | Format::First(_),
                ..
            }
            | Part::Component {
                field,
                kind: KeyKind::Number,
                ..
            } => Some(*field),
            _ => None,
        })
    }

    /// Reads a key value back into its components.
    pub(crate) fn fields(&self, key: KeyValue) -> Result<Vec<(usize, Piece<'static>)>, KeyError> {
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
                        kind,
                        ..
                    } if *number == field => Some(*kind),
                    _ => None,
                })
            };
            let piece = |(field, text): (usize, Cow<'_, str>)| {
                let text = Cow::Owned(text.into_owned());
                match kind(field) {
                    Some(KeyKind::Number) => (field, Piece::Decimal(text, 0)),
                    _ => (field, Piece::Text(text)),
                }
            };
            return Ok(self.parse(&text)?.into_iter().map(piece).collect());
        };
        let piece = match key {
            KeyValue::Bytes(bytes) => Piece::Bytes(Cow::Owned(bytes)),
            KeyValue::Number(text) => {
                let text = format.read(&text, KeyKind::Number, self.delimiter)?;
                Piece::Decimal(Cow::Owned(text.into_owned()), 0)
            }
            KeyValue::Text(text) => {
                let mut found = self.parse(&text)?;
                let (_, text) = found.pop().ok_or_else(|| missing(name))?;
                let text = Cow::Owned(text.into_owned());
                if self.component_kind() == Some(KeyKind::Number) {
                    Piece::Decimal(text, 0)
                } else {
                    Piece::Text(text)
                }
            }
        };
        Ok(vec![(*field, piece)])
    }

    /// The type of the field where the template is one component.
    fn component_kind(&self) -> Option<KeyKind> {
        match self.parts {
            [Part::Component { kind, .. }] => Some(*kind),
            _ => None,
        }
    }

    fn push<'a>(&self, found: &mut Parsed<'a>, part: &Part, text: &'a str) -> Result<(), KeyError> {
        let Part::Component {
            field,
            name,
            kind,
            format,
        } = part
        else {
            return Ok(());
        };
        let text = format
            .read(text, *kind, self.delimiter)
            .map_err(|error| error.with_component(*name))?;
        if text.is_empty() && *format != Format::Escape {
            return Err(KeyError::new("is empty").with_component(*name));
        }
        found.push((*field, text));
        Ok(())
    }

    /// The component at the front, given the literal behind it: it ends where that literal's text
    /// before its first delimiter, and the delimiter, stand.
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

/// A number key, as DynamoDB writes numbers.
pub(super) fn number_key(text: &str) -> Result<KeyValue, KeyError> {
    crate::codec::canonical_number(text)
        .map(KeyValue::Number)
        .map_err(KeyError::new)
}

fn piece_of(components: &(impl Components + ?Sized), field: usize) -> Option<Piece<'_>> {
    components.component(field)?.piece()
}

fn mismatch(literal: &str) -> KeyError {
    KeyError::new(format!("does not have `{literal}` where its template does"))
}

fn missing(name: &str) -> KeyError {
    KeyError::new(format!("has no component `{name}` where its template does"))
}
