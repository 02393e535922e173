//! The encoder: one type for both targets, so that a type's `Encode` is compiled once.

mod floats;
mod json;
mod leaf;
mod output;
mod plain;
mod tree;

use smallvec::SmallVec;

use self::json::JsonText;
use self::tree::Tree;
use super::kind::AttributeType;
use super::{Encode, EncodeError};

/// The most levels at which a value may be nested, counting the attribute itself. See
/// <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html>.
const MAX_LEVELS: usize = 32;

/// The approximate size of an attribute as JSON, to size the buffer of an item up front.
const JSON_BYTES_AN_ATTRIBUTE: usize = 40;

/// Writes attribute values, as DynamoDB JSON or as the SDK's `AttributeValue`s.
///
/// You choose the format when you create the encoder; an [`Encode`] implementation need not know
/// it. It writes exactly one value: a scalar, or a container with its contents. Do not use the
/// encoder after an error.
///
/// ```
/// use dynamo_runtime::{EncodeError, Encoder};
///
/// # fn main() -> Result<(), EncodeError> {
/// let mut to = Encoder::json();
/// to.begin_item(2)?;
/// to.entry("name", "Ada")?;
/// to.entry("born", &1815)?;
/// to.end_item()?;
/// assert_eq!(to.size(), 4 + 3 + 4 + 3);
/// assert_eq!(to.into_json()?, br#"{"name":{"S":"Ada"},"born":{"N":"1815"}}"#);
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Encoder {
    target: EncodedAs,
    open: SmallVec<[OpenContainer; 4]>,
    slot: MayFollow,
    size: usize,
}

#[derive(Debug)]
enum EncodedAs {
    Json(JsonText),
    Map(Tree),
}

#[derive(Debug)]
struct OpenContainer {
    container: ContainerKind,
    /// How many elements have begun.
    count: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ContainerKind {
    Item,
    Map,
    List,
    /// A set, with the type of its elements.
    Set(AttributeType),
}

/// The kind of value that may be written next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum MayFollow {
    Closed,
    Value,
    /// An element of a set, of this type, written without a tag.
    Element(AttributeType),
}

impl Encoder {
    /// Creates an encoder of DynamoDB JSON.
    #[must_use]
    pub fn json() -> Self {
        Self::to(EncodedAs::Json(JsonText::default()))
    }

    /// Creates an encoder of `AttributeValue`s.
    #[must_use]
    pub fn map() -> Self {
        Self::to(EncodedAs::Map(Tree::default()))
    }

    fn to(target: EncodedAs) -> Self {
        Self {
            target,
            open: SmallVec::new(),
            slot: MayFollow::Value,
            size: 0,
        }
    }

    /// Begins an item: top-level attributes, written with [`entry`](Self::entry).
    ///
    /// # Errors
    /// Returns an error inside another container.
    pub fn begin_item(&mut self, len: usize) -> Result<(), EncodeError> {
        if !self.open.is_empty() {
            return Err(misuse("an item cannot stand inside of another value"));
        }
        self.size = 0;
        match &mut self.target {
            EncodedAs::Json(text) => {
                text.reserve(len * JSON_BYTES_AN_ATTRIBUTE);
                text.raw("{");
            }
            EncodedAs::Map(tree) => tree.open(AttributeType::M, len),
        }
        self.push(ContainerKind::Item);
        Ok(())
    }

    /// Ends the item.
    ///
    /// # Errors
    /// Returns an error if the innermost open container is not an item.
    pub fn end_item(&mut self) -> Result<(), EncodeError> {
        self.end(ContainerKind::Item)
    }

    /// Begins a map of about `len` entries, written with [`entry`](Self::entry).
    ///
    /// # Errors
    /// Returns an error if no value is expected here.
    pub fn begin_map(&mut self, len: usize) -> Result<(), EncodeError> {
        self.begin(ContainerKind::Map, AttributeType::M, len)
    }

    /// Ends the map.
    ///
    /// # Errors
    /// Returns an error if the innermost open container is not a map.
    pub fn end_map(&mut self) -> Result<(), EncodeError> {
        self.end(ContainerKind::Map)
    }

    /// Begins a list of about `len` elements, written with [`element`](Self::element).
    ///
    /// # Errors
    /// Returns an error if no value is expected here.
    pub fn begin_list(&mut self, len: usize) -> Result<(), EncodeError> {
        self.begin(ContainerKind::List, AttributeType::L, len)
    }

