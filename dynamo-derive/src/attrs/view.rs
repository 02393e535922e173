//! `#[view(...)]` on a struct that derives `View`.

use darling::FromMeta;

use super::{PathValue, Position};

pub(crate) const VIEW: Position = Position {
    name: "#[view]",
    options: &["item", "crate"],
    elsewhere: &[],
};

#[derive(Default, FromMeta)]
pub(crate) struct ViewOptions {
    /// The item it is a view of.
    pub(crate) item: Option<PathValue>,
    /// Path of the runtime crate.
    #[darling(rename = "crate")]
    pub(crate) krate: Option<PathValue>,
}
