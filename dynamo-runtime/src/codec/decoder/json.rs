//! The cursor over DynamoDB JSON: containers, and the types of values. JSON as DynamoDB sends it
//! (no white space, no escapes in names) takes short paths; any other JSON is read as well.

use super::order::Order;
use crate::codec::DecodeError;
use crate::codec::kind::AttributeType;

/// Twice as deep as DynamoDB stores: deeper input is refused before it exhausts the stack.
const MAX_DEPTH: usize = 64;

#[derive(Debug)]
pub(super) struct Json<'a> {
    pub(super) text: &'a str,
    pub(super) bytes: &'a [u8],
    pub(super) at: usize,
    /// Whether a container has just begun, so that no comma is expected.
    pub(super) fresh: bool,
    pub(super) depth: usize,
    /// Whether the outermost container is an item, whose attributes come without `{"M":…}`.
    pub(super) in_item: bool,
    /// The type of the elements of the set being read.
    pub(super) set: Option<AttributeType>,
    /// The order of an item's attributes.
    pub(super) order: Order,
    /// The order of the entries of nested maps, for the first type that is read.
    pub(super) nested: Order,
    /// The position of the current entry's quoted name.
    pub(super) name_at: usize,
    /// The field expected next in a nested map: fields were probably written in order.
    pub(super) hint: usize,
    /// An attribute to look out for among those that are not fields, and where its value is.
    pub(super) watched: Option<&'static str>,
    pub(super) watched_at: Option<usize>,
}

impl<'a> Json<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self {
            text,
            bytes: text.as_bytes(),
            at: 0,
            fresh: false,
            depth: 0,
            in_item: false,
            set: None,
            order: Order::default(),
            nested: Order::default(),
            name_at: 0,
            hint: 0,
            watched: None,
            watched_at: None,
        }
    }

    #[inline]
    pub(super) fn byte(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    /// Moves past `literal` if it is at the cursor.
    #[inline]
    pub(super) fn eat(&mut self, literal: &[u8]) -> bool {
        let found = self
            .bytes
            .get(self.at..)
            .is_some_and(|rest| rest.starts_with(literal));
        if found {
            self.at += literal.len();
        }
        found
    }

    #[inline]
    pub(super) fn skip_space(&mut self) {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.byte() {
            self.at += 1;
        }
    }

    /// Moves past one byte of punctuation, and the white space before it.
    #[inline]
    pub(super) fn punctuation(&mut self, byte: u8) -> Result<(), DecodeError> {
        self.skip_space();
        if self.byte() == Some(byte) {
            self.at += 1;
            return Ok(());
        }
        Err(self.malformed())
    }

    #[cold]
    pub(super) fn malformed(&self) -> DecodeError {
        DecodeError::custom(format_args!("malformed JSON at byte {}", self.at))
    }

    /// Reads `{"S":`, and leaves the cursor before what follows.
    pub(super) fn open(&mut self) -> Result<AttributeType, DecodeError> {
        self.punctuation(b'{')?;
        self.skip_space();
        let name = self.quoted()?;
        let Some(kind) = AttributeType::from_wire(&name) else {
            return Err(DecodeError::because(
                "an attribute type this version does not know",
            ));
        };
        self.punctuation(b':')?;
        self.skip_space();
        Ok(kind)
    }

    /// Reads the opening of a value that must have one type. Values in a set have none.
    pub(super) fn open_as(
        &mut self,
        kind: AttributeType,
        expected: &'static str,
    ) -> Result<(), DecodeError> {
        let found = match self.set {
            Some(element) => {
                self.skip_space();
                element
            }
            None => self.open()?,
        };
        if found == kind {
            Ok(())
        } else {
            Err(DecodeError::new(expected, found.as_str()))
        }
    }

    /// Reads the closing of a value.
    #[inline]
    pub(super) fn close(&mut self) -> Result<(), DecodeError> {
        if self.set.is_some() {
            Ok(())
        } else {
            self.punctuation(b'}')
        }
    }

    pub(super) fn peek_type(&mut self) -> Result<AttributeType, DecodeError> {
        if let Some(element) = self.set {
            return Ok(element);
        }
        let at = self.at;
        let kind = self.open();
        self.at = at;
        kind
    }

    /// Returns whether the value is null, without reading its type if the third byte already
    /// decides.
    pub(super) fn is_null(&mut self) -> Result<bool, DecodeError> {
        match self.bytes.get(self.at..self.at + 4) {
            Some([b'{', b'"', b'N', b'"' | b'S'] | [b'{', b'"', b'S' | b'B' | b'M' | b'L', _]) => {
                Ok(false)
            }
            _ => Ok(self.peek_type()? == AttributeType::Null),
        }
    }

    pub(super) fn begin_item(&mut self) -> Result<(), DecodeError> {
        self.punctuation(b'{')?;
        self.in_item = self.depth == 0;
        self.order.begin_item();
        self.enter()
    }

    pub(super) fn begin_map(&mut self) -> Result<(), DecodeError> {
        if self.set.is_some() || !self.eat(b"{\"M\":{") {
            self.open_as(AttributeType::M, "M")?;
            self.punctuation(b'{')?;
        }
        if self.depth == 0 {
            self.in_item = false;
        }
        self.nested.begin_item();
        self.enter()
    }

    pub(super) fn begin_list(&mut self) -> Result<(), DecodeError> {
        if self.set.is_some() || !self.eat(b"{\"L\":[") {
            self.open_as(AttributeType::L, "L")?;
            self.punctuation(b'[')?;
        }
        self.enter()
    }

    pub(super) fn begin_set(&mut self, kind: AttributeType) -> Result<(), DecodeError> {
        self.open_as(kind, kind.as_str())?;
        self.punctuation(b'[')?;
        self.set = kind.element();
        self.enter()
    }

    pub(super) fn enter(&mut self) -> Result<(), DecodeError> {
        if self.depth >= MAX_DEPTH {
            return Err(DecodeError::because("the value is nested too deep"));
        }
        self.depth += 1;
        self.fresh = true;
        self.hint = 0;
        Ok(())
    }

    /// Moves to the next element of a list or set; closes it at the end.
    pub(super) fn next_element(&mut self) -> Result<bool, DecodeError> {
        if self.next_member(b']')? {
            return Ok(true);
        }
        self.set = None;
        self.leave()?;
        Ok(false)
    }

    pub(super) fn leave(&mut self) -> Result<(), DecodeError> {
        self.depth = self.depth.saturating_sub(1);
        self.punctuation(b'}')
    }

    /// Moves past the comma before the next member, or past the closing byte.
    #[inline]
    pub(super) fn next_member(&mut self, closing: u8) -> Result<bool, DecodeError> {
        self.skip_space();
        let fresh = std::mem::replace(&mut self.fresh, false);
        match self.byte() {
            Some(byte) if byte == closing => {
                self.at += 1;
                Ok(false)
            }
            Some(b',') if !fresh => {
                self.at += 1;
                self.skip_space();
                Ok(true)
            }
            Some(_) if fresh => Ok(true),
            _ => Err(self.malformed()),
        }
    }
}