    /// Ends the list.
    ///
    /// # Errors
    /// Returns an error if the innermost open container is not a list.
    pub fn end_list(&mut self) -> Result<(), EncodeError> {
        self.end(ContainerKind::List)
    }

    /// Begins a set of about `len` elements, written with [`element_with`](Self::element_with).
    ///
    /// # Errors
    /// Returns an error if no value is expected here, or `kind` is not a set type.
    pub fn begin_set(&mut self, kind: AttributeType, len: usize) -> Result<(), EncodeError> {
        match kind.element() {
            Some(element) => self.begin(ContainerKind::Set(element), kind, len),
            None => Err(misuse("only SS, NS and BS are sets")),
        }
    }

    /// Ends the set.
    ///
    /// # Errors
    /// Returns an error if the innermost open container is not a set, or is empty: DynamoDB has no
    /// empty sets.
    pub fn end_set(&mut self) -> Result<(), EncodeError> {
        match self.open.last() {
            Some(OpenContainer {
                container: ContainerKind::Set(_),
                count: 0,
                ..
            }) => Err(EncodeError::because("a set cannot be empty; leave it out")),
            Some(OpenContainer {
                container: set @ ContainerKind::Set(_),
                ..
            }) => self.end(*set),
            _ => Err(misuse("no set was begun")),
        }
    }

    /// Writes an attribute of the item, or an entry of the map. An absent value is left out.
    ///
    /// # Errors
    /// Returns the error of the value's `Encode`, with `name` at the front of its path.
    pub fn entry<T: Encode + ?Sized>(&mut self, name: &str, value: &T) -> Result<(), EncodeError> {
        if value.is_absent() {
            return Ok(());
        }
        self.entry_with(name, |to| value.encode(to))
    }

    /// Writes several attributes or entries. Absent values are left out.
    ///
    /// # Errors
    /// The same as [`entry`](Self::entry), for the first value that cannot be written.
    pub fn entries(&mut self, entries: &[(&str, &dyn Encode)]) -> Result<(), EncodeError> {
        for (name, value) in entries {
            match value.lent_text() {
                Some(text) => self.text_entry(name, text)?,
                None => self.entry(name, *value)?,
            }
        }
        Ok(())
    }

    /// Writes an attribute or an entry that is text: most are, and this is cheaper.
    #[inline(never)]
    pub(crate) fn text_entry(&mut self, name: &str, text: &str) -> Result<(), EncodeError> {
        if !matches!(self.target, EncodedAs::Json(_)) {
            return self.entry_with(name, |to| to.string(text));
        }
        self.check_filled()?;
        self.size += self.entry_size(name)? + text.len();
        if let EncodedAs::Json(json) = &mut self.target {
            json.name(name);
            json.string(text, true);
        }
        Ok(())
    }

    /// Writes an attribute or an entry; the closure writes its value.
    ///
    /// # Errors
    /// Returns the error of the closure, with `name` at the front of its path.
    pub fn entry_with(
        &mut self,
        name: &str,
        write: impl FnOnce(&mut Self) -> Result<(), EncodeError>,
    ) -> Result<(), EncodeError> {
        self.begin_entry(name)?;
        self.one_value(write).map_err(|error| error.at(name))
    }

    /// Writes an entry of a map whose keys are data, which errors do not show.
    pub(super) fn map_entry_with(
        &mut self,
        name: &str,
        write: impl FnOnce(&mut Self) -> Result<(), EncodeError>,
    ) -> Result<(), EncodeError> {
        self.begin_entry(name)?;
        self.one_value(write).map_err(EncodeError::at_entry)
    }

    fn one_value(
        &mut self,
        write: impl FnOnce(&mut Self) -> Result<(), EncodeError>,
    ) -> Result<(), EncodeError> {
        match write(self) {
            Ok(()) if self.slot == MayFollow::Closed => Ok(()),
            Ok(()) => Err(nothing_written()),
            Err(error) => Err(error),
        }
    }

    /// Writes an element of the list.
    ///
    /// # Errors
    /// Returns the error of the value's `Encode`, with the index at the front of its path.
    pub fn element<T: Encode + ?Sized>(&mut self, value: &T) -> Result<(), EncodeError> {
        self.element_with(|to| value.encode(to))
    }

