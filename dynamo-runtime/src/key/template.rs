//! Templates: the single codec of a key, which builds it from components here and splits it again
//! in `parse.rs`.

use super::{Format, KeyError, KeyKind, KeyPart, KeySlot, KeyValue, Piece, Spelling};

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
    /// Literal text.
    Literal(&'static str),
    /// A field's value.
    Component {
        /// The number of the field in its struct.
        field: usize,
        /// The field's name.
        name: &'static str,
        /// The form of the field's values.
        spelling: Spelling,
        /// How it is written.
        format: Format,
    },
}

impl Part {
    /// Describes a component, for generated code.
    #[doc(hidden)]
    #[must_use]
    pub const fn component(
        field: usize,
        name: &'static str,
        spelling: Spelling,
        format: Format,
    ) -> Self {
        let format = match format {
            Format::Plain if spelling.is_time() => Format::Instant,
            format => format,
        };
        Self::Component {
            field,
            name,
            spelling,
            format,
        }
    }
}

impl Part {
    /// Whether every value contains this character, so that it cannot be the delimiter.
    #[doc(hidden)]
    #[must_use]
    pub const fn always_contains(self, delimiter: char) -> bool {
        let Self::Component {
            spelling, format, ..
        } = self
        else {
            return false;
        };
        let text = spelling.example().as_bytes();
        let length = match format {
            Format::Escape | Format::Raw | Format::Stored | Format::Shard(_) => 0,
            Format::First(count) if (count as usize) < text.len() => count as usize,
            _ => text.len(),
        };
        let mut at = 0;
        while at < length {
            if text[at] as u32 == delimiter as u32 {
                return true;
            }
            at += 1;
        }
        matches!(format, Format::Time(1..)) && delimiter == '.'
    }
}

/// A source of components by field number: an item, or the arguments of a key method.
pub trait Components {
    /// Returns the component of a field, or `None` if this source does not hold that field.
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

/// The character that escapes all up to itself: the one after the delimiter.
pub(crate) fn escape_of(delimiter: char) -> char {
    // The derive accepts only ASCII punctuation, so there is always a next character.
    char::from_u32(delimiter as u32 + 1).unwrap_or(delimiter)
}

impl Template {
    /// Returns the type of the key attribute this template builds.
    #[must_use]
    pub const fn kind(&self) -> KeyKind {
        match self.parts {
            [
                Part::Component {
                    spelling,
                    format: Format::Plain | Format::Negated | Format::Stored,
                    ..
                },
            ] => spelling.kind(),
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

    /// Builds the key; `None` if a component is absent.
    pub(crate) fn build(&self, components: &dyn Components) -> Result<Option<KeyValue>, KeyError> {
        let mut slot = KeySlot::default();
        Ok(self.build_in(&mut slot, components)?.then(|| slot.take()))
    }

    /// Builds the key in a slot; `false` if a component is absent.
    pub(crate) fn build_in(
        &self,
        slot: &mut KeySlot,
        components: &dyn Components,
    ) -> Result<bool, KeyError> {
        if let Some(typed) = self.typed(components) {
            return Ok(match typed? {
                Some(key) => {
                    slot.set_typed(key);
                    true
                }
                None => false,
            });
        }
        let text = slot.begin_text();
        for part in self.parts {
            if !self.write_part(part, components, text)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Builds the key if it is a number or bytes; `None` if it is text.
    #[inline]
    fn typed(&self, components: &dyn Components) -> Option<Result<Option<KeyValue>, KeyError>> {
        if self.kind() == KeyKind::Text {
            return None;
        }
        let [
            Part::Component {
                field,
                name,
                format,
                ..
            },
        ] = self.parts
        else {
            return None;
        };
        let part = components.component(*field);
        let piece = part.and_then(KeyPart::piece);
        let key = piece.map(|piece| self.single(*format, piece));
        Some(key.transpose().map_err(|error| error.with_component(*name)))
    }

    /// Appends one part; `false` if it is an absent component.
    #[inline]
    pub(super) fn write_part(
        &self,
        part: &Part,
        components: &dyn Components,
        to: &mut String,
    ) -> Result<bool, KeyError> {
        match part {
            Part::Literal(text) => to.push_str(text),
            Part::Component {
                field,
                name,
                spelling,
                format,
            } => {
                let Some(part) = components.component(*field) else {
                    return Ok(false);
                };
                let written = match part.lent_text() {
                    Some(text) if *format == Format::Plain => {
                        Format::write_plain(text, self.delimiter, to)
                    }
                    _ => {
                        let Some(piece) = part.piece() else {
                            return Ok(false);
                        };
                        match format {
                            Format::Shard(shards) => shards.write(&piece, *spelling, to),
                            format => format.write(&piece, self.delimiter, to),
                        }
                    }
                };
                written.map_err(|error| error.with_component(*name))?;
            }
        }
        Ok(true)
    }

    /// A key that is a single component: numbers and bytes keep their type.
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

    /// Whether there are [`lossy`](Self::lossy) fields.
    pub(crate) const fn is_lossy(&self) -> bool {
        let mut at = 0;
        while at < self.parts.len() {
            if let Part::Component {
                format: Format::Lower | Format::Upper | Format::First(_),
                ..
            }
            | Part::Component {
                spelling: Spelling::Integer | Spelling::Number,
                ..
            } = self.parts[at]
            {
                return true;
            }
            at += 1;
        }
        false
    }

    /// The fields of which the key holds only a part.
    pub(crate) fn cut(&self) -> impl Iterator<Item = usize> + use<> {
        self.parts.iter().filter_map(|part| match part {
            Part::Component {
                field,
                format: Format::First(_),
                ..
            } => Some(*field),
            _ => None,
        })
    }

    /// The fields that cannot be fully read back: their format cannot be undone, or they are
    /// numbers, whose digits in the key do not say how many their type can have.
    pub(crate) fn lossy(&self) -> impl Iterator<Item = usize> + use<> {
        self.parts.iter().filter_map(|part| match part {
            Part::Component {
                field,
                format: Format::Lower | Format::Upper | Format::First(_),
                ..
            }
            | Part::Component {
                field,
                spelling: Spelling::Integer | Spelling::Number,
                ..
            } => Some(*field),
            _ => None,
        })
    }
}

/// A number key, as DynamoDB writes numbers.
pub(super) fn number_key(text: &str) -> Result<KeyValue, KeyError> {
    crate::codec::canonical_number(text)
        .map(KeyValue::Number)
        .map_err(KeyError::new)
}
