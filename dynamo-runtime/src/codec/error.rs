//! Errors between a Rust value and a stored one. Messages contain names, types and lengths, never
//! the values themselves.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;

use aws_sdk_dynamodb::types::AttributeValue;

use super::value_path::{ValuePath, write_subject};

/// The failure to turn a Rust value into attributes.
///
/// ```
/// use dynamo_runtime::EncodeError;
///
/// let error = EncodeError::custom("a rating is at most 5").at("rating").at_index(3).at("reviews");
/// assert_eq!(error.to_string(), "attribute `reviews[3].rating`: a rating is at most 5");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EncodeError(Box<EncodeFailure>);

#[derive(Debug, Clone, PartialEq, Eq)]
struct EncodeFailure {
    item: Option<&'static str>,
    path: ValuePath,
    reason: Cow<'static, str>,
}

impl EncodeError {
    /// Creates an error with a custom message, which should not repeat stored values.
    #[cold]
    pub fn custom(reason: impl fmt::Display) -> Self {
        Self::because(reason.to_string())
    }

    #[cold]
    pub(crate) fn because(reason: impl Into<Cow<'static, str>>) -> Self {
        Self(Box::new(EncodeFailure {
            item: None,
            path: ValuePath::default(),
            reason: reason.into(),
        }))
    }

    /// Adds an attribute name to the front of the path.
    #[must_use]
    #[cold]
    pub fn at(mut self, name: &str) -> Self {
        self.0.path.prefix_name(name);
        self
    }

    /// Adds an entry of a map to the front of the path. It is shown as `*`: the keys of a map are
    /// data.
    #[must_use]
    #[cold]
    pub fn at_entry(mut self) -> Self {
        self.0.path.prefix_entry();
        self
    }

    /// Adds the index of a list element to the front of the path.
    #[must_use]
    #[cold]
    pub fn at_index(mut self, index: usize) -> Self {
        self.0.path.prefix_index(index);
        self
    }

    /// Names the item type the attribute belongs to.
    #[must_use]
    #[cold]
    pub fn with_item(mut self, item: &'static str) -> Self {
        self.0.item = Some(item);
        self
    }

    /// Returns the path from the item to the value: `lines[3].sku`, or `prices.*` for an entry of a
    /// map, whose keys are data.
    #[must_use]
    pub fn path(&self) -> &str {
        self.0.path.as_str()
    }

    /// Returns the item type, if it is known.
    #[must_use]
    pub fn item(&self) -> Option<&'static str> {
        self.0.item
    }
}

impl fmt::Display for EncodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_subject(f, self.0.item, &self.0.path)?;
        write!(f, ": {}", self.0.reason)
    }
}

impl std::error::Error for EncodeError {}

/// The failure to read attributes back into a Rust value.
///
/// ```
/// use dynamo_runtime::DecodeError;
///
/// let error = DecodeError::new("N (i64)", "S").at("Level").at("Metadata");
/// assert_eq!(error.to_string(), "attribute `Metadata.Level`: expected N (i64), found S");
/// assert_eq!(error.path(), "Metadata.Level");
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct DecodeError(Box<DecodeFailure>);

#[derive(Clone, PartialEq, Eq)]
struct DecodeFailure {
    item: Option<&'static str>,
    path: ValuePath,
    problem: DecodeProblem,
    /// Other missing attributes of the same item.
    others: Vec<String>,
    place: AttributePlace,
}

/// The place of an item in its page.
#[derive(Clone, Default, PartialEq)]
struct AttributePlace {
    number: Option<usize>,
    keys: Vec<&'static str>,
    stored: Option<HashMap<String, AttributeValue>>,
}

// Attribute values are reflexive: their numbers are text.
impl Eq for AttributePlace {}

#[derive(Clone, PartialEq, Eq)]
enum DecodeProblem {
    Mismatch {
        expected: Cow<'static, str>,
        found: Cow<'static, str>,
    },
    Missing {
        expected: Option<&'static str>,
    },
    Other(Cow<'static, str>),
}

impl DecodeError {
    /// Creates an error for a value of an unexpected type or shape.
    #[cold]
    pub fn new(
        expected: impl Into<Cow<'static, str>>,
        found: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self::from_problem(DecodeProblem::Mismatch {
            expected: expected.into(),
            found: found.into(),
        })
    }

    /// Creates an error for a missing attribute that is required.
    #[must_use]
    #[cold]
    pub fn missing(name: &str) -> Self {
        Self::from_problem(DecodeProblem::Missing { expected: None }).at(name)
    }

    #[cold]
    pub(crate) fn missing_of(name: &str, expected: &'static str) -> Self {
        Self::from_problem(DecodeProblem::Missing {
            expected: Some(expected),
        })
        .at(name)
    }

    /// Creates an error with a custom message, which should not repeat stored values.
    #[cold]
    pub fn custom(reason: impl fmt::Display) -> Self {
        Self::because(reason.to_string())
    }

    #[cold]
    pub(crate) fn because(reason: impl Into<Cow<'static, str>>) -> Self {
        Self::from_problem(DecodeProblem::Other(reason.into()))
    }

