//! The JSON target: DynamoDB JSON appended to one buffer.

use aws_smithy_types::base64;

use crate::codec::find_byte::{is_plain, text_end};
use crate::codec::kind::AttributeType;

/// Text under construction. Whether a comma is needed follows from the preceding byte.
#[derive(Debug, Default)]
pub(super) struct JsonText {
    bytes: Vec<u8>,
}

impl JsonText {
    pub(super) fn len(&self) -> usize {
        self.bytes.len()
    }

    pub(super) fn truncate(&mut self, len: usize) {
        self.bytes.truncate(len);
    }

    pub(super) fn reserve(&mut self, bytes: usize) {
        self.bytes.reserve(bytes);
    }

    #[inline]
    pub(super) fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    #[inline]
    pub(super) fn raw(&mut self, text: &str) {
        self.bytes.extend_from_slice(text.as_bytes());
    }

    pub(super) fn raw_bytes(&mut self, json: &[u8]) {
        self.bytes.extend_from_slice(json);
    }

    /// Writes text in quotes.
    pub(super) fn quoted(&mut self, text: &str) {
        self.bytes.push(b'"');
        self.text(text);
        self.bytes.push(b'"');
    }

    /// Writes a comma unless the container was just opened.
    #[inline]
    pub(super) fn separate(&mut self) {
        if !matches!(self.bytes.last(), None | Some(b'{' | b'[')) {
            self.bytes.push(b',');
        }
    }

    #[inline]
    pub(super) fn name(&mut self, name: &str) {
        self.separate();
        self.raw("\"");
        self.text(name);
        self.raw("\":");
    }

    /// Writes the opening of a container, such as `{"M":{`.
    pub(super) fn open(&mut self, kind: AttributeType) {
        self.raw(match kind {
            AttributeType::M => "{\"M\":{",
            AttributeType::Ss => "{\"SS\":[",
            AttributeType::Ns => "{\"NS\":[",
            AttributeType::Bs => "{\"BS\":[",
            _ => "{\"L\":[",
        });
    }

    /// Writes `{"S":"…"}`, or an element of a set without its type.
    #[inline]
    pub(super) fn string(&mut self, text: &str, tagged: bool) {
        if tagged {
            self.raw("{\"S\":\"");
        } else {
            self.raw("\"");
        }
        self.text(text);
        self.end_text(tagged);
    }

    fn end_text(&mut self, tagged: bool) {
        if tagged {
            self.raw("\"}");
        } else {
            self.raw("\"");
        }
    }

    /// Writes `{"N":"…"}` or `{"B":"…"}`, whose text needs no escapes, or an element of a set.
    pub(super) fn plain(&mut self, kind: AttributeType, text: &str, tagged: bool) {
        match (tagged, kind) {
            (false, _) => self.raw("\""),
            (true, AttributeType::N) => self.raw("{\"N\":\""),
            (true, _) => self.raw("{\"B\":\""),
        }
        self.raw(text);
        self.end_text(tagged);
    }

    /// Begins the numbers of a list.
    pub(super) fn begin_numbers(&mut self) {
        self.raw("{\"N\":\"");
    }

    /// Writes a number of a list, and the beginning of the next one.
    #[inline]
    pub(super) fn next_number(&mut self, number: &str) {
        self.raw(number);
        self.raw("\"},{\"N\":\"");
    }

    /// Removes the beginning of the number that does not follow.
    pub(super) fn end_numbers(&mut self) {
        let begun = "{\"N\":\"".len();
        self.bytes.truncate(self.bytes.len() - begun);
        if self.bytes.last() == Some(&b',') {
            self.bytes.pop();
        }
    }

    pub(super) fn base64(&mut self, bytes: &[u8], tagged: bool) {
        self.plain(AttributeType::B, &base64::encode(bytes), tagged);
    }

    /// Writes text between quotes.
    fn text(&mut self, text: &str) {
        let bytes = text.as_bytes();
        if !is_plain(bytes) {
            return self.escaped(bytes);
        }
        // In words, short text is copied faster than by a call. The last word overlaps the one
        // before it.
        let end = self.bytes.len() + bytes.len();
        match (bytes.last_chunk::<8>(), bytes.last_chunk::<4>(), bytes) {
            (Some(last), ..) if bytes.len() <= 32 => {
                let (words, _) = bytes.as_chunks::<8>();
                for word in words {
                    self.bytes.extend_from_slice(word);
                }
                self.bytes.truncate(end - last.len());
                self.bytes.extend_from_slice(last);
            }
            (None, Some(last), [one, two, three, four, ..]) => {
                self.bytes.extend_from_slice(&[*one, *two, *three, *four]);
                self.bytes.truncate(end - last.len());
                self.bytes.extend_from_slice(last);
            }
            _ => self.bytes.extend_from_slice(bytes),
        }
    }

    #[cold]
    fn escaped(&mut self, bytes: &[u8]) {
        let mut from = 0;
        loop {
            let end = text_end(bytes, from);
            self.bytes.extend_from_slice(&bytes[from..end]);
            let Some(&special) = bytes.get(end) else {
                break;
            };
            self.escape(special);
            from = end + 1;
        }
    }

    fn escape(&mut self, byte: u8) {
        match byte {
            b'"' => self.raw("\\\""),
            b'\\' => self.raw("\\\\"),
            b'\n' => self.raw("\\n"),
            b'\r' => self.raw("\\r"),
            b'\t' => self.raw("\\t"),
            control => self.raw(&format!("\\u{control:04x}")),
        }
    }
}
