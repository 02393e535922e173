//! Checkpoints: how far a parallel scan has come, as text.

use std::fmt;
use std::str::FromStr;

use super::parallel::MAX_SEGMENTS;
use crate::cursor::{Cursor, is_whole};
use crate::error::{CursorError, Error};

/// How far a parallel scan has come. Pass it to [`resume`](crate::op::bulk::ParallelScan::resume)
/// of the same scan.
///
/// A checkpoint is opaque text. It belongs to one scan and is refused by others; like a [`Cursor`]
/// it is encrypted if the `Db` has a secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checkpoint(pub(super) Vec<SegmentPlace>);

/// A checkpoint of type `C`, or none, for `resume`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a checkpoint",
    label = "expected a `{C}` or an `Option` of one, by value",
    note = "write `text.parse::<{C}>()?` for the text of one"
)]
pub trait IntoCheckpoint<C> {
    /// Returns the checkpoint, if there is one.
    fn into_checkpoint(self) -> Option<C>;
}

impl<C> IntoCheckpoint<C> for C {
    fn into_checkpoint(self) -> Option<C> {
        Some(self)
    }
}

impl<C> IntoCheckpoint<C> for Option<C> {
    fn into_checkpoint(self) -> Option<C> {
        self
    }
}

/// How far one segment has come.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum SegmentPlace {
    Start,
    After(Cursor),
    End,
}

const SEPARATOR: char = '.';
const START: &str = "";
const END: &str = "!";

impl Checkpoint {
    /// Returns whether the scan has finished.
    #[must_use]
    pub fn is_end(&self) -> bool {
        self.0.iter().all(|place| *place == SegmentPlace::End)
    }
}

impl fmt::Display for Checkpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, place) in self.0.iter().enumerate() {
            if number > 0 {
                write!(f, "{SEPARATOR}")?;
            }
            f.write_str(match place {
                SegmentPlace::Start => START,
                SegmentPlace::After(cursor) => cursor.as_str(),
                SegmentPlace::End => END,
            })?;
        }
        Ok(())
    }
}

impl FromStr for Checkpoint {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let place = |text| match text {
            START => Some(SegmentPlace::Start),
            END => Some(SegmentPlace::End),
            text => {
                let cursor = Cursor::from(text);
                is_whole(&cursor).then_some(SegmentPlace::After(cursor))
            }
        };
        let places: Option<Vec<_>> = text.split(SEPARATOR).map(place).collect();
        let places = places.filter(|places| places.len() <= MAX_SEGMENTS as usize);
        let malformed = Error::Cursor(CursorError::MalformedCheckpoint);
        places.map(Self).ok_or(malformed)
    }
}

impl serde::Serialize for Checkpoint {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> serde::Deserialize<'de> for Checkpoint {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <String as serde::Deserialize>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}
