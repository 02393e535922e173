//! A sentence that is built at compile time.

use crate::key::{Format, Part, Template};

/// The length of a sentence that the compiler shows.
const MOST: usize = 1024;

/// Text that constants can write to.
pub(super) struct Message {
    bytes: [u8; MOST],
    length: usize,
}

impl Message {
    pub(super) const fn new() -> Self {
        Self {
            bytes: [0; MOST],
            length: 0,
        }
    }

    /// Adds text; text that does not fit is left out entirely.
    pub(super) const fn text(mut self, text: &str) -> Self {
        let added = text.as_bytes();
        if self.length + added.len() > MOST {
            return self;
        }
        let mut at = 0;
        while at < added.len() {
            self.bytes[self.length + at] = added[at];
            at += 1;
        }
        self.length += added.len();
        self
    }

    /// Adds a name in backticks.
    pub(super) const fn name(self, name: &str) -> Self {
        self.text("`").text(name).text("`")
    }

    /// Adds a template as it is written, in backticks.
    pub(super) const fn template(mut self, template: &Template) -> Self {
        self = self.text("`");
        let mut at = 0;
        while at < template.parts.len() {
            self = match template.parts[at] {
                Part::Literal(text) => self.text(text),
                Part::Component { name, format, .. } => {
                    self.text("{").text(name).text(suffix(format)).text("}")
                }
            };
            at += 1;
        }
        self.text("`")
    }

    pub(super) const fn as_str(&self) -> &str {
        let (text, _) = self.bytes.split_at(self.length);
        // Only whole texts are added.
        match core::str::from_utf8(text) {
            Ok(text) => text,
            Err(_) => "the message has too many letters",
        }
    }
}

/// The name of a format. Its width or length does not distinguish templates here.
const fn suffix(format: Format) -> &'static str {
    match format {
        Format::Plain | Format::Stored | Format::Instant => "",
        Format::Time(0) => ":seconds",
        Format::Time(3) => ":millis",
        Format::Time(6) => ":micros",
        Format::Time(_) => ":nanos",
        Format::Padded(_) => ":0…",
        Format::Sortable => ":sortable",
        Format::Negated => ":neg",
        Format::Lower => ":lower",
        Format::Upper => ":upper",
        Format::Escape => ":escape",
        Format::Raw => ":raw",
        Format::First(_) => ":first(…)",
        Format::Shard(_) => ":shard(…)",
    }
}
