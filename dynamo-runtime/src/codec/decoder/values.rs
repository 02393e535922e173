//! The other source: SDK values, consumed by moving out of them, or read while borrowed.

use std::borrow::Cow;
use std::collections::{HashMap, hash_map};
use std::{slice, vec};

use aws_sdk_dynamodb::primitives::Blob;
use aws_sdk_dynamodb::types::AttributeValue;

use super::fields::find;
use crate::codec::DecodeError;
use crate::codec::kind::AttributeType;
use crate::codec::number_text::is_number;

/// The containers being read, and the next value.
#[derive(Debug)]
pub(super) struct Values<'a> {
    current: Option<Cow<'a, AttributeValue>>,
    frames: Vec<OpenValue<'a>>,
    /// A borrowed item that has not begun.
    item: Option<&'a HashMap<String, AttributeValue>>,
}

#[derive(Debug)]
enum OpenValue<'a> {
    Map {
        entries: OpenEntries<'a>,
        name: Cow<'a, str>,
    },
    List(vec::IntoIter<AttributeValue>),
    LentList(slice::Iter<'a, AttributeValue>),
    Texts(vec::IntoIter<String>),
    Numbers(vec::IntoIter<String>),
    Blobs(vec::IntoIter<Blob>),
}

#[derive(Debug)]
enum OpenEntries<'a> {
    /// A whole map, and how many names were looked up in it.
    Map(HashMap<String, AttributeValue>, usize),
    LentMap(&'a HashMap<String, AttributeValue>, usize),
    Owned(hash_map::IntoIter<String, AttributeValue>),
    Lent(hash_map::Iter<'a, String, AttributeValue>),
}

impl<'a> Values<'a> {
    pub(super) fn new(value: AttributeValue) -> Self {
        Self {
            current: Some(Cow::Owned(value)),
            frames: Vec::new(),
            item: None,
        }
    }

    /// Reads a borrowed item.
    pub(super) fn lent(item: &'a HashMap<String, AttributeValue>) -> Self {
        Self {
            current: None,
            frames: Vec::new(),
            item: Some(item),
        }
    }

    pub(super) fn peek(&self) -> Result<&AttributeValue, DecodeError> {
        self.current.as_deref().ok_or_else(nothing_due)
    }

    /// The entries of the next item or map; `None` if it is something else.
    pub(super) fn peek_map(&self) -> Result<Option<&HashMap<String, AttributeValue>>, DecodeError> {
        if let Some(item) = self.item {
            return Ok(Some(item));
        }
        self.peek().map(|value| value.as_m().ok())
    }

    pub(super) fn take(&mut self) -> Result<AttributeValue, DecodeError> {
        if let Some(item) = self.item.take() {
            return Ok(AttributeValue::M(item.clone()));
        }
        self.taken().map(Cow::into_owned)
    }

    /// Skips the value.
    pub(super) fn skip(&mut self) -> Result<(), DecodeError> {
        match self.item.take() {
            Some(_) => Ok(()),
            None => self.taken().map(drop),
        }
    }

    fn taken(&mut self) -> Result<Cow<'a, AttributeValue>, DecodeError> {
        self.current.take().ok_or_else(nothing_due)
    }

    pub(super) fn peek_type(&self) -> Result<AttributeType, DecodeError> {
        if self.item.is_some() {
            return Ok(AttributeType::M);
        }
        type_of(self.peek()?)
    }

    // Not inlined, like everything next to the short paths of JSON: it would enlarge their frames.
    #[inline(never)]
    pub(super) fn string(&mut self) -> Result<String, DecodeError> {
        self.text().map(Cow::into_owned)
    }

    #[inline(never)]
    pub(super) fn text(&mut self) -> Result<Cow<'a, str>, DecodeError> {
        match self.taken()? {
            Cow::Owned(AttributeValue::S(text)) => Ok(Cow::Owned(text)),
            Cow::Borrowed(AttributeValue::S(text)) => Ok(Cow::Borrowed(text)),
            other => Err(mismatch("S", &other)),
        }
    }

    pub(super) fn number(&mut self, expected: &'static str) -> Result<Cow<'a, str>, DecodeError> {
        let number: Cow<'a, str> = match self.taken()? {
            Cow::Owned(AttributeValue::N(number)) => Cow::Owned(number),
            Cow::Borrowed(AttributeValue::N(number)) => Cow::Borrowed(number),
            other => return Err(mismatch(expected, &other)),
        };
        if is_number(&number) {
            return Ok(number);
        }
        Err(DecodeError::new(expected, "N whose text is not a number"))
    }

    pub(super) fn bytes(&mut self) -> Result<Vec<u8>, DecodeError> {
        match self.take()? {
            AttributeValue::B(blob) => Ok(blob.into_inner()),
            other => Err(mismatch("B", &other)),
        }
    }

    pub(super) fn boolean(&mut self) -> Result<bool, DecodeError> {
        match &*self.taken()? {
            AttributeValue::Bool(value) => Ok(*value),
            other => Err(mismatch("BOOL", other)),
        }
    }

    pub(super) fn null(&mut self) -> Result<(), DecodeError> {
        match &*self.taken()? {
            AttributeValue::Null(_) => Ok(()),
            other => Err(mismatch("NULL", other)),
        }
    }

    pub(super) fn begin_map(&mut self) -> Result<(), DecodeError> {
        let entries = match self.item.take() {
            Some(item) => OpenEntries::LentMap(item, 0),
            None => match self.taken()? {
                Cow::Owned(AttributeValue::M(entries)) => OpenEntries::Map(entries, 0),
                Cow::Borrowed(AttributeValue::M(entries)) => OpenEntries::LentMap(entries, 0),
                other => return Err(mismatch("M", &other)),
            },
        };
        let name = Cow::Borrowed("");
        self.frames.push(OpenValue::Map { entries, name });
        Ok(())
    }

    pub(super) fn begin_list(&mut self) -> Result<(), DecodeError> {
        let frame = match self.taken()? {
            Cow::Owned(AttributeValue::L(values)) => OpenValue::List(values.into_iter()),
            Cow::Borrowed(AttributeValue::L(values)) => OpenValue::LentList(values.iter()),
            other => return Err(mismatch("L", &other)),
        };
        self.frames.push(frame);
        Ok(())
    }

    pub(super) fn begin_set(&mut self, kind: AttributeType) -> Result<(), DecodeError> {
        let frame = match (kind, self.take()?) {
            (AttributeType::Ss, AttributeValue::Ss(texts)) => OpenValue::Texts(texts.into_iter()),
            (AttributeType::Ns, AttributeValue::Ns(numbers)) => {
                OpenValue::Numbers(numbers.into_iter())
            }
            (AttributeType::Bs, AttributeValue::Bs(blobs)) => OpenValue::Blobs(blobs.into_iter()),
            (kind, other) => return Err(mismatch(kind.as_str(), &other)),
        };
        self.frames.push(frame);
        Ok(())
    }

    pub(super) fn next_element(&mut self) -> Result<bool, DecodeError> {
        self.check_taken()?;
        self.current = match self.frames.last_mut() {
            Some(OpenValue::LentList(values)) => values.next().map(Cow::Borrowed),
            Some(OpenValue::List(values)) => values.next().map(Cow::Owned),
            Some(OpenValue::Texts(texts)) => texts.next().map(AttributeValue::S).map(Cow::Owned),
            Some(OpenValue::Numbers(numbers)) => {
                numbers.next().map(AttributeValue::N).map(Cow::Owned)
            }
            Some(OpenValue::Blobs(blobs)) => blobs.next().map(AttributeValue::B).map(Cow::Owned),
            _ => return Err(DecodeError::because("no list or set was begun")),
        };
        if self.current.is_none() {
            self.frames.pop();
        }
        Ok(self.current.is_some())
    }

    #[inline(never)]
    pub(super) fn next_field(&mut self, names: &[&str]) -> Result<Option<usize>, DecodeError> {
        if !self.next_entry()? {
            return Ok(None);
        }
        Ok(Some(find(names, &self.name(), names.len())))
    }

    /// Moves to the next entry that is among `names`, which are looked up one after another; closes
    /// the map at the end.
    #[inline(never)]
    pub(super) fn next_known(
        &mut self,
        names: &'static [&'static str],
    ) -> Result<Option<usize>, DecodeError> {
        self.check_taken()?;
        let Some(OpenValue::Map { entries, name }) = self.frames.last_mut() else {
            return Err(DecodeError::because("no map was begun"));
        };
        let (value, found) = match entries {
            OpenEntries::Map(map, next) => {
                let value = look_up(names, next, |name| map.remove(name));
                (value.map(Cow::Owned), *next)
            }
            OpenEntries::LentMap(map, next) => {
                let value = look_up(names, next, |name| map.get(name));
                (value.map(Cow::Borrowed), *next)
            }
            // It began with `next_field`, so it is in another order.
            OpenEntries::Owned(_) | OpenEntries::Lent(_) => return self.next_known_entry(names),
        };
        if value.is_none() {
            self.frames.pop();
            return Ok(None);
        }
        *name = Cow::Borrowed(names[found - 1]);
        self.current = value;
        Ok(Some(found - 1))
    }

    fn next_known_entry(&mut self, names: &[&str]) -> Result<Option<usize>, DecodeError> {
        loop {
            match self.next_field(names)? {
                Some(index) if index == names.len() => self.skip()?,
                found => return Ok(found),
            }
        }
    }

    /// Moves to the next entry of a map; closes it at the end.
    pub(super) fn next_entry(&mut self) -> Result<bool, DecodeError> {
        self.check_taken()?;
        let Some(OpenValue::Map { entries, name }) = self.frames.last_mut() else {
            return Err(DecodeError::because("no map was begun"));
        };
        entries.iterate();
        self.current = match entries {
            OpenEntries::Map(..) | OpenEntries::LentMap(..) => {
                unreachable!("`iterate` has turned a map into its entries")
            }
            OpenEntries::Owned(entries) => entries.next().map(|(next, value)| {
                *name = Cow::Owned(next);
                Cow::Owned(value)
            }),
            OpenEntries::Lent(entries) => entries.next().map(|(next, value)| {
                *name = Cow::Borrowed(next);
                Cow::Borrowed(value)
            }),
        };
        if self.current.is_none() {
            self.frames.pop();
        }
        Ok(self.current.is_some())
    }

    pub(super) fn name(&self) -> Cow<'_, str> {
        match self.frames.last() {
            Some(OpenValue::Map { name, .. }) => Cow::Borrowed(name),
            _ => Cow::default(),
        }
    }

    // JSON cannot move past a value that was not read, so neither may this.
    fn check_taken(&self) -> Result<(), DecodeError> {
        match self.current {
            None => Ok(()),
            Some(_) => Err(DecodeError::because("the value before was not read")),
        }
    }
}

