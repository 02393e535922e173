//! The keys of a query: its partition, where a page of it ended, and what its filter may not name.

use super::pager::LastKey;
use super::query::QueryInfo;
use super::select::{Output, key_specs};
use crate::cursor;
use crate::error::Error;
use crate::expr::Node;
use crate::item::{Item, build};
use crate::key::{Args, Components, KeyError, KeyValue, MAX_PARTITION_BYTES};
use crate::schema::KeySpec;

/// The values of the partition key attributes.
pub(super) fn partition<Q: QueryInfo>(args: &Args<'_>) -> Result<Vec<KeyValue>, KeyError> {
    let value = |spec: &KeySpec| {
        build(spec, MAX_PARTITION_BYTES, args)?
            .ok_or_else(|| KeyError::new("has an absent component").with_attribute(spec.attribute))
    };
    Q::QUERY.pk.iter().map(value).collect()
}

/// The key DynamoDB would have stopped at, had it stopped at this record.
pub(super) fn last_key<Q: QueryInfo, O: Output<Q>>(record: &O::Row) -> Result<LastKey, Error> {
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
