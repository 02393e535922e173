//! The ten types of attribute values, by DynamoDB's names.

use std::fmt;

use aws_sdk_dynamodb::types::AttributeValue;

/// The type of a stored attribute value, named as DynamoDB names it on the wire.
///
/// ```
/// use dynamo_runtime::codec::AttributeType;
///
/// assert_eq!(AttributeType::Ss.to_string(), "SS");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AttributeType {
    /// Text.
    S,
    /// A number of up to 38 significant digits.
    N,
    /// Bytes.
    B,
    /// True or false.
    Bool,
    /// The null value.
    Null,
    /// A map of names to values.
    M,
    /// A list of values.
    L,
    /// A set of strings.
    Ss,
    /// A set of numbers.
    Ns,
    /// A set of byte strings.
    Bs,
}

impl AttributeType {
    /// Returns the name used on the wire: `S`, `BOOL`, `SS`, …
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::S => "S",
            Self::N => "N",
            Self::B => "B",
            Self::Bool => "BOOL",
            Self::Null => "NULL",
            Self::M => "M",
            Self::L => "L",
            Self::Ss => "SS",
            Self::Ns => "NS",
            Self::Bs => "BS",
        }
    }

    /// Returns the type of one element of a set type; `None` if this is not a set.
    #[must_use]
    pub fn element(self) -> Option<Self> {
        match self {
            Self::Ss => Some(Self::S),
            Self::Ns => Some(Self::N),
            Self::Bs => Some(Self::B),
            _ => None,
        }
    }

    /// Returns the type of an SDK value; `None` if this version does not know it.
    pub(crate) fn of(value: &AttributeValue) -> Option<Self> {
        Some(match value {
            AttributeValue::S(_) => Self::S,
            AttributeValue::N(_) => Self::N,
            AttributeValue::B(_) => Self::B,
            AttributeValue::Bool(_) => Self::Bool,
            AttributeValue::Null(_) => Self::Null,
            AttributeValue::M(_) => Self::M,
            AttributeValue::L(_) => Self::L,
            AttributeValue::Ss(_) => Self::Ss,
            AttributeValue::Ns(_) => Self::Ns,
            AttributeValue::Bs(_) => Self::Bs,
            _ => return None,
        })
    }

    pub(super) fn from_wire(name: &str) -> Option<Self> {
        Some(match name {
            "S" => Self::S,
            "N" => Self::N,
            "B" => Self::B,
            "BOOL" => Self::Bool,
            "NULL" => Self::Null,
            "M" => Self::M,
            "L" => Self::L,
            "SS" => Self::Ss,
            "NS" => Self::Ns,
            "BS" => Self::Bs,
            _ => return None,
        })
    }
}

impl fmt::Display for AttributeType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