    /// Writes an element of the list or set; the closure writes its value.
    ///
    /// # Errors
    /// Returns the error of the closure, with the index at the front of its path.
    pub fn element_with(
        &mut self,
        write: impl FnOnce(&mut Self) -> Result<(), EncodeError>,
    ) -> Result<(), EncodeError> {
        let index = self.begin_element()?;
        self.one_value(write).map_err(|error| error.at_index(index))
    }

    #[inline(never)]
    pub(super) fn begin_entry(&mut self, name: &str) -> Result<(), EncodeError> {
        self.check_filled()?;
        self.size += self.entry_size(name)?;
        match &mut self.target {
            EncodedAs::Json(text) => text.name(name),
            EncodedAs::Map(tree) => tree.set_name(name),
        }
        self.slot = MayFollow::Value;
        Ok(())
    }

    /// The size of an entry here, except for its value.
    #[inline]
    fn entry_size(&self, name: &str) -> Result<usize, EncodeError> {
        match self.open.last().map(|open| open.container) {
            Some(ContainerKind::Item) => Ok(name.len()),
            // DynamoDB charges one byte per entry of a nested map.
            Some(ContainerKind::Map) => Ok(name.len() + 1),
            _ => Err(misuse("an entry belongs into a map")),
        }
    }

    #[inline(never)]
    fn begin_element(&mut self) -> Result<usize, EncodeError> {
        self.check_filled()?;
        let Some(open) = self.open.last_mut() else {
            return Err(misuse("an element belongs into a list"));
        };
        self.slot = match open.container {
            ContainerKind::List => MayFollow::Value,
            ContainerKind::Set(element) => MayFollow::Element(element),
            _ => return Err(misuse("an element belongs into a list")),
        };
        open.count += 1;
        let index = open.count - 1;
        if self.slot == MayFollow::Value {
            // DynamoDB charges one byte per element of a list, and none in a set.
            self.size += 1;
        }
        if let EncodedAs::Json(text) = &mut self.target {
            text.separate();
        }
        Ok(index)
    }

    /// Checks that a map or a list may begin here. One on the last level is refused even if it is
    /// empty.
    fn check_level(&self) -> Result<(), EncodeError> {
        let containers = self.open.len() + 1;
        // A value outside an item will be an attribute, or a part of one.
        let in_item =
            matches!(self.open.first(), Some(open) if open.container == ContainerKind::Item);
        if containers + usize::from(!in_item) <= MAX_LEVELS {
            return Ok(());
        }
        Err(EncodeError::because(
            "the value is nested deeper than the 32 levels DynamoDB stores",
        ))
    }

    fn begin(
        &mut self,
        container: ContainerKind,
        kind: AttributeType,
        len: usize,
    ) -> Result<(), EncodeError> {
        self.claim(kind)?;
        if matches!(container, ContainerKind::Map | ContainerKind::List) {
            self.check_level()?;
            self.size += 3;
        }
        match &mut self.target {
            EncodedAs::Json(text) => text.open(kind),
            EncodedAs::Map(tree) => tree.open(kind, len),
        }
        self.push(container);
        Ok(())
    }

    fn check_filled(&self) -> Result<(), EncodeError> {
        if self.slot == MayFollow::Closed {
            Ok(())
        } else {
            Err(nothing_written())
        }
    }

    fn push(&mut self, container: ContainerKind) {
        self.open.push(OpenContainer {
            container,
            count: 0,
        });
        self.slot = MayFollow::Closed;
    }

    fn end(&mut self, container: ContainerKind) -> Result<(), EncodeError> {
        self.check_filled()?;
        if self.open.last().map(|open| open.container) != Some(container) {
            return Err(misuse("the ended container is not the one begun last"));
        }
        self.open.pop();
        match (&mut self.target, container) {
            (EncodedAs::Map(tree), _) => tree.close(),
            (EncodedAs::Json(text), ContainerKind::Item) => text.raw("}"),
            (EncodedAs::Json(text), ContainerKind::Map) => text.raw("}}"),
            (EncodedAs::Json(text), ContainerKind::List | ContainerKind::Set(_)) => text.raw("]}"),
        }
        self.slot = MayFollow::Closed;
        Ok(())
    }
}

#[cold]
fn misuse(what: &'static str) -> EncodeError {
    EncodeError::because(what)
}

#[cold]
fn nothing_written() -> EncodeError {
    misuse("its `Encode` implementation wrote no value")
}
