//! `#[table(...)]`: the table of one item type.

use darling::FromMeta;

use super::{Position, Text};

/// `pk_type` and `sk_type` are read, but not offered: on an item the type follows the field.
pub(crate) const TABLE: Position = Position {
    name: "#[table]",
    options: &["name", "pk", "sk", "ttl", "type_attr", "delimiter"],
    elsewhere: &[],
};

#[derive(Default, FromMeta)]
pub(crate) struct TableOptions {
    /// Physical name; `{var}` is filled at run time.
    pub(crate) name: Option<Text>,
    /// Name of the partition key attribute.
    pub(crate) pk: Option<Text>,
    /// Name of the sort key attribute.
    pub(crate) sk: Option<Text>,
    /// Type of the partition key, where no field decides it.
    pub(crate) pk_type: Option<Text>,
    /// Type of the sort key, where no field decides it.
    pub(crate) sk_type: Option<Text>,
    /// The attribute DynamoDB deletes expired items by.
    pub(crate) ttl: Option<Text>,
    /// The attribute that stores the entity name.
    pub(crate) type_attr: Option<Text>,
    /// What separates components, `#` unless said.
    pub(crate) delimiter: Option<Text>,
}
