//! The counts in the body of an answer, read only if someone observes requests.

use std::ops::Range;

use super::answer::members;
use crate::codec::DecodeError;

/// The counts in a body; `None` if it does not report them.
#[derive(Default)]
pub(super) struct Tally {
    /// The items that DynamoDB returned.
    pub(super) count: Option<usize>,
    /// The items that it read for those.
    pub(super) scanned: Option<usize>,
    /// The place of the consumed capacity in the body.
    pub(super) capacity: Option<Range<usize>>,
}

impl Tally {
    /// Reads the counts of a body. One that is not in DynamoDB's form counts nothing; whoever reads
    /// its items reports it.
    pub(super) fn of(body: &[u8]) -> Self {
        let mut tally = Self::default();
        let read = tally.read(body);
        if read.is_err() {
            return Self::default();
        }
        tally
    }

    fn read(&mut self, body: &[u8]) -> Result<(), DecodeError> {
        members(body, &mut |member, from| {
            match member {
                "Count" => self.count = Some(from.plain_count()?),
                "ScannedCount" => self.scanned = Some(from.plain_count()?),
                "ConsumedCapacity" => self.capacity = Some(from.skip_plain()?),
                _ => return Ok(false),
            }
            Ok(true)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Tally;

    #[test]
    fn counts_and_capacity_are_found_in_a_page() {
        let body = br#"{"Items":[{"Count":{"N":"7"}}],"Count":1,"ScannedCount":3,"ConsumedCapacity":{"CapacityUnits":0.5}}"#;
        let tally = Tally::of(body);
        assert_eq!((tally.count, tally.scanned), (Some(1), Some(3)));
        let capacity = tally.capacity.expect("a capacity");
        assert_eq!(&body[capacity], br#"{"CapacityUnits":0.5}"#);
    }

    #[test]
    fn a_body_in_another_form_counts_nothing() {
        let tally = Tally::of(br#"{"Count":1,"#);
        assert_eq!(tally.count, None);
    }
}
