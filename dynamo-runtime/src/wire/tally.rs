//! The counts in the body of an answer, read only if someone observes requests.

use std::borrow::Cow;
use std::ops::Range;

use super::answer::{members, object, unprocessed_items, unprocessed_keys};
use crate::codec::{DecodeError, Decoder};
use crate::observe::Units;

/// The counts in a body; `None` if it does not report them.
#[derive(Default)]
pub(super) struct Tally {
    /// The items that DynamoDB returned.
    pub(super) count: Option<usize>,
    /// The items that it read for those.
    pub(super) scanned: Option<usize>,
    /// The operations of a batch that it left.
    pub(super) unprocessed: usize,
    /// The place of the consumed capacity in the body.
    pub(super) capacity: Option<Range<usize>>,
}

impl Tally {
    /// Reads the counts of a body. One that is not in DynamoDB's form counts nothing; whoever reads
    /// its items reports it.
    pub(super) fn of(body: &[u8]) -> Self {
        let mut tally = Self::default();
        match tally.read(body) {
            Ok(()) => tally,
            Err(_) => Self::default(),
        }
    }

    fn read(&mut self, body: &[u8]) -> Result<(), DecodeError> {
        members(body, &mut |member, from| {
            match member {
                "Count" => self.count = Some(from.plain_count()?),
                "ScannedCount" => self.scanned = Some(from.plain_count()?),
                "ConsumedCapacity" => self.capacity = Some(from.skip_plain()?),
                "Item" => {
                    from.skip_plain()?;
                    self.count = Some(1);
                }
                "Responses" | "SearchResults" => self.count = Some(responses(from)?),
                "UnprocessedKeys" => self.unprocessed += unprocessed_keys(from)?.len(),
                "UnprocessedItems" => self.unprocessed += unprocessed_items(from)?.len(),
                _ => return Ok(false),
            }
            Ok(true)
        })
    }

    /// The units in its body by table and index; `table` is the name of a table without one.
    pub(super) fn units<'b>(&self, body: &'b [u8], table: &str) -> Vec<Units<'b>> {
        let json = self.capacity.clone().and_then(|at| body.get(at));
        let units = json.map(|json| capacity(json, table));
        units.and_then(Result::ok).unwrap_or_default()
    }
}

/// The number of items of a batch or a transaction of reads: by table, or in one list with an empty
/// object for an item that does not exist.
fn responses(from: &mut Decoder<'_>) -> Result<usize, DecodeError> {
    let mut count = 0;
    if from.is_array()? {
        from.begin_array()?;
        while from.next_in_array()? {
            object(from, &mut |member, _| {
                count += usize::from(member == "Item");
                Ok(false)
            })?;
        }
        return Ok(count);
    }
    object(from, &mut |_, from| {
        from.begin_array()?;
        while from.next_in_array()? {
            from.skip_plain()?;
            count += 1;
        }
        Ok(true)
    })?;
    Ok(count)
}

/// The consumed capacity of one table, or of several.
fn capacity<'b>(json: &'b [u8], table: &str) -> Result<Vec<Units<'b>>, DecodeError> {
    let mut units = Vec::new();
    let mut from = Decoder::json(json)?;
    if !from.is_array()? {
        table_units(json, &mut from, table, &mut units)?;
        return Ok(units);
    }
    from.begin_array()?;
    while from.next_in_array()? {
        table_units(json, &mut from, table, &mut units)?;
    }
    Ok(units)
}

fn table_units<'b>(
    json: &'b [u8],
    from: &mut Decoder<'b>,
    table: &str,
    to: &mut Vec<Units<'b>>,
) -> Result<(), DecodeError> {
    let (mut total, mut own) = (0.0, None);
    let mut name = Cow::Owned(table.to_owned());
    let mut indexes = Vec::new();
    object(from, &mut |member, from| {
        match member {
            "TableName" => name = quoted(json, &from.skip_plain()?),
            "CapacityUnits" => total = from.plain_number()?,
            "Table" => own = Some(number(from)?),
            "LocalSecondaryIndexes" | "GlobalSecondaryIndexes" => {
                object(from, &mut |index, from| {
                    indexes.push((index.to_owned(), number(from)?));
                    Ok(true)
                })?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    })?;
    let of_indexes = indexes.into_iter().map(|(index, units)| Units {
        table: name.clone(),
        index: Some(Cow::Owned(index)),
        units,
    });
    let of_indexes: Vec<_> = of_indexes.collect();
    // An engine may report the indexes and the total alone.
    let others: f64 = of_indexes.iter().map(|part| part.units).sum();
    let own = own.unwrap_or(total - others);
    if own > 0.0 || of_indexes.is_empty() {
        to.push(Units {
            table: name,
            index: None,
            units: own,
        });
    }
    to.extend(of_indexes);
    Ok(())
}

/// A plain text without escapes, such as the name of a table.
fn quoted<'b>(json: &'b [u8], at: &Range<usize>) -> Cow<'b, str> {
    let text = json.get(at.start + 1..at.end - 1).unwrap_or_default();
    String::from_utf8_lossy(text)
}

fn number(from: &mut Decoder<'_>) -> Result<f64, DecodeError> {
    let mut found = 0.0;
    object(from, &mut |member, from| {
        let is_it = member == "CapacityUnits";
        if is_it {
            found = from.plain_number()?;
        }
        Ok(is_it)
    })?;
    Ok(found)
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
    fn items_of_batches_and_transactions_are_counted() {
        let batch = br#"{"Responses":{"a":[{},{}],"b":[{}]},"UnprocessedKeys":{"a":{"Keys":[{"id":{"S":"x"}}]}}}"#;
        let tally = Tally::of(batch);
        assert_eq!((tally.count, tally.unprocessed), (Some(3), 1));
        let transaction = br#"{"Responses":[{"Item":{}},{}]}"#;
        assert_eq!(Tally::of(transaction).count, Some(1));
    }

    #[test]
    fn units_are_told_by_table_and_index() {
        let body = br#"{"ConsumedCapacity":[{"TableName":"a","CapacityUnits":3,"Table":{"CapacityUnits":1},"GlobalSecondaryIndexes":{"ByB":{"CapacityUnits":2}}},{"TableName":"c","CapacityUnits":0.5}]}"#;
        let units = Tally::of(body).units(body, "");
        let told: Vec<_> = units
            .iter()
            .map(|part| (&*part.table, part.index.as_deref(), part.units))
            .collect();
        let expected = [("a", None, 1.0), ("a", Some("ByB"), 2.0), ("c", None, 0.5)];
        assert_eq!(told, expected);
    }

    #[test]
    fn a_body_in_another_form_counts_nothing() {
        let tally = Tally::of(br#"{"Count":1,"#);
        assert_eq!(tally.count, None);
    }
}
