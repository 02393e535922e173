//! Shards: a component that spreads one partition over several.

use std::fmt::{self, Write as _};

use sha2::{Digest, Sha256};

use super::{Format, KeyError, Part, Piece, Spelling, Template, template::number_key};

/// How many partitions a component spreads items over: `{user_id:shard(16)}`.
///
/// The key holds the number of the shard, in two digits, or three if there are more than a hundred
/// shards. The number is stable. It is computed from the value's key text: take the first eight
/// bytes of its SHA-256 digest as a big-endian number, modulo the number of shards. In Python:
///
/// ```text
/// int.from_bytes(hashlib.sha256(text).digest()[:8], "big") % shards
/// ```
///
/// The key text of a value is its text, the shortest decimal text of a number, the UTC text of a
/// time with as many digits as needed, or bytes as they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Shards {
    /// The number of shards that items are written to.
    pub count: u16,
    /// The previous number of shards, which are also read; 1 if the key was not sharded.
    pub was: Option<u16>,
}

impl Shards {
    /// Describes a key that is spread over this many partitions.
    #[must_use]
    pub const fn new(count: u16) -> Self {
        Self { count, was: None }
    }

    /// Sets the previous number of shards.
    #[must_use]
    pub const fn that_were(mut self, was: u16) -> Self {
        self.was = Some(was);
        self
    }

    /// Returns the shard of a value, given its key text.
    ///
    /// ```
    /// use dynamo_runtime::schema::Shards;
    ///
    /// assert_eq!(Shards::new(16).shard_of("ada"), 14);
    /// ```
    #[must_use]
    pub fn shard_of(self, key_text: impl AsRef<[u8]>) -> u16 {
        let digest: [u8; 32] = Sha256::digest(key_text.as_ref()).into();
        let first = digest[..8].iter();
        let number = first.fold(0, |number: u64, byte| number << 8 | u64::from(*byte));
        // A remainder of a `u16` fits; the derive requires at least two shards.
        u16::try_from(number % u64::from(self.count.max(1))).unwrap_or_default()
    }

    /// Whether both are the same; `==` does not work in constants.
    pub(super) const fn is(self, other: Self) -> bool {
        let was = match (self.was, other.was) {
            (None, None) => true,
            (Some(one), Some(other)) => one == other,
            _ => false,
        };
        self.count == other.count && was
    }

    /// Whether a stored key may lack the component.
    pub(super) const fn may_be_missing(self) -> bool {
        matches!(self.was, Some(1))
    }

    /// How many digits the number of a shard has; `None` if that is not always the same.
    pub(super) const fn digits(self) -> Option<usize> {
        let width = width(self.count);
        match self.was {
            Some(was) if was > 1 && width != self::width(was) => None,
            _ => Some(width),
        }
    }

    /// Appends the shard of a value.
    pub(super) fn write(
        self,
        piece: &Piece<'_>,
        spelling: Spelling,
        to: &mut String,
    ) -> Result<(), KeyError> {
        let shard = match piece {
            Piece::Bytes(bytes) => self.shard_of(bytes),
            Piece::Integer(value, _) => self.shard_of(itoa::Buffer::new().format(*value)),
            Piece::Decimal(text, _) => self.shard_of(number_key(text)?.as_bytes()),
            Piece::Unfit(reason) => return Err(KeyError::new(*reason)),
            // No format of a sharded field allows it.
            Piece::Text(text) if text.is_empty() => {
                return Err(KeyError::new("is empty; pass a value"));
            }
            Piece::Text(text) if spelling.is_time() => {
                self.shard_of(Format::Instant.alone(Piece::Text(text.as_ref().into()))?)
            }
            Piece::Text(text) => self.shard_of(text.as_bytes()),
        };
        write_shard(shard, width(self.count), to);
        Ok(())
    }

    /// Checks that text is the number of a shard, whatever the number of shards.
    pub(super) fn check(text: &str) -> Result<(), KeyError> {
        if matches!(text.len(), 2 | 3) && text.bytes().all(|byte| byte.is_ascii_digit()) {
            return Ok(());
        }
        Err(KeyError::new("is not the number of a shard"))
    }

    /// The texts of all shards, those in use for writes first; `None` for a key without a shard.
    fn texts(self) -> impl Iterator<Item = Option<String>> {
        let written = (0..self.count).map(move |shard| (shard, width(self.count)));
        let was = self.was.unwrap_or_default();
        // Shards with the same width are the same partitions.
        let first = if width(was) == width(self.count) {
            self.count
        } else {
            0
        };
        let former = (first..was).map(move |shard| (shard, width(was)));
        let text = |(shard, width)| {
            let mut text = String::with_capacity(width);
            write_shard(shard, width, &mut text);
            text
        };
        let former = former.filter(move |_| was > 1);
        let missing = self.may_be_missing().then_some(None);
        written.chain(former).map(text).map(Some).chain(missing)
    }
}

