//! The names that entries of a flattened map may not have.

use crate::item::{Item, Table};
use crate::key::CLAIM_OWNER;

/// Whether no entry of a flattened map may have this name: it belongs to a field, to a key of the
/// table or an index, or to another attribute that the map may not write.
#[must_use]
pub fn is_reserved<T: Item>(name: &str) -> bool {
    let (table, item) = (T::Table::SCHEMA, T::SCHEMA);
    let own = [Some(table.pk.name), table.sk.map(|sk| sk.name)];
    let others = [table.type_attr, table.ttl, Some(CLAIM_OWNER)];
    let mut keys = table
        .indexes
        .iter()
        .flat_map(|index| index.pk.iter().chain(index.sk));
    own.contains(&Some(name))
        || others.contains(&Some(name))
        || item
            .fields
            .iter()
            .any(|field| field.attribute == Some(name))
        || item.index_keys.iter().any(|key| key.attribute == name)
        || keys.any(|key| key.name == name)
}

/// Whether a name is among others.
#[must_use]
pub fn is_one_of(name: &str, names: &[&str]) -> bool {
    names.contains(&name)
}
