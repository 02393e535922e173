//! Whole SDK values from either source, and a look ahead at one attribute of an item.

use std::borrow::Cow;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

use aws_sdk_dynamodb::primitives::Blob;
use aws_sdk_dynamodb::types::AttributeValue;

use super::json::Json;
use super::{Decoder, Input};
use crate::codec::DecodeError;
use crate::codec::kind::AttributeType;

impl Decoder<'_> {
    /// Reads a value of any type as an SDK value.
    ///
    /// # Errors
    /// Returns an error if the text is malformed.
    pub fn attribute_value(&mut self) -> Result<AttributeValue, DecodeError> {
        match &mut self.source {
            Input::Json(json) => json.attribute_value(),
            Input::Values(values) => values.take(),
        }
    }

    /// Reads a whole item as SDK attributes.
    ///
    /// # Errors
    /// Returns an error if the text is malformed, or no item comes next.
    pub fn item(&mut self) -> Result<HashMap<String, AttributeValue>, DecodeError> {
        match &mut self.source {
            Input::Json(json) => {
                json.begin_item()?;
                json.entries()
            }
            Input::Values(values) => match values.take()? {
                AttributeValue::M(item) => Ok(item),
                _ => Err(DecodeError::because("no item is due here")),
            },
        }
    }

    /// Returns the text of one attribute of the next item, without consuming the item; `None` if
    /// the item has no such attribute, or it is not text.
    ///
    /// # Errors
    /// Returns an error if the text is malformed, or no item comes next.
    pub fn peek_text(&mut self, name: &str) -> Result<Option<Cow<'_, str>>, DecodeError> {
        match &mut self.source {
            Input::Json(json) => {
                let mut ahead = json.ahead();
                ahead.begin_item()?;
                ahead.find_text(name)
            }
            Input::Values(values) => Ok(text_of(values.peek_map()?, name)),
        }
    }

    /// Notes the value of an attribute of the next item while the item is decoded, for
    /// [`watched_text`](Self::watched_text).
    pub(crate) fn watch(&mut self, name: &'static str) {
        if let Input::Json(json) = &mut self.source {
            json.watched = Some(name);
            json.watched_at = None;
        }
    }

    /// The text of the watched attribute, once the item is decoded; `None` if it is not text, not
    /// there, or a field of the item.
    pub(crate) fn watched_text(&self) -> Option<Cow<'_, str>> {
        match &self.source {
            Input::Json(json) => {
                let mut reader = Json::new(json.text);
                reader.at = json.watched_at?;
                reader.text().ok()
            }
            Input::Values(_) => None,
        }
    }

    /// Looks ahead at attributes of the next item, without consuming it: those for whose name
    /// `wanted` returns something.
    pub(crate) fn peek_attributes<W>(
        &mut self,
        mut wanted: impl FnMut(&str) -> Option<W>,
        mut found: impl FnMut(W, AttributeValue),
    ) -> Result<(), DecodeError> {
        match &mut self.source {
            Input::Json(json) => {
                let mut ahead = json.ahead();
                ahead.begin_item()?;
                while let Some(name) = ahead.next_name()? {
                    match wanted(&name) {
                        Some(wanted) => found(wanted, ahead.attribute_value()?),
                        None => ahead.skip()?,
                    }
                }
            }
            Input::Values(values) => {
                for (name, value) in values.peek_map()?.into_iter().flatten() {
                    if let Some(wanted) = wanted(name) {
                        found(wanted, value.clone());
                    }
                }
            }
        }
        Ok(())
    }

    /// Skips the next item.
    pub(crate) fn skip_item(&mut self) -> Result<(), DecodeError> {
        match &mut self.source {
            Input::Json(json) => {
                json.begin_item()?;
                while json.next_name()?.is_some() {
                    json.skip()?;
                }
                Ok(())
            }
            Input::Values(values) => values.skip(),
        }
    }

    /// Returns the text of one entry of the next map, without consuming the map; `None` if the map
    /// has no such entry, or it is not text.
    ///
    /// # Errors
    /// Returns an error if the text is malformed, or no map comes next.
    pub fn peek_entry(&mut self, name: &str) -> Result<Option<Cow<'_, str>>, DecodeError> {
        match &mut self.source {
            Input::Json(json) => {
                let mut ahead = json.ahead();
                ahead.begin_map()?;
                ahead.find_text(name)
            }
            Input::Values(values) => Ok(text_of(values.peek_map()?, name)),
        }
    }
}

fn text_of<'a>(
    map: Option<&'a HashMap<String, AttributeValue>>,
    name: &str,
) -> Option<Cow<'a, str>> {
    match map?.get(name) {
        Some(AttributeValue::S(text)) => Some(Cow::Borrowed(text)),
        _ => None,
    }
}

impl<'a> Json<'a> {
    /// A second cursor at the same place.
    fn ahead(&self) -> Self {
        let mut ahead = Self::new(self.text);
        ahead.at = self.at;
        ahead
    }

    fn find_text(&mut self, name: &str) -> Result<Option<Cow<'a, str>>, DecodeError> {
        while let Some(found) = self.next_name()? {
            if found == name && self.peek_type()? == AttributeType::S {
                return self.text().map(Some);
            }
            self.skip()?;
        }
        Ok(None)
    }

    // `enter` bounds the depth of this recursion.
    fn attribute_value(&mut self) -> Result<AttributeValue, DecodeError> {
        Ok(match self.peek_type()? {
            AttributeType::S => AttributeValue::S(self.text()?.into_owned()),
            AttributeType::N => AttributeValue::N(self.number("N")?.into_owned()),
            AttributeType::B => AttributeValue::B(Blob::new(self.bytes()?)),
            AttributeType::Bool => AttributeValue::Bool(self.boolean()?),
            AttributeType::Null => AttributeValue::Null(self.null()?),
            AttributeType::M => {
                self.begin_map()?;
                AttributeValue::M(self.entries()?)
            }
            AttributeType::L => {
                self.begin_list()?;
                AttributeValue::L(self.elements(Self::attribute_value)?)
            }
            AttributeType::Ss => {
                self.begin_set(AttributeType::Ss)?;
                AttributeValue::Ss(self.elements(|json| json.text().map(Cow::into_owned))?)
            }
            AttributeType::Ns => {
                self.begin_set(AttributeType::Ns)?;
                AttributeValue::Ns(self.elements(|json| json.number("N").map(Cow::into_owned))?)
            }
            AttributeType::Bs => {
                self.begin_set(AttributeType::Bs)?;
                AttributeValue::Bs(self.elements(|json| json.bytes().map(Blob::new))?)
            }
        })
    }

    fn elements<T>(
        &mut self,
        read: impl Fn(&mut Self) -> Result<T, DecodeError>,
    ) -> Result<Vec<T>, DecodeError> {
        let mut elements = Vec::new();
        while self.next_element()? {
            let element = read(self).map_err(|error| error.at_index(elements.len()))?;
            elements.push(element);
        }
        Ok(elements)
    }

    fn entries(&mut self) -> Result<HashMap<String, AttributeValue>, DecodeError> {
        let mut entries = HashMap::new();
        while let Some(name) = self.next_name()? {
            let value = self.attribute_value().map_err(|error| error.at(&name))?;
            match entries.entry(name.into_owned()) {
                Entry::Vacant(entry) => entry.insert(value),
                // DynamoDB sends no name twice, and which of the two counts is not ours to decide.
                Entry::Occupied(entry) => {
                    return Err(DecodeError::because("is there twice").at(entry.key()));
                }
            };
        }
        Ok(entries)
    }
}
