//! Reading the body of a successful response.

use super::request::Attributes;
use crate::codec::{DecodeError, Decoder};

/// Visits the members of a body. `take` reads a member and returns `true`, or leaves it and returns
/// `false`.
pub(crate) fn members<'b>(
    body: &'b [u8],
    take: &mut dyn FnMut(&str, &mut Decoder<'b>) -> Result<bool, DecodeError>,
) -> Result<(), DecodeError> {
    let mut from = Decoder::json(body)?;
    object(&mut from, take)?;
    from.finish()
}

/// An item of a body: `Item` of a read, `Attributes` of a write.
pub(crate) fn item(body: &[u8], name: &str) -> Result<Option<Attributes>, DecodeError> {
    let mut found = None;
    members(body, &mut |member, from| {
        let is_it = member == name;
        if is_it {
            found = Some(from.item()?);
        }
        Ok(is_it)
    })?;
    Ok(found)
}

/// The items of a transaction, in the order of the request.
pub(crate) fn items(body: &[u8]) -> Result<Vec<Option<Attributes>>, DecodeError> {
    let mut found = Vec::new();
    members(body, &mut |member, from| {
        if member != "Responses" {
            return Ok(false);
        }
        from.begin_array()?;
        while from.next_in_array()? {
            let mut item = None;
            object(from, &mut |member, from| {
                let is_it = member == "Item";
                if is_it {
                    item = Some(from.item()?);
                }
                Ok(is_it)
            })?;
            found.push(item);
        }
        Ok(true)
    })?;
    Ok(found)
}

/// Reads the capacity units that come next: of one table, or of several.
pub(crate) fn units(from: &mut Decoder<'_>) -> Result<f64, DecodeError> {
    if !from.is_array()? {
        return table_units(from);
    }
    let mut units = 0.0;
    from.begin_array()?;
    while from.next_in_array()? {
        units += table_units(from)?;
    }
    Ok(units)
}

fn table_units(from: &mut Decoder<'_>) -> Result<f64, DecodeError> {
    number(from, "CapacityUnits")
}

/// Reads one number of the next plain object; 0 if it has none with this name.
fn number(from: &mut Decoder<'_>, name: &str) -> Result<f64, DecodeError> {
    let mut found = 0.0;
    object(from, &mut |member, from| {
        let is_it = member == name;
        if is_it {
            found = from.plain_number()?;
        }
        Ok(is_it)
    })?;
    Ok(found)
}

/// The capacity that a body reports.
pub(crate) fn capacity(body: &[u8]) -> Result<f64, DecodeError> {
    let mut consumed = 0.0;
    members(body, &mut |member, from| {
        take_units(member, from, &mut consumed)
    })?;
    Ok(consumed)
}

/// Reads the capacity units, if this member of a body has them.
pub(crate) fn take_units(
    member: &str,
    from: &mut Decoder<'_>,
    consumed: &mut f64,
) -> Result<bool, DecodeError> {
    let is_it = member == "ConsumedCapacity";
    if is_it {
        *consumed = units(from)?;
    }
    Ok(is_it)
}

/// The number of bytes that a vector search looked at.
pub(crate) fn search_bytes(body: &[u8]) -> Result<f64, DecodeError> {
    let mut bytes = 0.0;
    members(body, &mut |member, from| {
        let is_it = member == "ConsumedCapacity";
        if is_it {
            bytes = number(from, "VectorSearchRequestBytes")?;
        }
        Ok(is_it)
    })?;
    Ok(bytes)
}

/// Reads the next plain object member by member, like [`members`].
pub(crate) fn object<'b>(
    from: &mut Decoder<'b>,
    take: &mut dyn FnMut(&str, &mut Decoder<'b>) -> Result<bool, DecodeError>,
) -> Result<(), DecodeError> {
    from.begin_object()?;
    while let Some(member) = from.next_member()? {
        if !take(&member, from)? {
            from.skip_plain()?;
        }
    }
    Ok(())
}

/// Reads the keys that a batch left unread, with their tables: `UnprocessedKeys`.
pub(crate) fn unprocessed_keys(
    from: &mut Decoder<'_>,
) -> Result<Vec<(String, Attributes)>, DecodeError> {
    let mut left = Vec::new();
    object(from, &mut |table, from| {
        object(from, &mut |member, from| {
            if member != "Keys" {
                return Ok(false);
            }
            from.begin_array()?;
            while from.next_in_array()? {
                left.push((table.to_owned(), from.item()?));
            }
            Ok(true)
        })?;
        Ok(true)
    })?;
    Ok(left)
}

/// Reads the writes that a batch left undone, with their tables: `UnprocessedItems`.
pub(crate) fn unprocessed_items(
    from: &mut Decoder<'_>,
) -> Result<Vec<(String, Attributes)>, DecodeError> {
    let mut left = Vec::new();
    object(from, &mut |table, from| {
        from.begin_array()?;
        while from.next_in_array()? {
            // `{"PutRequest":{"Item":{…}}}` or `{"DeleteRequest":{"Key":{…}}}`.
            object(from, &mut |_, from| {
                object(from, &mut |_, from| {
                    left.push((table.to_owned(), from.item()?));
                    Ok(true)
                })?;
                Ok(true)
            })?;
        }
        Ok(true)
    })?;
    Ok(left)
}
