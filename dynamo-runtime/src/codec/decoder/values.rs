//! The other source: values of the SDK, taken apart by moving out of them.

use std::borrow::Cow;
use std::collections::hash_map;
use std::vec;

use aws_sdk_dynamodb::primitives::Blob;
use aws_sdk_dynamodb::types::AttributeValue;

use super::json::find;
use crate::codec::DecodeError;
use crate::codec::kind::AttributeType;
use crate::codec::number::is_number;

/// The containers being read, and the value due next.
#[derive(Debug)]
pub(super) struct Values {
    current: Option<AttributeValue>,
    frames: Vec<Frame>,
}

#[derive(Debug)]
enum Frame {
    Map {
        entries: hash_map::IntoIter<String, AttributeValue>,
        name: String,
    },
    List(vec::IntoIter<AttributeValue>),
    Texts(vec::IntoIter<String>),
    Numbers(vec::IntoIter<String>),
    Blobs(vec::IntoIter<Blob>),
}

impl Values {
    pub(super) fn new(value: AttributeValue) -> Self {
        Self {
            current: Some(value),
            frames: Vec::new(),
        }
    }

    pub(super) fn peek(&self) -> Result<&AttributeValue, DecodeError> {
        self.current.as_ref().ok_or_else(nothing_due)
    }

    pub(super) fn take(&mut self) -> Result<AttributeValue, DecodeError> {
        self.current.take().ok_or_else(nothing_due)
    }

    pub(super) fn peek_type(&self) -> Result<AttributeType, DecodeError> {
        type_of(self.peek()?)
    }

    pub(super) fn text(&mut self) -> Result<String, DecodeError> {
        match self.take()? {
            AttributeValue::S(text) => Ok(text),
            other => Err(mismatch("S", &other)),
        }
    }

    pub(super) fn number(&mut self, expected: &'static str) -> Result<String, DecodeError> {
        match self.take()? {
            AttributeValue::N(number) if is_number(&number) => Ok(number),
            AttributeValue::N(_) => Err(DecodeError::new(expected, "N whose text is not a number")),
            other => Err(mismatch(expected, &other)),
        }
    }

    pub(super) fn bytes(&mut self) -> Result<Vec<u8>, DecodeError> {
        match self.take()? {
            AttributeValue::B(blob) => Ok(blob.into_inner()),
            other => Err(mismatch("B", &other)),
        }
    }

    pub(super) fn boolean(&mut self) -> Result<bool, DecodeError> {
        match self.take()? {
            AttributeValue::Bool(value) => Ok(value),
            other => Err(mismatch("BOOL", &other)),
        }
    }

    pub(super) fn null(&mut self) -> Result<(), DecodeError> {
        match self.take()? {
            AttributeValue::Null(_) => Ok(()),
            other => Err(mismatch("NULL", &other)),
        }
    }

    pub(super) fn begin_map(&mut self) -> Result<(), DecodeError> {
        match self.take()? {
            AttributeValue::M(entries) => {
                let entries = entries.into_iter();
                self.frames.push(Frame::Map {
                    entries,
                    name: String::new(),
                });
                Ok(())
            }
            other => Err(mismatch("M", &other)),
        }
    }

    pub(super) fn begin_list(&mut self) -> Result<(), DecodeError> {
        match self.take()? {
            AttributeValue::L(values) => {
                self.frames.push(Frame::List(values.into_iter()));
                Ok(())
            }
            other => Err(mismatch("L", &other)),
        }
    }

    pub(super) fn begin_set(&mut self, kind: AttributeType) -> Result<(), DecodeError> {
        let frame = match (kind, self.take()?) {
            (AttributeType::Ss, AttributeValue::Ss(texts)) => Frame::Texts(texts.into_iter()),
            (AttributeType::Ns, AttributeValue::Ns(numbers)) => Frame::Numbers(numbers.into_iter()),
            (AttributeType::Bs, AttributeValue::Bs(blobs)) => Frame::Blobs(blobs.into_iter()),
            (kind, other) => return Err(mismatch(kind.as_str(), &other)),
        };
        self.frames.push(frame);
        Ok(())
    }

    pub(super) fn next_element(&mut self) -> Result<bool, DecodeError> {
        self.check_taken()?;
        self.current = match self.frames.last_mut() {
            Some(Frame::List(values)) => values.next(),
            Some(Frame::Texts(texts)) => texts.next().map(AttributeValue::S),
            Some(Frame::Numbers(numbers)) => numbers.next().map(AttributeValue::N),
            Some(Frame::Blobs(blobs)) => blobs.next().map(AttributeValue::B),
            _ => return Err(DecodeError::because("no list or set was begun")),
        };
        if self.current.is_none() {
            self.frames.pop();
        }
        Ok(self.current.is_some())
    }

    pub(super) fn next_field(&mut self, names: &[&str]) -> Result<Option<usize>, DecodeError> {
        if !self.next_entry()? {
            return Ok(None);
        }
        Ok(Some(find(names, &self.name(), names.len())))
    }

    /// Steps to the next entry of a map; at its end closes it.
    pub(super) fn next_entry(&mut self) -> Result<bool, DecodeError> {
        self.check_taken()?;
        let Some(Frame::Map { entries, name }) = self.frames.last_mut() else {
            return Err(DecodeError::because("no map was begun"));
        };
        let Some((next, value)) = entries.next() else {
            self.frames.pop();
            return Ok(false);
        };
        *name = next;
        self.current = Some(value);
        Ok(true)
    }

    pub(super) fn name(&self) -> Cow<'_, str> {
        match self.frames.last() {
            Some(Frame::Map { name, .. }) => Cow::Borrowed(name),
            _ => Cow::default(),
        }
    }

    // JSON cannot step on over a value that was not read, so neither may this.
    fn check_taken(&self) -> Result<(), DecodeError> {
        match self.current {
            None => Ok(()),
            Some(_) => Err(DecodeError::because("the value before was not read")),
        }
    }
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
