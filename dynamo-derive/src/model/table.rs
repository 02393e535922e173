//! Tables: what one declares, and what an item knows of the one it lives in.

use proc_macro2::Span;
use syn::{Ident, Path, Visibility};

use super::{Distance, IndexKind, Projection};

/// A type that derives `Table`: a table that several item types share.
pub(crate) struct SharedTable {
    pub(crate) ident: Ident,
    pub(crate) vis: Visibility,
    /// The first paragraph of the struct's own docs.
    pub(crate) docs: Option<String>,
    /// Path of the runtime crate in the user's crate.
    pub(crate) krate: Path,
    /// The physical name; `{variables}` stay in it.
    pub(crate) name: String,
    pub(crate) pk: KeyDeclaration,
    pub(crate) sk: Option<KeyDeclaration>,
    pub(crate) ttl: Option<(String, Span)>,
    pub(crate) type_attr: Option<(String, Span)>,
    /// Whether item types may share keys, so that `type_attr` tells them apart.
    pub(crate) share_keys: bool,
    pub(crate) delimiter: char,
    pub(crate) indexes: Vec<IndexDeclaration>,
}

/// An index that a shared table declares.
#[derive(Clone)]
pub(crate) struct IndexDeclaration {
    pub(crate) name: String,
    pub(crate) span: Span,
    pub(crate) kind: IndexKind,
    /// Up to four; a local index has the table's partition key here.
    pub(crate) pk: Vec<KeyDeclaration>,
    pub(crate) sk: Vec<KeyDeclaration>,
    pub(crate) projection: Projection,
    /// The vectors of a vector index.
    pub(crate) vector: Option<VectorDeclaration>,
}

/// The vectors of a vector index that a shared table declares.
#[derive(Clone)]
pub(crate) struct VectorDeclaration {
    /// The attribute that holds the vector.
    pub(crate) attribute: String,
    pub(crate) dimensions: u32,
    pub(crate) dimensions_span: Span,
    pub(crate) distance: Distance,
    /// The attributes that searches can be filtered by.
    pub(crate) filters: Vec<KeyDeclaration>,
}

/// A key attribute that a shared table declares.
#[derive(Clone)]
pub(crate) struct KeyDeclaration {
    pub(crate) name: String,
    pub(crate) span: Span,
    pub(crate) kind: KeyType,
}

/// The type of a key attribute.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum KeyType {
    Text,
    Number,
    Bytes,
}

impl KeyType {
    pub(crate) const ALL: [(&'static str, Self); 3] =
        [("S", Self::Text), ("N", Self::Number), ("B", Self::Bytes)];

    /// As a person says it: `a number (N)`.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::Text => "text (S)",
            Self::Number => "a number (N)",
            Self::Bytes => "bytes (B)",
        }
    }
}

/// The table that items of a type live in.
pub(crate) struct Table {
    /// The type that declares it; `None` if the item has a `#[table]` of its own.
    pub(crate) shared: Option<Path>,
    /// The physical name; `{variables}` stay in it.
    pub(crate) name: String,
    pub(crate) ttl: Option<(String, Span)>,
    pub(crate) type_attr: Option<(String, Span)>,
    pub(crate) delimiter: char,
    /// The indexes of a shared table, whether or not the item is in them.
    pub(crate) declared: Vec<IndexDeclaration>,
}

impl Table {
    /// The table's name in messages: the type of a shared one.
    pub(crate) fn title(&self) -> String {
        match self.shared.as_ref().and_then(|path| path.segments.last()) {
            Some(last) => super::plain(&last.ident),
            None => self.name.clone(),
        }
    }
}
