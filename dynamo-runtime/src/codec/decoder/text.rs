//! JSON text: borrowed if it has no escapes, unescaped otherwise.

use std::borrow::Cow;

use super::json::Json;
use crate::codec::DecodeError;
use crate::codec::find_byte::text_end;

impl<'a> Json<'a> {
    /// Reads quoted text; the cursor is at its opening quote.
    #[inline]
    pub(super) fn quoted(&mut self) -> Result<Cow<'a, str>, DecodeError> {
        if self.byte() != Some(b'"') {
            return Err(self.malformed());
        }
        let start = self.at + 1;
        let end = text_end(self.bytes, start);
        if self.bytes.get(end) == Some(&b'"') {
            self.at = end + 1;
            return Ok(Cow::Borrowed(self.slice(start, end)));
        }
        self.at = start;
        self.escaped(end).map(Cow::Owned)
    }

    /// Skips quoted text, and checks its escapes like a read.
    pub(super) fn skip_quoted(&mut self) -> Result<(), DecodeError> {
        self.quoted().map(drop)
    }

    // The text is UTF-8 and both ends are at ASCII bytes, so the slice exists.
    pub(super) fn slice(&self, start: usize, end: usize) -> &'a str {
        self.text.get(start..end).unwrap_or_default()
    }

    #[cold]
    fn escaped(&mut self, mut end: usize) -> Result<String, DecodeError> {
        let mut text = String::new();
        loop {
            text.push_str(self.slice(self.at, end));
            self.at = end;
            match self.byte() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(text);
                }
                Some(b'\\') => {
                    self.at += 1;
                    text.push(self.escape()?);
                }
                _ => return Err(self.malformed()),
            }
            end = text_end(self.bytes, self.at);
        }
    }

    fn escape(&mut self) -> Result<char, DecodeError> {
        let escape = self.byte().ok_or_else(|| self.malformed())?;
        self.at += 1;
        Ok(match escape {
            b'"' | b'\\' | b'/' => char::from(escape),
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => return self.unicode_escape(),
            _ => return Err(self.malformed()),
        })
    }

    fn unicode_escape(&mut self) -> Result<char, DecodeError> {
        let first = self.code_unit()?;
        if !(0xD800..0xDC00).contains(&first) {
            return char::from_u32(first).ok_or_else(|| self.malformed());
        }
        if !self.eat(b"\\u") {
            return Err(self.malformed());
        }
        let second = self.code_unit()?;
        if !(0xDC00..0xE000).contains(&second) {
            return Err(self.malformed());
        }
        let code = 0x1_0000 + ((first - 0xD800) << 10) + (second - 0xDC00);
        char::from_u32(code).ok_or_else(|| self.malformed())
    }

    fn code_unit(&mut self) -> Result<u32, DecodeError> {
        let mut unit = 0;
        for _ in 0..4 {
            let digit = self.byte().and_then(|byte| char::from(byte).to_digit(16));
            unit = unit * 16 + digit.ok_or_else(|| self.malformed())?;
            self.at += 1;
        }
        Ok(unit)
    }
}
