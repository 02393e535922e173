//! The segments of a parallel scan that have not begun, whatever their items.

use super::checkpoint::{Checkpoint, SegmentPlace};
use super::parallel::Segments;
use super::progress::ProgressCounter;
use crate::cursor::{self, Fingerprint};
use crate::db::Db;
use crate::error::{CursorError, Error};
use crate::op::read::pager::Pager;
use crate::op::read::query::Selected;
use crate::op::read::scan::ScanSpec;
use crate::op::read::stream::Position;

/// The segments that have not begun, and where each begins.
pub(super) struct WaitingSegments {
    scan: ScanSpec,
    selected: Selected<'static>,
    db: Db,
    total: u32,
    /// How many pages of each segment are read ahead.
    pub(super) ahead: usize,
    /// The start of each segment, or that it is done.
    pub(super) places: Vec<SegmentPlace>,
    /// The first segment that has not begun.
    next: usize,
}

impl WaitingSegments {
    pub(super) fn of(
        scan: ScanSpec,
        segments: Segments,
        selected: Selected<'static>,
        db: &Db,
    ) -> Result<(Self, ProgressCounter), Error> {
        let places = match segments.resume {
            Some(Checkpoint(places)) => places,
            None => vec![SegmentPlace::Start; segments.count as usize],
        };
        let total =
            u32::try_from(places.len()).map_err(|_| Error::Cursor(CursorError::Malformed))?;
        let mut counter = ProgressCounter::new(total, segments.progress);
        for _ in places.iter().filter(|place| **place == SegmentPlace::End) {
            counter.finish();
        }
        let waiting = Self {
            scan,
            selected,
            db: db.clone(),
            total,
            ahead: segments.ahead,
            places,
            next: 0,
        };
        Ok((waiting, counter))
    }

    /// Begins the next segment that is not done; `None` if there is none.
    pub(super) fn begin(&mut self) -> Result<Option<(usize, Box<Pager>, Fingerprint)>, Error> {
        while let Some(place) = self.places.get(self.next) {
            if *place == SegmentPlace::End {
                self.next += 1;
                continue;
            }
            let mut scan = self.scan.clone();
            scan.read_segment(u32::try_from(self.next).unwrap_or(u32::MAX), self.total);
            let fingerprint = scan.fingerprint(&self.db)?;
            if let SegmentPlace::After(cursor) = place {
                scan.after = Some(cursor.clone());
            }
            let pager = scan.into_pager(&self.db, self.selected)?;
            let number = self.next;
            self.next += 1;
            return Ok(Some((number, pager, fingerprint)));
        }
        Ok(None)
    }

    /// The place of a segment that has come this far.
    pub(super) fn place(
        &self,
        position: Position<'_>,
        fingerprint: &Fingerprint,
    ) -> Result<SegmentPlace, Error> {
        Ok(match position {
            Position::Start => SegmentPlace::Start,
            Position::End => SegmentPlace::End,
            Position::After(key) => {
                let secret = self.db.secret();
                SegmentPlace::After(cursor::seal(key, fingerprint, secret)?)
            }
        })
    }
}
