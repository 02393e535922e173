//! Why a key could not be built or read.

use std::borrow::Cow;
use std::error::Error;
use std::fmt;

/// Says why a key could not be built from its components, or read back into them.
///
/// The message names the item, the key attribute and the component, never the component's value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyError(Box<Details>);

/// Boxed, so that results stay small.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Details {
    item: &'static str,
    attribute: Cow<'static, str>,
    component: Cow<'static, str>,
    reason: Cow<'static, str>,
}

impl KeyError {
    /// Creates an error from its reason, such as `is not a time frame`.
    #[cold]
    pub fn new(reason: impl Into<Cow<'static, str>>) -> Self {
        Self(Box::new(Details {
            item: "",
            attribute: Cow::Borrowed(""),
            component: Cow::Borrowed(""),
            reason: reason.into(),
        }))
    }

    /// Returns the item type's name; empty if the error is not about one.
    #[must_use]
    pub fn item(&self) -> &str {
        self.0.item
    }

    /// Returns the name of the key attribute that was to be built or read.
    #[must_use]
    pub fn attribute(&self) -> &str {
        &self.0.attribute
    }

    /// Returns the field whose value was refused; empty if the whole key was.
    #[must_use]
    pub fn component(&self) -> &str {
        &self.0.component
    }

    /// Returns what was wrong with it.
    #[must_use]
    pub fn reason(&self) -> &str {
        &self.0.reason
    }

    pub(crate) fn with_item(mut self, item: &'static str) -> Self {
        if self.0.item.is_empty() {
            self.0.item = item;
        }
        self
    }

    pub(crate) fn with_attribute(mut self, attribute: impl Into<Cow<'static, str>>) -> Self {
        if self.0.attribute.is_empty() {
            self.0.attribute = attribute.into();
        }
        self
    }

    pub(crate) fn with_component(mut self, component: impl Into<Cow<'static, str>>) -> Self {
        if self.0.component.is_empty() {
            self.0.component = component.into();
        }
        self
    }
}

impl fmt::Display for KeyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.0.item.is_empty() {
            write!(f, "`{}` ", self.0.item)?;
        }
        match (self.0.attribute.is_empty(), self.0.component.is_empty()) {
            (false, false) => {
                write!(
                    f,
                    "key `{}`: component `{}` ",
                    self.0.attribute, self.0.component
                )?;
            }
            (false, true) => write!(f, "key `{}` ", self.0.attribute)?,
            (true, false) => write!(f, "component `{}` ", self.0.component)?,
            (true, true) => write!(f, "key ")?,
        }
        f.write_str(&self.0.reason)
    }
}

impl Error for KeyError {}
