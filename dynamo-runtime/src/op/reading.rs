//! What queries and scans share: the partition, the end of a page, and what a filter may not name.

use super::pager::{End, LastKey, Reading};
use super::query::QueryInfo;
use super::records::Records;
use super::select::{Output, items, key_specs};
use super::{Page, Salvaged};
use crate::cursor::{self, Cursor, Fingerprint};
use crate::db::Db;
use crate::error::Error;
use crate::expr::Node;
use crate::item::{Item, build, build_whole};
use crate::key::{Args, Components, KeyError, KeyValue, MAX_PARTITION_BYTES};

/// The values of the partition key attributes.
pub(super) fn partition<Q: QueryInfo>(args: &Args<'_>) -> Result<Vec<KeyValue>, KeyError> {
    let specs = Q::QUERY.pk.iter();
    specs
        .map(|spec| build_whole(spec, MAX_PARTITION_BYTES, args))
        .collect()
}

/// The page of a reading, with the cursor that goes on after it.
pub(super) fn page<Q: QueryInfo, O: Output<Q>>(
    reading: Reading<Vec<O::Row>>,
    fingerprint: Fingerprint,
    db: &Db,
) -> Result<Page<O::Item>, Error> {
    let next = next::<Q, O>(reading.end, &reading.records, fingerprint, db)?;
    Ok(Page::new(items::<Q, O>(reading.records), next))
}

/// The page of a reading with what is not of its type.
pub(super) fn salvaged<Q: QueryInfo, O: Output<Q>>(
    reading: Reading<Records<O::Row>>,
    fingerprint: Fingerprint,
    db: &Db,
) -> Result<Salvaged<O::Item>, Error> {
    let (rows, failed) = reading.records.into_parts();
    Ok(Salvaged {
        next: next::<Q, O>(reading.end, &rows, fingerprint, db)?,
        items: items::<Q, O>(rows),
        failed: failed.into_iter().map(|failed| failed.error).collect(),
    })
}

/// The cursor that goes on after what was read.
fn next<Q: QueryInfo, O: Output<Q>>(
    end: Option<End>,
    rows: &[O::Row],
    fingerprint: Fingerprint,
    db: &Db,
) -> Result<Option<Cursor>, Error> {
    let last = match end {
        None => None,
        Some(End::Key(key)) => Some(key),
        Some(End::LastRecord) => rows.last().map(last_key::<Q, O>).transpose()?,
    };
    last.map(|key| cursor::seal(&key, fingerprint, db.secret()))
        .transpose()
}

/// The only one of the rows that were read, at most two; `query` names what read them.
pub(super) fn only<Q: QueryInfo, O: Output<Q>>(
    mut rows: Vec<O::Row>,
    query: &'static str,
) -> Result<O::Item, Error> {
    let item = Q::Item::SCHEMA.name;
    match (rows.pop(), rows.is_empty()) {
        (Some(row), true) => Ok(O::item(row)),
        (Some(_), false) => Err(Error::NotUnique { item, query }),
        (None, _) => Err(Error::NotFound { item, query }),
    }
}

/// The key DynamoDB would have stopped at, had it stopped at this record.
fn last_key<Q: QueryInfo, O: Output<Q>>(record: &O::Row) -> Result<LastKey, Error> {
    let mut keys = Vec::with_capacity(4);
    for spec in key_specs::<Q>() {
        let value = build(spec, MAX_PARTITION_BYTES, record as &dyn Components)
            .map_err(|error| Error::Key(error.with_item(Q::Item::SCHEMA.name)))?;
        keys.extend(value.map(|value| (spec.attribute, value)));
    }
    Ok(cursor::key_map(keys))
}

/// DynamoDB refuses a filter on the keys of what it queries.
pub(super) fn refuse_keys<Q: QueryInfo>(filter: &Node) -> Result<(), Error> {
    let keys = Q::QUERY.pk.iter().chain(Q::QUERY.sk);
    let named = filter.roots();
    for spec in keys {
        if named.contains(&spec.attribute) {
            return Err(Error::Expression {
                item: Q::Item::SCHEMA.name,
                reason: format!(
                    "the filter names `{}`, a key of what `{}` queries; use `range`",
                    spec.attribute,
                    Q::QUERY.method
                ),
            });
        }
    }
    Ok(())
}
