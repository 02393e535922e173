//! How far a stream of changes has come, as text.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use crate::error::Error;

/// How far a [`ChangeStream`](super::ChangeStream) has come. Pass it to
/// [`resume`](super::Changes::resume) of changes of the same table.
///
/// It can be written as a line of text, which names the stream and, for each shard, the last change
/// that was taken. It holds no data of items. If you store it in one step with the effects of the
/// changes, each change takes effect once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StreamCheckpoint {
    pub(super) arn: String,
    pub(super) places: BTreeMap<String, ShardPlace>,
}

/// How far one shard has come.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ShardPlace {
    /// Nothing was taken: it is read from its oldest record.
    Start,
    /// Nothing was taken since a moment, in seconds of the Unix epoch; what is older is left out.
    Since(u64),
    /// The record with this number was taken last.
    After(String),
    /// Everything was taken.
    End,
}

const SEPARATOR: char = '|';
const START: &str = "start";
const SINCE: &str = "since:";
const END: &str = "end";

impl fmt::Display for ShardPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start => f.write_str(START),
            Self::Since(seconds) => write!(f, "{SINCE}{seconds}"),
            Self::After(number) => f.write_str(number),
            Self::End => f.write_str(END),
        }
    }
}

impl ShardPlace {
    fn parse(text: &str) -> Option<Self> {
        if let Some(seconds) = text.strip_prefix(SINCE) {
            return seconds.parse().ok().map(Self::Since);
        }
        match text {
            START => Some(Self::Start),
            END => Some(Self::End),
            "" => None,
            number => {
                let digits = number.bytes().all(|byte| byte.is_ascii_digit());
                digits.then(|| Self::After(number.to_owned()))
            }
        }
    }
}

impl fmt::Display for StreamCheckpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.arn)?;
        for (shard, place) in &self.places {
            write!(f, "{SEPARATOR}{shard}={place}")?;
        }
        Ok(())
    }
}

impl FromStr for StreamCheckpoint {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let malformed = || Error::Stream {
            reason: "the text is not a checkpoint, or was changed; use the text of one from \
                     `ChangeStream::checkpoint`"
                .to_owned(),
        };
        let mut parts = text.split(SEPARATOR);
        let arn = parts.next().filter(|arn| arn.starts_with("arn:"));
        let place = |part: &str| {
            let (shard, place) = part.split_once('=')?;
            Some((shard.to_owned(), ShardPlace::parse(place)?))
        };
        Ok(Self {
            arn: arn.ok_or_else(malformed)?.to_owned(),
            places: parts
                .map(place)
                .collect::<Option<_>>()
                .ok_or_else(malformed)?,
        })
    }
}

impl serde::Serialize for StreamCheckpoint {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> serde::Deserialize<'de> for StreamCheckpoint {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <String as serde::Deserialize>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}