impl OpenEntries<'_> {
    /// Continues entry by entry, in stored order.
    fn iterate(&mut self) {
        match self {
            Self::Map(map, _) => *self = Self::Owned(std::mem::take(map).into_iter()),
            Self::LentMap(map, _) => *self = Self::Lent(map.iter()),
            Self::Owned(_) | Self::Lent(_) => {}
        }
    }
}

/// The value of the first name from `next` on that has one; `next` then points after it.
fn look_up<V>(
    names: &[&'static str],
    next: &mut usize,
    mut value: impl FnMut(&str) -> Option<V>,
) -> Option<V> {
    let name = names.get(*next..)?.iter();
    for name in name {
        *next += 1;
        if let Some(value) = value(name) {
            return Some(value);
        }
    }
    None
}

fn type_of(value: &AttributeValue) -> Result<AttributeType, DecodeError> {
    Ok(match value {
        AttributeValue::S(_) => AttributeType::S,
        AttributeValue::N(_) => AttributeType::N,
        AttributeValue::B(_) => AttributeType::B,
        AttributeValue::Bool(_) => AttributeType::Bool,
        AttributeValue::Null(_) => AttributeType::Null,
        AttributeValue::M(_) => AttributeType::M,
        AttributeValue::L(_) => AttributeType::L,
        AttributeValue::Ss(_) => AttributeType::Ss,
        AttributeValue::Ns(_) => AttributeType::Ns,
        AttributeValue::Bs(_) => AttributeType::Bs,
        _ => {
            return Err(DecodeError::because(
                "an attribute type this version does not know",
            ));
        }
    })
}

#[cold]
fn mismatch(expected: &'static str, found: &AttributeValue) -> DecodeError {
    match type_of(found) {
        Ok(found) => DecodeError::new(expected, found.as_str()),
        Err(unknown) => unknown,
    }
}

#[cold]
fn nothing_due() -> DecodeError {
    DecodeError::because("no value is due here; it was read already")
}
