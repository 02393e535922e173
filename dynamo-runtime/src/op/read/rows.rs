//! The destination of a response's items: decoded in order, to a type that only the rows know.

use crate::codec::{DecodeError, Decoder};
use crate::error::Error;
use crate::item::Record;
use crate::op::read::sieve::{Sieve, Verdict};
use crate::wire::Attributes;

/// Records of one type that the plain core does not know.
pub(crate) trait Rows: Send {
    /// The name of the type, for errors.
    fn name(&self) -> &'static str;

    /// How many records there are.
    fn count(&self) -> usize;

    /// Makes room for some more.
    fn make_room(&mut self, records: usize);

    /// Drops all records.
    fn empty(&mut self);

    /// Decodes the next item, and keeps it if the sieve accepts it after this many were taken.
    fn decode(
        &mut self,
        from: &mut Decoder<'_>,
        sieve: &Sieve,
        taken: usize,
    ) -> Result<Verdict, DecodeError>;

    /// Decodes the next item.
    fn decode_one(&mut self, from: &mut Decoder<'_>) -> Result<(), DecodeError>;

    /// Refuses an item that is stored as another type.
    fn check_type(&self, item: &Attributes) -> Result<(), Error>;
}

impl<T: Record + Send> Rows for Vec<T> {
    fn name(&self) -> &'static str {
        T::NAME
    }

    fn count(&self) -> usize {
        self.len()
    }

    fn make_room(&mut self, records: usize) {
        self.reserve_exact(records);
    }

    fn empty(&mut self) {
        self.clear();
    }

    fn decode(
        &mut self,
        from: &mut Decoder<'_>,
        sieve: &Sieve,
        taken: usize,
    ) -> Result<Verdict, DecodeError> {
        let record = T::decode(from)?;
        let is_foreign = record.is_foreign();
        let check = sieve.check.as_ref().filter(|_| !is_foreign);
        let is_within = check.is_none_or(|check| record.is_within(check));
        let verdict = sieve.judge(is_foreign, is_within, taken);
        if matches!(verdict, Verdict::Given) {
            self.push(record);
        }
        Ok(verdict)
    }

    fn decode_one(&mut self, from: &mut Decoder<'_>) -> Result<(), DecodeError> {
        self.push(T::decode(from)?);
        Ok(())
    }

    fn check_type(&self, item: &Attributes) -> Result<(), Error> {
        T::check_type(item)
    }
}

/// An item that could not be decoded.
pub(crate) struct Failed {
    /// How many records come before it.
    pub(in crate::op) after: usize,
    pub(crate) error: DecodeError,
}

/// Returns the first of the failures.
pub(in crate::op) fn none_failed(failed: Vec<Failed>) -> Result<(), Error> {
    match failed.into_iter().next() {
        Some(failed) => Err(Error::Decode(failed.error)),
        None => Ok(()),
    }
}
