//! The entries of items and maps in JSON: from one name to the next.

#![expect(
    clippy::inline_always,
    reason = "runs once per attribute: a call would add a third to its cost"
)]

use std::borrow::Cow;

use super::json::Json;
use super::order::{KnownAttribute, Order, TextPosition};
use crate::codec::DecodeError;
use crate::codec::find_byte::text_end;

impl<'a> Json<'a> {
    /// Moves to the item's next attribute, if it is the expected one.
    // A quarter of the cost of decoding an item; a call would add a third to it.
    #[inline(always)]
    pub(super) fn expected_field(&mut self, names: &'static [&'static str]) -> Option<usize> {
        let place = self.place();
        let order = if self.is_item() {
            &mut self.order
        } else {
            &mut self.nested
        };
        let known = order.expected(place, names)?;
        self.fresh = false;
        self.name_at = place.at + known.quote;
        self.at = place.at + known.len;
        Some(known.index)
    }

    /// Moves to the next entry that is among `names`; `unknown` if the current one is not.
    // A separate function, since expected entries need none of this.
    #[inline(never)]
    pub(super) fn next_known(
        &mut self,
        mut unknown: bool,
        names: &'static [&'static str],
    ) -> Result<Option<usize>, DecodeError> {
        if self.order.is_first() && self.is_item() {
            return self.first_known(unknown, names);
        }
        loop {
            let mut found = None;
            if unknown {
                self.skip()?;
                found = self.expected_field(names);
            }
            let found = match found {
                Some(index) => Some(index),
                None => self.next_field(names)?,
            };
            unknown = found == Some(names.len());
            if !unknown {
                return Ok(found);
            }
        }
    }

    /// The same in the first item, of which nothing is expected or remembered.
    fn first_known(
        &mut self,
        mut unknown: bool,
        names: &'static [&'static str],
    ) -> Result<Option<usize>, DecodeError> {
        self.order.restart_for(names);
        loop {
            if unknown {
                self.skip()?;
            }
            match self.next_entry(names)? {
                Some(index) if index < names.len() => return Ok(Some(index)),
                Some(_) => unknown = true,
                None => {
                    self.order.end_item();
                    return Ok(None);
                }
            }
        }
    }

    fn place(&self) -> TextPosition<'a> {
        TextPosition {
            bytes: self.bytes,
            at: self.at,
            first: self.fresh,
        }
    }

    /// Whether an item's attributes are being read, not the entries of a map inside it.
    #[inline(always)]
    fn is_item(&self) -> bool {
        self.in_item && self.depth == 1
    }

    #[inline(always)]
    fn order_of(&mut self, item: bool) -> &mut Order {
        if item {
            &mut self.order
        } else {
            &mut self.nested
        }
    }

    /// Moves to the next entry and finds its name among `names`.
    #[inline(never)]
    pub(super) fn next_field(
        &mut self,
        names: &'static [&'static str],
    ) -> Result<Option<usize>, DecodeError> {
        let item = self.is_item();
        // All items are of one type, but the maps inside them may be of many.
        if item {
            self.order.restart_for(names);
        } else if !self.nested.is_for(names) {
            return self.next_entry(names);
        }
        if self.byte() == Some(b'}') && !self.fresh {
            self.order_of(item).end_item();
            self.at += 1;
            return self.ended().map(|()| None);
        }
        let place = self.place();
        if let Some(known) = self.order_of(item).ahead(place) {
            self.fresh = false;
            self.name_at = self.at + known.quote;
            self.at += known.len;
            return Ok(Some(known.index));
        }
        let Some(index) = self.next_entry(names)? else {
            self.order_of(item).end_item();
            return Ok(None);
        };
        let (at, name_at) = (self.at, self.name_at);
        self.order_of(item)
            .learn(|| KnownAttribute::between(place, at, name_at, index));
        Ok(Some(index))
    }

    /// Moves past the last entry of a map or an item.
    fn ended(&mut self) -> Result<(), DecodeError> {
        if self.is_item() {
            self.depth = 0;
            return Ok(());
        }
        self.leave()
    }

    fn next_entry(&mut self, names: &'static [&'static str]) -> Result<Option<usize>, DecodeError> {
        let name = match self.short_name() {
            Some(name) => Cow::Borrowed(name),
            None => match self.next_name()? {
                Some(name) => name,
                None => return Ok(None),
            },
        };
        let index = find(names, &name, self.hint);
        if index < names.len() {
            self.hint = index + 1;
        } else if self.watched.is_some_and(|watched| watched == name) && self.is_item() {
            self.watched_at = Some(self.at);
        }
        Ok(Some(index))
    }

    /// Moves to the next entry if it is written as DynamoDB sends it, without white space or
    /// escapes; otherwise leaves the cursor where it was.
    #[inline]
    fn short_name(&mut self) -> Option<&'a str> {
        let name_at = self.at + usize::from(!self.fresh);
        if !self.fresh && self.byte() != Some(b',') || self.bytes.get(name_at) != Some(&b'"') {
            return None;
        }
        let start = name_at + 1;
        let end = text_end(self.bytes, start);
        if self.bytes.get(end..).and_then(<[u8]>::first_chunk::<2>) != Some(b"\":") {
            return None;
        }
        self.fresh = false;
        self.name_at = name_at;
        self.at = end + 2;
        self.text.get(start..end)
    }

    /// Moves to the next entry of a map or item and returns its name; closes it at the end.
    pub(super) fn next_name(&mut self) -> Result<Option<Cow<'a, str>>, DecodeError> {
        if let Some(name) = self.short_name() {
            return Ok(Some(Cow::Borrowed(name)));
        }
        if !self.next_member(b'}')? {
            self.ended()?;
            return Ok(None);
        }
        self.name_at = self.at;
        let name = self.quoted()?;
        self.punctuation(b':')?;
        Ok(Some(name))
    }

    /// Returns the name of the current entry.
    pub(super) fn name(&self) -> Cow<'a, str> {
        let mut reader = Json::new(self.text);
        reader.at = self.name_at;
        reader.quoted().unwrap_or_default()
    }
}

/// Finds a name, trying the expected place first; `names.len()` if it is not there.
#[inline]
pub(super) fn find(names: &[&str], name: &str, hint: usize) -> usize {
    if names.get(hint).is_some_and(|expected| *expected == name) {
        return hint;
    }
    // Most names differ in their first byte: comparing it saves a call.
    let first = name.as_bytes().first();
    names
        .iter()
        .position(|candidate| candidate.as_bytes().first() == first && *candidate == name)
        .unwrap_or(names.len())
}
