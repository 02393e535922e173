//! A view: some of an item's fields.

use syn::{Ident, Path, Type};

/// A struct that derives `View`.
pub(crate) struct View {
    pub(crate) ident: Ident,
    /// Path of the runtime crate in the user's crate.
    pub(crate) krate: Path,
    /// The item it is a view of.
    pub(crate) item: Path,
    pub(crate) fields: Vec<(Ident, Type)>,
}
