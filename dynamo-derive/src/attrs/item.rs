//! `#[dynamo(...)]` and `#[key(...)]` on a struct that derives `Item`.

use darling::FromMeta;

use super::{FIELD, KeyValue, ON_A_FIELD, PathValue, Position, RenameValue, Text};

pub(crate) const ITEM: Position = Position {
    name: "#[dynamo]",
    options: OPTIONS,
    elsewhere: &[(FIELD.options, ON_A_FIELD)],
};

pub(super) const OPTIONS: &[&str] = &["table", "entity", "rename_all", "crate"];

pub(crate) const KEY: Position = Position {
    name: "#[key]",
    options: &["pk", "sk"],
    elsewhere: &[],
};

#[derive(Default, FromMeta)]
pub(crate) struct ItemOptions {
    /// The shared table the item lives in.
    pub(crate) table: Option<PathValue>,
    /// The name stored in the table's type attribute.
    pub(crate) entity: Option<Text>,
    /// How attribute names follow from field names.
    pub(crate) rename_all: Option<RenameValue>,
    /// Path of the runtime crate.
    #[darling(rename = "crate")]
    pub(crate) krate: Option<PathValue>,
}

#[derive(Default, FromMeta)]
pub(crate) struct KeyOptions {
    /// The template of the partition key.
    pub(crate) pk: Option<KeyValue>,
    /// The template of the sort key.
    pub(crate) sk: Option<KeyValue>,
}
