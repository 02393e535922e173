//! The body of a page, read in one pass: the records, the key DynamoDB stopped at, the capacity.

use crate::codec::{DecodeError, Decoder};
use crate::op::read::pager::LastKey;
use crate::op::read::rows::{Failed, Rows};
use crate::op::read::sieve::{Sieve, Verdict};
use crate::wire::answer::{members, units};

/// The contents of a body other than the records.
#[derive(Default)]
pub(crate) struct PageBody {
    /// The items that could not be decoded.
    pub(crate) failed: Vec<Failed>,
    /// Whether there is an item of a refused type.
    pub(in crate::op) refused: bool,
    /// The stored keys of the last record, if more items of the response come after it.
    pub(in crate::op) cut: Option<LastKey>,
    /// The number of items DynamoDB counted, whether it sent them or not.
    pub(in crate::op) count: usize,
    pub(in crate::op) last: Option<LastKey>,
    pub(in crate::op) units: f64,
}

impl PageBody {
    /// Reads a body and appends its records. A malformed body is an error; an item that cannot be
    /// decoded is a failed record.
    pub(crate) fn read(
        body: &[u8],
        sieve: &Sieve,
        rows: &mut dyn Rows,
    ) -> Result<Self, DecodeError> {
        let mut page = Self::default();
        members(body, &mut |member, from| {
            match member {
                "Count" => page.count = from.plain_count()?,
                "Items" => page.items(from, sieve, rows)?,
                "LastEvaluatedKey" => page.last = Some(from.item()?),
                "ConsumedCapacity" => page.units = units(from)?,
                _ => return Ok(false),
            }
            Ok(true)
        })?;
        Ok(page)
    }

    /// Decodes the array of items. An item that cannot be decoded is kept as it is stored, and the
    /// rest is read; anything after the last wanted item is skipped.
    fn items(
        &mut self,
        decoder: &mut Decoder<'_>,
        sieve: &Sieve,
        rows: &mut dyn Rows,
    ) -> Result<(), DecodeError> {
        decoder.begin_array()?;
        rows.make_room(sieve.room(self.count));
        let before = rows.count();
        let (mut number, mut last) = (0, 0);
        while decoder.next_in_array()? {
            number += 1;
            let item = decoder.position();
            let taken = rows.count() - before;
            let (verdict, error) = match rows.decode(decoder, sieve, taken) {
                Ok(verdict) => (verdict, None),
                Err(error) => (sieve.judge(false, true, taken), Some(error)),
            };
            match (verdict, error) {
                (Verdict::Given, None) => last = item,
                (Verdict::Given, Some(error)) => {
                    let error = with_stored(error, decoder, item)?;
                    self.failed.push(Failed {
                        after: rows.count(),
                        error: error.of_number(number),
                    });
                }
                (Verdict::LeftOut, _) => {}
                (Verdict::Refused, _) => {
                    self.refused = true;
                    return skip_rest(decoder, item);
                }
                (Verdict::Behind, _) => {
                    decoder.rewind_to_item(last)?;
                    self.cut = Some(decoder.attributes(&sieve.key_names())?);
                    return skip_rest(decoder, item);
                }
            }
        }
        Ok(())
    }
}

/// Skips the item that begins at a position, and all after it.
#[cold]
fn skip_rest(decoder: &mut Decoder<'_>, position: usize) -> Result<(), DecodeError> {
    decoder.skip_item_from(position)?;
    while decoder.next_in_array()? {
        decoder.skip_plain()?;
    }
    Ok(())
}

/// Reads the item that begins at a position as it is stored, for its error, and moves past it.
#[cold]
fn with_stored(
    error: DecodeError,
    decoder: &mut Decoder<'_>,
    position: usize,
) -> Result<DecodeError, DecodeError> {
    decoder.rewind_to_item(position)?;
    let stored = decoder.item().ok();
    decoder.skip_item_from(position)?;
    Ok(match stored {
        Some(stored) => error.with_stored(stored),
        None => error,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::item::Record;
    use crate::key::{Components, KeyPart};
    use crate::schema::QuerySchema;

    const KEYS: QuerySchema = QuerySchema {
        method: "query",
        index: None,
        scan: None,
        when: None,
        pk: &[],
        sk: &[],
    };

    /// A record that holds a number, and fails without one.
    #[derive(Debug, PartialEq)]
    struct Number(u32);

    impl Components for Number {
        fn component(&self, _: usize) -> Option<&dyn KeyPart> {
            None
        }
    }

    impl Record for Number {
        const NAME: &'static str = "Number";

        fn decode(from: &mut Decoder<'_>) -> Result<Self, DecodeError> {
            let item = from.item()?;
            let number = item.get("n").and_then(|value| value.as_n().ok());
            let number = number.and_then(|number| number.parse().ok());
            number.map(Self).ok_or_else(|| DecodeError::missing("n"))
        }

        fn is_foreign(&self) -> bool {
            self.0 == 99
        }
    }

    /// A body of numbers, with zeros for items that fail.
    fn body(numbers: &[u32]) -> String {
        let item = |number: &u32| match number {
            0 => r#"{"other":{"N":"1"}}"#.to_owned(),
            number => format!(r#"{{"n":{{"N":"{number}"}}}}"#),
        };
        let items: Vec<_> = numbers.iter().map(item).collect();
        format!(r#"{{"Count":1,"Items":[{}]}}"#, items.join(","))
    }

    fn read(sieve: &Sieve, numbers: &[u32], rows: &mut Vec<Number>) -> PageBody {
        PageBody::read(body(numbers).as_bytes(), sieve, rows).expect("a page")
    }

    /// The records, with zeros for those that failed.
    fn order(rows: &[Number], failed: &[Failed]) -> Vec<u32> {
        let mut order: Vec<u32> = rows.iter().map(|number| number.0).collect();
        for failed in failed.iter().rev() {
            order.insert(failed.after, 0);
        }
        order
    }

    #[test]
    fn failures_keep_their_place_over_pages() {
        let sieve = Sieve::open([&KEYS, &KEYS]);
        let mut rows = Vec::new();
        let numbers = [0, 1, 2, 0, 0, 3, 4, 0];
        let mut failed = read(&sieve, &numbers, &mut rows).failed;
        assert_eq!(order(&rows, &failed), numbers);
        failed.extend(read(&sieve, &[5, 0, 6], &mut rows).failed);
        let all = [0, 1, 2, 0, 0, 3, 4, 0, 5, 0, 6];
        assert_eq!(order(&rows, &failed), all);
    }

    #[test]
    fn an_item_is_numbered_as_it_stands_in_the_page() {
        let sieve = Sieve {
            foreign: crate::op::read::sieve::Foreign::LeftOut,
            ..Sieve::open([&KEYS, &KEYS])
        };
        let mut rows = Vec::new();
        let page = read(&sieve, &[0, 1, 2, 0, 99, 0], &mut rows);
        let numbers: Vec<_> = page.failed.iter().map(|one| one.error.number()).collect();
        assert_eq!(numbers, [Some(1), Some(4), Some(6)]);
        assert_eq!(rows, [Number(1), Number(2)]);
    }

    #[test]
    fn a_page_is_cut_behind_what_is_wanted_of_it() {
        let sieve = Sieve {
            wanted: Some(2),
            ..Sieve::open([&KEYS, &KEYS])
        };
        let mut rows = vec![Number(7)];
        let page = read(&sieve, &[1, 2, 3], &mut rows);
        assert_eq!(rows, [Number(7), Number(1), Number(2)]);
        assert!(page.cut.is_some());
    }
}
