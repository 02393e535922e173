//! The text of templates, as written in a declaration.

use std::fmt;

use super::{Format, Part, Template};

/// Displays the template as it is written: `ORDER#{placed_at}#{id:020}`.
impl fmt::Display for Template {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.parts.iter().try_for_each(|part| part.fmt(f))
    }
}

/// Displays literal text as it is, and a component in braces: `{price:neg}`.
impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Literal(text) => f.write_str(text),
            Self::Component { name, format, .. } => write!(f, "{{{name}{format}}}"),
        }
    }
}

/// Displays the format after the field's name in a template: `:020`, or nothing.
impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Plain | Self::Stored | Self::Instant => Ok(()),
            Self::Time(digits) => write!(f, ":{}", super::time_format(*digits)),
            Self::Padded(width) => write!(f, ":0{width}"),
            Self::Sortable => f.write_str(":sortable"),
            Self::Negated => f.write_str(":neg"),
            Self::Lower => f.write_str(":lower"),
            Self::Upper => f.write_str(":upper"),
            Self::Escape => f.write_str(":escape"),
            Self::Raw => f.write_str(":raw"),
            Self::Shard(shards) => write!(f, ":{shards}"),
            Self::First(count) => write!(f, ":first({count})"),
        }
    }
}