/// Displays it as it is written after a field's name: `shard(16, was = 8)`.
impl fmt::Display for Shards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.was {
            Some(was) => write!(f, "shard({}, was = {was})", self.count),
            None => write!(f, "shard({})", self.count),
        }
    }
}

/// The number of digits of the greatest shard, at least two.
const fn width(count: u16) -> usize {
    if count > 100 { 3 } else { 2 }
}

fn write_shard(shard: u16, width: usize, to: &mut String) {
    // Writing to a `String` cannot fail.
    let _ = write!(to, "{shard:0width$}");
}

/// A partition key whose shard is left open.
#[derive(Debug, Clone)]
pub(crate) struct Sharded {
    before: String,
    after: String,
    shards: Shards,
    delimiter: char,
}

impl Sharded {
    /// The number of shards that items are written to.
    pub(crate) fn count(&self) -> u16 {
        self.shards.count
    }

    /// How it is spread.
    pub(crate) fn shards(&self) -> Shards {
        self.shards
    }

    /// The key of each shard: first the current shards, then the previous ones.
    pub(crate) fn keys(&self) -> Vec<String> {
        let key = |shard: Option<String>| match shard {
            Some(shard) => [&self.before, shard.as_str(), &self.after].concat(),
            None => self.without(),
        };
        self.shards.texts().map(key).collect()
    }

    /// The key from before there were shards: without the delimiter next to the shard.
    fn without(&self) -> String {
        match self.before.strip_suffix(self.delimiter) {
            Some(before) => [before, &self.after].concat(),
            None => {
                let after = self.after.strip_prefix(self.delimiter);
                [&self.before, after.unwrap_or(&self.after)].concat()
            }
        }
    }

    /// The texts before and after the shard.
    pub(crate) fn parts(&self) -> [&str; 2] {
        [&self.before, &self.after]
    }
}

impl Template {
    /// The shards of its key, if it has any.
    pub(crate) const fn shards(&self) -> Option<Shards> {
        let mut at = 0;
        while at < self.parts.len() {
            if let Part::Component {
                format: Format::Shard(shards),
                ..
            } = self.parts[at]
            {
                return Some(shards);
            }
            at += 1;
        }
        None
    }

    /// Builds the key of a template with shards, without the shard; `None` if a component is
    /// absent.
    pub(crate) fn build_sharded(
        &self,
        components: &dyn super::Components,
    ) -> Result<Option<Sharded>, KeyError> {
        let mut texts = [String::new(), String::new()];
        let mut found = None;
        for part in self.parts {
            match part {
                Part::Component {
                    format: Format::Shard(shards),
                    ..
                } => found = Some(*shards),
                part => {
                    let text = &mut texts[usize::from(found.is_some())];
                    if !self.write_part(part, components, text)? {
                        return Ok(None);
                    }
                }
            }
        }
        let [before, after] = texts;
        Ok(found.map(|shards| Sharded {
            before,
            after,
            shards,
            delimiter: self.delimiter,
        }))
    }

    /// The parts of a key from before there were shards, if such keys are allowed.
    pub(super) fn unsharded(&self) -> Option<Vec<Part>> {
        if !self.shards().is_some_and(Shards::may_be_missing) {
            return None;
        }
        let mut parts = self.parts.to_vec();
        let is_shard = |part: &Part| {
            matches!(
                part,
                Part::Component {
                    format: Format::Shard(_),
                    ..
                }
            )
        };
        let at = parts.iter().position(is_shard)?;
        parts.remove(at);
        let before = at.checked_sub(1).map(|before| (before, &parts[before]));
        match (before, parts.get(at)) {
            (Some((before, Part::Literal(text))), _) if text.ends_with(self.delimiter) => {
                parts[before] = Part::Literal(text.strip_suffix(self.delimiter).unwrap_or(text));
            }
            (_, Some(Part::Literal(text))) => {
                parts[at] = Part::Literal(text.strip_prefix(self.delimiter).unwrap_or(text));
            }
            _ => {}
        }
        parts.retain(|part| !matches!(part, Part::Literal("")));
        Some(parts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Shards are stored in keys, so these values never change.
    #[test]
    fn the_shard_of_a_value_is_stable() {
        let vectors = [
            ("", 4, 52, 20),
            ("ada", 14, 98, 222),
            ("user-1", 2, 94, 178),
            ("42", 13, 37, 141),
            ("2025-11-14T10:30:00Z", 0, 4, 176),
            ("Zoë", 0, 48, 16),
            ("67e55044-10b1-426f-9247-bb680e5fe0c8", 6, 74, 86),
        ];
        for (text, of_16, of_100, of_256) in vectors {
            assert_eq!(Shards::new(16).shard_of(text), of_16, "{text}");
            assert_eq!(Shards::new(100).shard_of(text), of_100, "{text}");
            assert_eq!(Shards::new(256).shard_of(text), of_256, "{text}");
        }
    }
}
