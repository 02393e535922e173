//! Secondary indexes and the query methods over them.

use proc_macro2::Span;
use syn::Ident;

use super::{KeyAttribute, When};

/// One index of the table: all `#[gsi]` or `#[lsi]` of one name.
pub(crate) struct Index {
    pub(crate) name: String,
    pub(crate) span: Span,
    pub(crate) kind: IndexKind,
    pub(crate) projection: Projection,
    /// One a `#[gsi]`: alternatives, the first that applies is written. Never empty.
    pub(crate) queries: Vec<Query>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum IndexKind {
    Global,
    Local,
}

#[derive(Clone)]
pub(crate) enum Projection {
    All,
    KeysOnly,
    /// Attribute names, resolved from field or attribute names, each with its span.
    Include(Vec<(String, Span)>),
}

/// One way into an index: an access pattern with a generated method.
pub(crate) struct Query {
    /// Name of the generated method, spanned on `query = "..."` or on the index name.
    pub(crate) method: Ident,
    /// Name of the method that scans the index, where there is one.
    pub(crate) scan: Option<Ident>,
    /// Up to four; a local index has the table's partition key here.
    pub(crate) pk: Vec<KeyAttribute>,
    pub(crate) sk: Vec<KeyAttribute>,
    pub(crate) when: Option<When>,
}
