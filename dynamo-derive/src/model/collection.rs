//! Several item types that are read as one enum.

use proc_macro2::Span;
use syn::{Ident, Path, Type, Visibility};

/// An enum that derives `Collection`.
pub(crate) struct Collection {
    pub(crate) ident: Ident,
    pub(crate) vis: Visibility,
    /// The first paragraph of the enum's own docs.
    pub(crate) docs: Option<String>,
    /// Path of the runtime crate in the user's crate.
    pub(crate) krate: Path,
    /// The table its members live in; by default the table of the first member.
    pub(crate) table: Option<Path>,
    pub(crate) way: Way,
    /// Span of what says the way, or of the enum's name.
    pub(crate) way_span: Span,
    /// Never empty.
    pub(crate) members: Vec<Member>,
}

/// How the members are read.
pub(crate) enum Way {
    /// By the keys of the table.
    Table,
    /// By the only query of each over this index.
    Index(String),
    /// By this query method of each.
    Query(String),
    /// By the only search of each over this vector index.
    Vector(String),
}

/// A variant around an item, or around what an index holds of one.
pub(crate) struct Member {
    pub(crate) ident: Ident,
    pub(crate) ty: Type,
    pub(crate) docs: Option<String>,
}
