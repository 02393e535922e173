//! Skipping JSON: attribute values nobody asked for, and the members of a response.

use super::json::Json;
use crate::codec::DecodeError;
use crate::codec::find_byte::text_end;
use crate::codec::kind::AttributeType;

/// Responses nest a few levels around items, which nest 32 (two levels of JSON each).
const MAX_JSON_DEPTH: usize = 128;

impl Json<'_> {
    /// Skips one attribute value.
    #[inline(never)]
    pub(super) fn skip(&mut self) -> Result<(), DecodeError> {
        if self.set.is_some() {
            self.skip_space();
            return self.skip_quoted();
        }
        if self.skip_short() {
            return Ok(());
        }
        match self.open()? {
            AttributeType::S | AttributeType::N | AttributeType::B => self.skip_quoted()?,
            AttributeType::Bool | AttributeType::Null => {
                self.literal()?;
            }
            kind => return self.skip_container(kind),
        }
        self.close()
    }

    // Skips `{"S":"…"}` and the like without escapes.
    #[inline]
    fn skip_short(&mut self) -> bool {
        let Some([b'{', b'"', b'S' | b'N' | b'B', b'"', b':', b'"']) =
            self.bytes.get(self.at..self.at + 6)
        else {
            return false;
        };
        let end = text_end(self.bytes, self.at + 6);
        let whole = self.bytes.get(end..end + 2) == Some(b"\"}");
        if whole {
            self.at = end + 2;
        }
        whole
    }

    fn skip_container(&mut self, kind: AttributeType) -> Result<(), DecodeError> {
        let map = kind == AttributeType::M;
        self.punctuation(if map { b'{' } else { b'[' })?;
        self.set = kind.element();
        self.enter()?;
        if map {
            while self.next_name()?.is_some() {
                self.skip()?;
            }
        } else {
            while self.next_element()? {
                self.skip()?;
            }
        }
        Ok(())
    }

    /// Skips one JSON value of any kind.
    pub(super) fn skip_json(&mut self) -> Result<(), DecodeError> {
        self.skip_json_within(MAX_JSON_DEPTH)
    }

    fn skip_json_within(&mut self, depth: usize) -> Result<(), DecodeError> {
        if depth == 0 {
            return Err(DecodeError::because("the response is nested too deep"));
        }
        self.skip_space();
        match self.byte() {
            Some(b'"') => self.skip_quoted(),
            Some(b'{') => self.skip_object(depth),
            Some(b'[') => self.skip_array(depth),
            Some(b'-' | b'0'..=b'9') => {
                self.bare_number();
                Ok(())
            }
            _ if self.eat(b"true") || self.eat(b"false") || self.eat(b"null") => Ok(()),
            _ => Err(self.malformed()),
        }
    }

    fn skip_object(&mut self, depth: usize) -> Result<(), DecodeError> {
        self.begin_members();
        while self.next_member(b'}')? {
            self.skip_quoted()?;
            self.punctuation(b':')?;
            self.skip_json_within(depth - 1)?;
        }
        Ok(())
    }

    fn skip_array(&mut self, depth: usize) -> Result<(), DecodeError> {
        self.begin_members();
        while self.next_member(b']')? {
            self.skip_json_within(depth - 1)?;
        }
        Ok(())
    }

    /// Moves past an opening byte that was seen at the cursor.
    pub(super) fn begin_members(&mut self) {
        self.at += 1;
        self.fresh = true;
    }

    /// Reads the text of a bare JSON number.
    pub(super) fn bare_number(&mut self) -> &str {
        let start = self.at;
        while let Some(b'-' | b'+' | b'.' | b'e' | b'E' | b'0'..=b'9') = self.byte() {
            self.at += 1;
        }
        self.slice(start, self.at)
    }
}
