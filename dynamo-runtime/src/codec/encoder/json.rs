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

    /// Writes `{"M":{` and its like: what opens a container.
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
    pub(super) fn string(&mut self, text: &str, tagged: bool) {
        // Escapes are rare, so this is mostly all the room it takes.
        self.bytes.reserve(text.len() + 8);
        if tagged {
            self.bytes.extend_from_slice(b"{\"S\":");
        }
        self.quoted(text);
        if tagged {
            self.bytes.push(b'}');
        }
    }

    /// Writes `{"N":"…"}` or `{"B":"…"}`, whose text needs no escapes, or an element of a set.
    pub(super) fn plain(&mut self, kind: AttributeType, text: &str, tagged: bool) {
        self.bytes.reserve(text.len() + 8);
        match (tagged, kind) {
            (false, _) => self.bytes.push(b'"'),
            (true, AttributeType::N) => self.bytes.extend_from_slice(b"{\"N\":\""),
            (true, _) => self.bytes.extend_from_slice(b"{\"B\":\""),
        }
        self.raw(text);
        self.bytes.push(b'"');
        if tagged {
            self.bytes.push(b'}');
        }
    }

    pub(super) fn base64(&mut self, bytes: &[u8], tagged: bool) {
        self.plain(AttributeType::B, &base64::encode(bytes), tagged);
    }

    fn quoted(&mut self, text: &str) {
        let bytes = text.as_bytes();
        let end = text_end(bytes, 0);
        self.bytes.push(b'"');
        self.bytes.extend_from_slice(&bytes[..end]);
        if end < bytes.len() {
            self.escaped(&bytes[end..]);
        }
        self.bytes.push(b'"');
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
