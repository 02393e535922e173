//! The body of a page, read in one go: the records, the key DynamoDB stopped at, the capacity.

use super::pager::LastKey;
use super::records::Records;
use super::sieve::{Sieve, Verdict};
use crate::codec::{DecodeError, Decoder};
use crate::item::Record;
use crate::wire::answer::{members, units};

/// What a body holds.
pub(crate) struct PageBody<T> {
    pub(crate) records: Records<T>,
    /// The items that DynamoDB counted, whether it sent them or not.
    pub(super) count: usize,
    pub(super) last: Option<LastKey>,
    pub(super) units: f64,
}

impl<T: Record> PageBody<T> {
    /// Reads a body. One that is not well formed is an error; an item that is not of its type is a
    /// record that failed.
    pub(crate) fn read(body: &[u8], sieve: &Sieve) -> Result<Self, DecodeError> {
        let mut page = Self {
            records: Records::with_capacity(0),
            count: 0,
            last: None,
            units: 0.0,
        };
        members(body, &mut |member, from| {
            match member {
                "Count" => page.count = from.plain_count()?,
                "Items" => page.records = items(from, page.count, sieve)?,
                "LastEvaluatedKey" => page.last = Some(from.item()?),
                "ConsumedCapacity" => page.units = units(from)?,
                _ => return Ok(false),
            }
            Ok(true)
        })?;
        Ok(page)
    }
}

/// Decodes the array of items. One that is not of its type is kept as it is stored, and the rest
/// is read; what stands behind the last one that is wanted is passed over.
fn items<T: Record>(
    decoder: &mut Decoder<'_>,
    count: usize,
    sieve: &Sieve,
) -> Result<Records<T>, DecodeError> {
    decoder.begin_array()?;
    let mut records = Records::with_capacity(sieve.room(count));
    let mut last = 0;
    while decoder.next_in_array()? {
        let item = decoder.position();
        let record = T::decode(decoder);
        match sieve.judge(&record, records.len()) {
            Verdict::Given => match record {
                Ok(record) => {
                    records.push(record);
                    last = item;
                }
                Err(error) => records.push_failed(with_stored(error, decoder, item)?),
            },
            Verdict::LeftOut => records.leave_out(),
            Verdict::Refused => {
                records.refuse();
                skip_rest(decoder, item)?;
                break;
            }
            Verdict::Behind => {
                decoder.rewind_to_item(last)?;
                records.cut_at(decoder.attributes(&sieve.key_names())?);
                skip_rest(decoder, item)?;
                break;
            }
        }
    }
    Ok(records)
}

/// Passes over the item that begins at a position, and over all behind it.
#[cold]
fn skip_rest(decoder: &mut Decoder<'_>, position: usize) -> Result<(), DecodeError> {
    decoder.skip_item_from(position)?;
    while decoder.next_in_array()? {
        decoder.skip_plain()?;
    }
    Ok(())
}

/// Reads the item that begins at a position for the error it gave, and passes over it.
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
