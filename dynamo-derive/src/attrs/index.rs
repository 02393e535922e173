//! `#[gsi(...)]`, `#[lsi(...)]` and `#[vector(...)]` on a struct that derives `Item`.

use darling::FromMeta;
use syn::Expr;

use super::value::ExprValue;
use super::{KeyValue, NameList, Position, ProjectionValue, Text};

pub(crate) const GSI: Position = Position {
    name: "#[gsi]",
    options: &[
        "name",
        "pk",
        "sk",
        "pk_attr",
        "sk_attr",
        "projection",
        "query",
        "scan",
        "when",
    ],
    elsewhere: &[],
};

/// `pk` and `pk_attr` are read, but not offered: a local index has the table's partition key.
pub(crate) const LSI: Position = Position {
    name: "#[lsi]",
    options: &[
        "name",
        "sk",
        "sk_attr",
        "projection",
        "query",
        "scan",
        "when",
    ],
    elsewhere: &[],
};

pub(crate) const VECTOR: Position = Position {
    name: "#[vector]",
    options: &[
        "name",
        "field",
        "distance",
        "pk",
        "pk_attr",
        "filter",
        "projection",
        "query",
        "when",
    ],
    elsewhere: &[],
};

#[derive(Default, FromMeta)]
pub(crate) struct IndexOptions {
    /// Name of the index.
    pub(crate) name: Option<Text>,
    /// The template of its partition key.
    pub(crate) pk: Option<KeyValue>,
    /// The template of its sort key.
    pub(crate) sk: Option<KeyValue>,
    /// Type of the partition key, if no field decides it.
    pub(crate) pk_type: Option<Text>,
    /// Type of the sort key, if no field decides it.
    pub(crate) sk_type: Option<Text>,
    /// The attribute that stores a built partition key.
    pub(crate) pk_attr: Option<NameList>,
    /// The attribute that stores a built sort key.
    pub(crate) sk_attr: Option<NameList>,
    /// The attributes that the index holds besides the keys.
    pub(crate) projection: Option<ProjectionValue>,
    /// The attributes of a projection in other libraries; not offered.
    pub(crate) include: Option<NameList>,
    /// Name of the generated query method.
    pub(crate) query: Option<Text>,
    /// Name of the generated method that scans the index.
    pub(crate) scan: Option<Text>,
    /// The field that holds the vector.
    pub(crate) field: Option<Text>,
    /// How vectors are compared.
    pub(crate) distance: Option<Text>,
    /// The fields that searches can be filtered by.
    pub(crate) filter: Option<NameList>,
    /// The item is in the index only if this holds.
    when: Option<ExprValue>,
}

impl IndexOptions {
    pub(crate) fn when(&self) -> Option<&Expr> {
        self.when.as_ref().map(|value| &value.0)
    }
}
