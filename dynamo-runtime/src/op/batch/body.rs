//! The body of a batch write, written from the encoded items.

use bytes::Bytes;

use super::entry::Entry;

/// What mostly goes around the writes: the names of the members and of a table.
const FRAME_BYTES: usize = 256;

/// The JSON of a request under construction.
pub(super) struct RequestBody {
    text: Vec<u8>,
    metered: bool,
}

impl RequestBody {
    /// A body with room for writes of so many bytes.
    pub(super) fn new(metered: bool, writes: usize) -> Self {
        let mut text = Vec::with_capacity(writes + FRAME_BYTES);
        text.extend_from_slice(b"{\"RequestItems\":{");
        Self { text, metered }
    }

    /// Adds the writes to one table. Names of tables need no escapes.
    pub(super) fn table<'e>(&mut self, name: &str, entries: impl Iterator<Item = &'e Entry>) {
        self.separate(b'{');
        self.raw("\"");
        self.raw(name);
        self.raw("\":[");
        for entry in entries {
            self.separate(b'[');
            entry.write(&mut self.text);
        }
        self.raw("]");
    }

    pub(super) fn finish(mut self) -> Bytes {
        self.raw("}");
        if self.metered {
            self.raw(",\"ReturnConsumedCapacity\":\"TOTAL\"");
        }
        self.raw("}");
        self.text.into()
    }

    fn separate(&mut self, opening: u8) {
        if self.text.last() != Some(&opening) {
            self.text.push(b',');
        }
    }

    fn raw(&mut self, text: &str) {
        self.text.extend_from_slice(text.as_bytes());
    }
}
