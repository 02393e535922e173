//! What one response held: the records, and the items that are not of their type.

use super::pager::LastKey;
use crate::codec::DecodeError;
use crate::error::Error;
use crate::item::Record;
use crate::schema::QuerySchema;

/// The records of a page in order, and what could not be decoded between them.
pub(crate) struct Records<T> {
    found: Vec<T>,
    failed: Vec<Failed>,
    /// How many items were left out between them.
    left_out: usize,
    /// Whether it has an item of a type that is refused.
    refused: bool,
    /// The keys of the last record as they are stored, where others of the response stand behind
    /// it.
    cut: Option<LastKey>,
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
            left_out: 0,
            refused: false,
            cut: None,
        }
    }

    pub(super) fn push(&mut self, record: T) {
        self.found.push(record);
    }

    /// Adds an item that is not of its type, as it is stored where it could be read at all.
    #[cold]
    pub(super) fn push_failed(&mut self, error: DecodeError) {
        let number = self.found.len() + self.failed.len() + self.left_out + 1;
        self.failed.push(Failed {
            after: self.found.len(),
            error: error.of_number(number),
        });
    }

    /// Counts an item that is not given.
    pub(super) fn leave_out(&mut self) {
        self.left_out += 1;
    }

    /// Says that there is an item of a type that is refused.
    pub(super) fn refuse(&mut self) {
        self.refused = true;
    }

    pub(super) fn is_refused(&self) -> bool {
        self.refused
    }

    /// Says that the last record, which has these keys, stands before others of the response.
    pub(super) fn cut_at(&mut self, keys: LastKey) {
        self.cut = Some(keys);
    }

    /// The keys of the last record, where others stand behind it.
    pub(super) fn take_cut(&mut self) -> Option<LastKey> {
        self.cut.take()
    }

    /// How many records there are.
    pub(super) fn len(&self) -> usize {
        self.found.len()
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
        let mut joined = records(&page);
        joined.append(records(&[5, 0, 6]));
        assert_eq!(order(joined), [0, 1, 2, 0, 0, 3, 4, 0, 5, 0, 6]);
    }

    #[test]
    fn an_item_is_numbered_as_it_stands_in_the_page() {
        let mut page = records(&[0, 1, 2, 0]);
        page.leave_out();
        page.push_failed(DecodeError::missing("a"));
        let (_, failed) = page.into_parts();
        let numbers: Vec<_> = failed.iter().map(|failed| failed.error.number()).collect();
        assert_eq!(numbers, [Some(1), Some(4), Some(6)]);
    }
}
