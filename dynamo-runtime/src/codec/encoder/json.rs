//! The JSON target: DynamoDB JSON appended to one buffer.

use aws_smithy_types::base64;

use crate::codec::kind::AttributeType;
use crate::codec::scan::text_end;

/// Text under construction. What stands before a value tells whether a comma is due.
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

    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    pub(super) fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    pub(super) fn raw(&mut self, text: &str) {
        self.bytes.extend_from_slice(text.as_bytes());
    }

    /// Writes a comma unless the container was just opened.
    pub(super) fn separate(&mut self) {
        if !matches!(self.bytes.last(), None | Some(b'{' | b'[')) {
            self.bytes.push(b',');
        }
    }

    pub(super) fn name(&mut self, name: &str) {
        self.separate();
        self.quoted(name);
        self.bytes.push(b':');
    }

    /// Writes `{"S":` before a value that is not an element of a set.
    pub(super) fn tag(&mut self, kind: AttributeType) {
        self.raw(match kind {
            AttributeType::S => "{\"S\":",
            AttributeType::N => "{\"N\":",
            AttributeType::B => "{\"B\":",
            AttributeType::Bool => "{\"BOOL\":",
            AttributeType::Null => "{\"NULL\":",
            AttributeType::M => "{\"M\":{",
            AttributeType::L => "{\"L\":[",
            AttributeType::Ss => "{\"SS\":[",
            AttributeType::Ns => "{\"NS\":[",
            AttributeType::Bs => "{\"BS\":[",
        });
    }

    /// Writes text that needs no escapes: numbers and base64.
    pub(super) fn plain(&mut self, text: &str) {
        self.bytes.push(b'"');
        self.raw(text);
        self.bytes.push(b'"');
    }

    pub(super) fn base64(&mut self, bytes: &[u8]) {
        self.plain(&base64::encode(bytes));
    }

    pub(super) fn quoted(&mut self, text: &str) {
        let bytes = text.as_bytes();
        self.bytes.push(b'"');
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
        self.bytes.push(b'"');
    }

    #[cold]
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
