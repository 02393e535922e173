//! A response body as operations read it: plain JSON around the items, which the decoder then reads
//! one after another.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

use aws_sdk_dynamodb::types::AttributeValue;

use super::json::Json;
use super::{Decoder, Input};
use crate::codec::DecodeError;

impl<'a> Decoder<'a> {
    /// Begins a plain JSON object: members by [`next_member`](Self::next_member).
    pub(crate) fn begin_object(&mut self) -> Result<(), DecodeError> {
        self.plain()?.begin_plain(b'{')
    }

    /// Moves to the next member and returns its name; `None` after the last one.
    pub(crate) fn next_member(&mut self) -> Result<Option<Cow<'a, str>>, DecodeError> {
        let json = self.plain()?;
        if !json.next_member(b'}')? {
            return Ok(None);
        }
        let name = json.quoted()?;
        json.punctuation(b':')?;
        Ok(Some(name))
    }

    /// Begins a plain JSON array, such as `Items`.
    pub(crate) fn begin_array(&mut self) -> Result<(), DecodeError> {
        self.plain()?.begin_plain(b'[')
    }

    /// Moves to the next element; returns `false` after the last one.
    pub(crate) fn next_in_array(&mut self) -> Result<bool, DecodeError> {
        self.plain()?.next_member(b']')
    }

    /// Reads a plain JSON integer, such as `Count`.
    pub(crate) fn plain_count(&mut self) -> Result<usize, DecodeError> {
        let json = self.plain()?;
        json.skip_space();
        let count = json.bare_number().parse().ok();
        count.ok_or_else(|| json.malformed())
    }

    /// Reads a plain JSON number, such as `CapacityUnits`.
    pub(crate) fn plain_number(&mut self) -> Result<f64, DecodeError> {
        let json = self.plain()?;
        json.skip_space();
        let number = json.bare_number().parse().ok();
        number.ok_or_else(|| json.malformed())
    }

    /// Returns whether a plain JSON array comes next.
    pub(crate) fn is_array(&mut self) -> Result<bool, DecodeError> {
        let json = self.plain()?;
        json.skip_space();
        Ok(json.byte() == Some(b'['))
    }

    /// Skips a plain JSON value and returns its position.
    pub(crate) fn skip_plain(&mut self) -> Result<Range<usize>, DecodeError> {
        let json = self.plain()?;
        json.skip_space();
        let start = json.at;
        json.skip_json()?;
        Ok(start..json.at)
    }

    /// Returns the position of the cursor; 0 if there is no text.
    pub(crate) fn position(&self) -> usize {
        match &self.source {
            Input::Json(json) => json.at,
            Input::Values(_) => 0,
        }
    }

    /// Reads some attributes of the next item. It may be left half read; return to its beginning
    /// afterwards.
    pub(crate) fn attributes(
        &mut self,
        names: &[&str],
    ) -> Result<HashMap<String, AttributeValue>, DecodeError> {
        let mut found = HashMap::with_capacity(names.len());
        self.begin_item()?;
        while found.len() < names.len() {
            let Some(name) = self.plain()?.next_name()? else {
                break;
            };
            if names.contains(&&*name) {
                found.insert(name.into_owned(), self.attribute_value()?);
            } else {
                self.skip()?;
            }
        }
        Ok(found)
    }

    /// Returns to the beginning of an item, after looking at it or failing inside it.
    pub(crate) fn rewind_to_item(&mut self, position: usize) -> Result<(), DecodeError> {
        let json = self.plain()?;
        json.at = position;
        json.depth = 0;
        json.set = None;
        json.fresh = false;
        Ok(())
    }

    /// Returns to the beginning of an item and skips it.
    pub(crate) fn skip_item_from(&mut self, position: usize) -> Result<(), DecodeError> {
        self.rewind_to_item(position)?;
        self.plain()?.skip_json()
    }

    /// Checks that nothing follows but white space.
    pub(crate) fn finish(&mut self) -> Result<(), DecodeError> {
        let json = self.plain()?;
        json.skip_space();
        if json.byte().is_none() {
            Ok(())
        } else {
            Err(json.malformed())
        }
    }

    fn plain(&mut self) -> Result<&mut Json<'a>, DecodeError> {
        match &mut self.source {
            Input::Json(json) => Ok(json),
            Input::Values(_) => Err(DecodeError::because("there is no text to read")),
        }
    }
}

impl Json<'_> {
    fn begin_plain(&mut self, opening: u8) -> Result<(), DecodeError> {
        self.punctuation(opening)?;
        self.fresh = true;
        Ok(())
    }
}
