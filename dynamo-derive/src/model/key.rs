//! Keys: which attribute, and what it is built from.

use proc_macro2::Span;

use super::KeyType;

/// One key attribute of a table or an index.
pub(crate) struct KeyAttribute {
    pub(crate) name: String,
    /// Span of what named or built it, for errors about it.
    pub(crate) span: Span,
    pub(crate) source: KeySource,
    /// The type a shared table declares for it; if it declares none, the item decides.
    pub(crate) declared: Option<KeyType>,
}

/// The source of a key attribute's value.
#[derive(Clone)]
pub(crate) enum KeySource {
    /// The attribute is the stored field with this number; nothing else is written for it.
    Field(usize),
    /// An index reuses a key attribute of the table.
    TablePartition,
    TableSort,
    /// An index reuses the attribute that stores the entity name.
    Entity,
    /// Written in addition to the fields, from a template.
    Built(Template),
    /// A mistake was reported, so no rule applies to it: the components that it seems to name.
    Reported(Vec<String>),
}

/// The text a key is built from.
#[derive(Clone)]
pub(crate) struct Template {
    pub(crate) parts: Vec<Part>,
}

#[derive(Clone)]
pub(crate) enum Part {
    Literal(String),
    Component {
        /// Number of the field in `Item::fields`.
        field: usize,
        format: Format,
        span: Span,
    },
}

/// How a component is written into a key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Format {
    Plain,
    /// `{n:020}`: zero-padded to this width.
    Padded(u8),
    /// `{n:sortable}`.
    Sortable,
    /// `{n:neg}`.
    Negated,
    /// `{s:lower}`.
    Lower,
    /// `{s:upper}`.
    Upper,
    /// `{s:escape}`.
    Escape,
    /// `{s:raw}`.
    Raw,
    /// `{s:first(10)}`.
    First(u16),
    /// `{x:shard(16)}`.
    Shard(Shards),
    /// `{t:seconds}`, `{t:millis}`, `{t:micros}`, `{t:nanos}`: so many digits after the second.
    Time(u8),
}

/// The partitions that a component spreads items over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Shards {
    pub(crate) count: u16,
    /// How many there were before; 1 if the key was not sharded.
    pub(crate) was: Option<u16>,
}

impl Format {
    /// As it is written behind the name of a component; empty for the plain one.
    pub(crate) fn suffix(self) -> String {
        match self {
            Self::Plain => String::new(),
            Self::Padded(width) => format!(":0{width}"),
            Self::Sortable => ":sortable".into(),
            Self::Negated => ":neg".into(),
            Self::Lower => ":lower".into(),
            Self::Upper => ":upper".into(),
            Self::Escape => ":escape".into(),
            Self::Raw => ":raw".into(),
            Self::First(count) => format!(":first({count})"),
            Self::Shard(Shards { count, was: None }) => format!(":shard({count})"),
            Self::Shard(Shards {
                count,
                was: Some(was),
            }) => format!(":shard({count}, was = {was})"),
            Self::Time(digits) => format!(":{}", time_format(digits)),
        }
    }

    /// Whether it spreads items instead of naming a partition.
    pub(crate) fn is_shard(self) -> bool {
        matches!(self, Self::Shard(_))
    }

    /// Whether the field is read back whole.
    pub(crate) fn is_invertible(self) -> bool {
        match self {
            Self::Plain
            | Self::Padded(_)
            | Self::Sortable
            | Self::Negated
            | Self::Escape
            | Self::Raw
            | Self::Time(_) => true,
            Self::Lower | Self::Upper | Self::First(_) | Self::Shard(_) => false,
        }
    }

    /// Whether a component in this format says what the same field is in another.
    pub(crate) fn fixes(self, other: Self) -> bool {
        self.is_invertible() || self == other
    }
}

/// The formats of times, by the digits they write after the second.
pub(crate) const TIMES: [(&str, u8); 4] =
    [("seconds", 0), ("millis", 3), ("micros", 6), ("nanos", 9)];

/// The name of the format of times with so many digits after the second.
pub(crate) fn time_format(digits: u8) -> &'static str {
    let format = TIMES.into_iter().find(|(_, other)| *other == digits);
    format.map_or("", |(name, _)| name)
}

impl Template {
    /// The components in order of appearance, as field number and format.
    pub(crate) fn components(&self) -> impl Iterator<Item = (usize, Format)> + '_ {
        self.parts.iter().filter_map(|part| match part {
            Part::Component { field, format, .. } => Some((*field, *format)),
            Part::Literal(_) => None,
        })
    }

    /// Whether two templates build the same text.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        let is_same = |(one, other): (&Part, &Part)| match (one, other) {
            (Part::Literal(one), Part::Literal(other)) => one == other,
            (
                Part::Component {
                    field: one,
                    format: one_format,
                    ..
                },
                Part::Component {
                    field: other,
                    format: other_format,
                    ..
                },
            ) => one == other && one_format == other_format,
            _ => false,
        };
        self.parts.len() == other.parts.len() && self.parts.iter().zip(&other.parts).all(is_same)
    }

    /// Whether it is just a field in the format of a time: one that may be stored as it is.
    pub(crate) fn is_time_of(&self, field: usize) -> bool {
        matches!(self.single(), Some((own, Format::Time(_))) if own == field)
    }

    /// The one component the template consists of, if it does.
    pub(crate) fn single(&self) -> Option<(usize, Format)> {
        match self.parts.as_slice() {
            [Part::Component { field, format, .. }] => Some((*field, *format)),
            _ => None,
        }
    }
}