    fn from_problem(problem: DecodeProblem) -> Self {
        Self(Box::new(DecodeFailure {
            item: None,
            path: ValuePath::default(),
            problem,
            others: Vec::new(),
            place: AttributePlace::default(),
        }))
    }

    /// Adds an attribute name to the front of the path.
    #[must_use]
    #[cold]
    pub fn at(mut self, name: &str) -> Self {
        self.0.path.prefix_name(name);
        self
    }

    /// Adds an entry of a map to the front of the path. It is shown as `*`: the keys of a map are
    /// data.
    #[must_use]
    #[cold]
    pub fn at_entry(mut self) -> Self {
        self.0.path.prefix_entry();
        self
    }

    /// Adds the index of a list element to the front of the path.
    #[must_use]
    #[cold]
    pub fn at_index(mut self, index: usize) -> Self {
        self.0.path.prefix_index(index);
        self
    }

    /// Names the item type the attribute belongs to.
    #[must_use]
    #[cold]
    pub fn with_item(mut self, item: &'static str) -> Self {
        self.0.item = Some(item);
        self
    }

    /// Returns the path from the item to the value: `lines[3].sku`, or `prices.*` for an entry of a
    /// map, whose keys are data.
    #[must_use]
    pub fn path(&self) -> &str {
        self.0.path.as_str()
    }

    /// Returns the item type, if it is known.
    #[must_use]
    pub fn item(&self) -> Option<&'static str> {
        self.0.item
    }

    /// Returns what was expected, if that was the problem.
    #[must_use]
    pub fn expected(&self) -> Option<&str> {
        match &self.0.problem {
            DecodeProblem::Mismatch { expected, .. } => Some(expected),
            DecodeProblem::Missing { expected } => *expected,
            DecodeProblem::Other(_) => None,
        }
    }

    /// Returns what was found instead: a type, never a value.
    #[must_use]
    pub fn found(&self) -> Option<&str> {
        match &self.0.problem {
            DecodeProblem::Mismatch { found, .. } => Some(found),
            _ => None,
        }
    }

    /// Returns the item's number in its page, counted from 1, if it was read with a page.
    #[must_use]
    pub fn number(&self) -> Option<usize> {
        self.0.place.number
    }

    /// Returns the item as it is stored, if it was read with a page, so that you can find it,
    /// correct it, or read it as another type. No message shows it.
    #[must_use]
    pub fn stored(&self) -> Option<&HashMap<String, AttributeValue>> {
        self.0.place.stored.as_ref()
    }

    /// Adds the item's number in its page.
    pub(crate) fn of_number(mut self, number: usize) -> Self {
        self.0.place.number = Some(number);
        self
    }

    /// Adds the names of the item's key attributes.
    pub(crate) fn with_keys(mut self, keys: Vec<&'static str>) -> Self {
        self.0.place.keys = keys;
        self
    }

    /// Adds the item as it is stored.
    pub(crate) fn with_stored(mut self, item: HashMap<String, AttributeValue>) -> Self {
        self.0.place.stored = Some(item);
        self
    }

    /// Merges another error of the same item, if both are missing attributes.
    #[cold]
    pub(crate) fn keep(&mut self, other: &Self) {
        if self.is_missing() && other.is_missing() {
            self.0.others.push(other.path().to_owned());
        }
    }

    /// Returns the missing attributes of the item, in the order of its fields.
    pub fn missing_attributes(&self) -> impl Iterator<Item = &str> {
        let first = self.is_missing().then(|| self.path());
        first
            .into_iter()
            .chain(self.0.others.iter().map(String::as_str))
    }

    /// Returns whether the attribute was missing.
    #[must_use]
    pub fn is_missing(&self) -> bool {
        matches!(self.0.problem, DecodeProblem::Missing { .. })
    }
}

/// Shows the message: a list of what could not be read is one line each.
impl fmt::Debug for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DecodeError: {self}")
    }
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_subject(f, self.0.item, &self.0.path)?;
        match &self.0.problem {
            DecodeProblem::Mismatch { expected, found } => {
                write!(f, ": expected {expected}, found {found}")
            }
            DecodeProblem::Missing {
                expected: Some(expected),
            } => {
                write!(f, " is missing; expected {expected}")
            }
            DecodeProblem::Missing { expected: None } => f.write_str(" is missing"),
            DecodeProblem::Other(reason) => write!(f, ": {reason}"),
        }?;
        for (at, other) in self.0.others.iter().enumerate() {
            let before = if at == 0 { "; also missing:" } else { "," };
            write!(f, "{before} `{other}`")?;
        }
        let AttributePlace { number, keys, .. } = &self.0.place;
        let Some(number) = number else {
            return Ok(());
        };
        write!(f, " (item {number} of its page")?;
        for (at, key) in keys.iter().enumerate() {
            let before = if at == 0 { ", keyed by" } else { "," };
            write!(f, "{before} `{key}`")?;
        }
        f.write_str(")")
    }
}

impl std::error::Error for DecodeError {}
