//! `#[collection(...)]` on an enum that derives `Collection`.

use darling::FromMeta;

use super::{PathValue, Position, Text};

pub(crate) const COLLECTION: Position = Position {
    name: "#[collection]",
    options: &["table", "index", "query", "vector", "crate"],
    elsewhere: &[],
};

#[derive(Default, FromMeta)]
pub(crate) struct CollectionOptions {
    /// The table the members live in.
    pub(crate) table: Option<PathValue>,
    /// The index they are read through.
    pub(crate) index: Option<Text>,
    /// The query method by which each of them is read.
    pub(crate) query: Option<Text>,
    /// The vector index they are searched by.
    pub(crate) vector: Option<Text>,
    /// Path of the runtime crate.
    #[darling(rename = "crate")]
    pub(crate) krate: Option<PathValue>,
}
