//! What one response held: the records, and the items that are not of their type.

use crate::codec::DecodeError;
use crate::error::Error;
use crate::item::Record;
use crate::schema::QuerySchema;

/// The records of a page in order, and what could not be decoded between them.
pub(crate) struct Records<T> {
    found: Vec<T>,
    failed: Vec<Failed>,
}

/// An item that is not of its type.
pub(crate) struct Failed {
    /// How many records stand before it.
    pub(super) after: usize,
    pub(crate) error: DecodeError,
}

impl<T> Records<T> {
    pub(super) fn with_capacity(count: usize) -> Self {
        Self {
            found: Vec::with_capacity(count),
            failed: Vec::new(),
        }
    }

    pub(super) fn push(&mut self, record: T) {
        self.found.push(record);
    }

    /// Adds an item that is not of its type, as it is stored where it could be read at all.
    #[cold]
    pub(super) fn push_failed(&mut self, error: DecodeError) {
        let number = self.found.len() + self.failed.len() + 1;
        self.failed.push(Failed {
            after: self.found.len(),
            error: error.of_number(number),
        });
    }

    /// How many records there are.
    pub(super) fn len(&self) -> usize {
        self.found.len()
    }

    /// The place of the first record for which something holds.
    pub(super) fn position(&self, holds: impl FnMut(&T) -> bool) -> Option<usize> {
        self.found.iter().position(holds)
    }

    /// Leaves out the records for which a check does not hold.
    pub(super) fn retain(&mut self, mut holds: impl FnMut(&T) -> bool) {
        if self.failed.is_empty() {
            return self.found.retain(holds);
        }
        let mut seen = 0;
        let mut left_out = Vec::new();
        self.found.retain(|record| {
            let kept = holds(record);
            if !kept {
                left_out.push(seen);
            }
            seen += 1;
            kept
        });
        for failed in &mut self.failed {
            failed.after -= left_out.iter().filter(|at| **at < failed.after).count();
        }
    }

    /// Leaves out what stands behind this many records.
    pub(super) fn truncate(&mut self, count: usize) {
        self.found.truncate(count);
        self.failed.retain(|failed| failed.after < count);
    }

    /// Adds the records of the page after.
    pub(super) fn append(&mut self, page: Self) {
        let before = self.found.len();
        let moved = page.failed.into_iter().map(|failed| Failed {
            after: before + failed.after,
            error: failed.error,
        });
        self.failed.extend(moved);
        if before == 0 {
            self.found = page.found;
        } else {
            self.found.extend(page.found);
        }
    }

    pub(crate) fn into_parts(self) -> (Vec<T>, Vec<Failed>) {
        (self.found, self.failed)
    }
}

impl<T: Record> Records<T> {
    /// Says of what type the items should be, and by which keys they are found.
    pub(super) fn named(mut self, keys: &QuerySchema) -> Self {
        for failed in &mut self.failed {
            let error = failed.error.clone().with_item(T::NAME);
            let keys = keys.pk.iter().chain(keys.sk);
            failed.error = error.with_keys(keys.map(|spec| spec.attribute).collect());
        }
        self
    }

    /// Returns the records where all are of their type.
    pub(super) fn whole(self) -> Result<Vec<T>, Error> {
        match self.failed.into_iter().next() {
            Some(failed) => Err(Error::Decode(failed.error)),
            None => Ok(self.found),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Records, and failures as zeros between them.
    fn records(page: &[u32]) -> Records<u32> {
        let mut records = Records::with_capacity(page.len());
        for &number in page {
            match number {
                0 => records.push_failed(DecodeError::missing("a")),
                number => records.push(number),
            }
        }
        records
    }

    fn order(records: Records<u32>) -> Vec<u32> {
        let (mut found, failed) = records.into_parts();
        for failed in failed.into_iter().rev() {
            found.insert(failed.after, 0);
        }
        found
    }

    #[test]
    fn failures_keep_their_place() {
        let page = [0, 1, 2, 0, 0, 3, 4, 0];
        assert_eq!(order(records(&page)), page);
        let mut even = records(&page);
        even.retain(|number| number % 2 == 0);
        assert_eq!(order(even), [0, 2, 0, 0, 4, 0]);
        let mut none = records(&page);
        none.retain(|_| false);
        assert_eq!(order(none), [0; 4]);
        let mut joined = records(&page);
        joined.append(records(&[5, 0, 6]));
        assert_eq!(order(joined), [0, 1, 2, 0, 0, 3, 4, 0, 5, 0, 6]);
    }

    #[test]
    fn what_stands_behind_the_last_record_is_left_for_the_next_page() {
        for (count, kept) in [
            (0, &[][..]),
            (1, &[0, 1][..]),
            (2, &[0, 1, 2][..]),
            (3, &[0, 1, 2, 0, 0, 3][..]),
        ] {
            let mut page = records(&[0, 1, 2, 0, 0, 3, 0]);
            page.truncate(count);
            assert_eq!(order(page), kept);
        }
    }

    #[test]
    fn an_item_is_numbered_as_it_stands_in_the_page() {
        let (_, failed) = records(&[0, 1, 2, 0]).into_parts();
        let numbers: Vec<_> = failed.iter().map(|failed| failed.error.number()).collect();
        assert_eq!(numbers, [Some(1), Some(4)]);
    }
}
