//! `#[table(...)]`, on an item and on a shared table, and the indexes of the latter.

use darling::FromMeta;

use super::{NameList, NumberValue, PathValue, Position, ProjectionValue, Text};

/// `pk_type`, `sk_type` and `types` are read, but not offered: on an item the type of a key follows
/// the field, and its table holds no other type.
pub(crate) const TABLE: Position = Position {
    name: "#[table]",
    options: &["name", "pk", "sk", "ttl", "type_attr", "delimiter"],
    elsewhere: &[(&["entity", "rename_all", "crate"], "in `#[dynamo(...)]`")],
};

pub(crate) const SHARED_TABLE: Position = Position {
    name: "#[table]",
    options: &[
        "name",
        "pk",
        "sk",
        "pk_type",
        "sk_type",
        "ttl",
        "type_attr",
        "types",
        "delimiter",
    ],
    elsewhere: &[],
};

const ON_THE_ITEMS: &str = "on the items that are in the index";

pub(crate) const SHARED_GSI: Position = Position {
    name: "#[gsi]",
    options: &["name", "pk", "sk", "pk_type", "sk_type", "projection"],
    elsewhere: &[(&["query", "scan", "when"], ON_THE_ITEMS)],
};

/// `pk` and `pk_type` are read, but not offered: a local index has the table's partition key.
pub(crate) const SHARED_LSI: Position = Position {
    name: "#[lsi]",
    options: &["name", "sk", "sk_type", "projection"],
    elsewhere: &[(&["query", "scan", "when"], ON_THE_ITEMS)],
};

pub(crate) const SHARED_VECTOR: Position = Position {
    name: "#[vector]",
    options: &[
        "name",
        "field",
        "dimensions",
        "distance",
        "pk",
        "pk_type",
        "filter",
        "filter_type",
        "projection",
    ],
    elsewhere: &[(&["query", "when"], ON_THE_ITEMS)],
};

pub(crate) const SHARED: Position = Position {
    name: "#[dynamo]",
    options: &["crate"],
    elsewhere: &[(
        &["table", "entity", "rename_all"],
        "on the items of the table",
    )],
};

#[derive(Default, FromMeta)]
pub(crate) struct TableOptions {
    /// Physical name; `{var}` is filled at run time.
    pub(crate) name: Option<Text>,
    /// Name of the partition key attribute.
    pub(crate) pk: Option<Text>,
    /// Name of the sort key attribute.
    pub(crate) sk: Option<Text>,
    /// Type of the partition key, if no field decides it.
    pub(crate) pk_type: Option<Text>,
    /// Type of the sort key, if no field decides it.
    pub(crate) sk_type: Option<Text>,
    /// The attribute DynamoDB deletes expired items by.
    pub(crate) ttl: Option<Text>,
    /// The attribute that stores the entity name.
    pub(crate) type_attr: Option<Text>,
    /// How the item types are told apart.
    pub(crate) types: Option<Text>,
    /// The delimiter between components, `#` by default.
    pub(crate) delimiter: Option<Text>,
}

/// An index of a shared table.
#[derive(Default, FromMeta)]
pub(crate) struct SharedIndexOptions {
    /// Name of the index.
    pub(crate) name: Option<Text>,
    /// Names of its partition key attributes.
    pub(crate) pk: Option<NameList>,
    /// Names of its sort key attributes.
    pub(crate) sk: Option<NameList>,
    /// Types of its partition key attributes.
    pub(crate) pk_type: Option<NameList>,
    /// Types of its sort key attributes.
    pub(crate) sk_type: Option<NameList>,
    /// The attributes that the index holds besides the keys.
    pub(crate) projection: Option<ProjectionValue>,
    /// The attributes of a projection in other libraries; not offered.
    pub(crate) include: Option<NameList>,
    /// The attribute that holds the vector.
    pub(crate) field: Option<Text>,
    /// The number of elements of a vector.
    pub(crate) dimensions: Option<NumberValue>,
    /// How vectors are compared.
    pub(crate) distance: Option<Text>,
    /// The attributes that searches can be filtered by.
    pub(crate) filter: Option<NameList>,
    /// Types of these attributes.
    pub(crate) filter_type: Option<NameList>,
}

#[derive(Default, FromMeta)]
pub(crate) struct SharedOptions {
    /// Path of the runtime crate.
    #[darling(rename = "crate")]
    pub(crate) krate: Option<PathValue>,
}
