//! Secondary indexes and the query methods over them.

use proc_macro2::Span;
use syn::Ident;

use super::{KeyAttribute, KeyType, When};

/// One index of the table: all `#[gsi]` or `#[lsi]` of one name.
pub(crate) struct Index {
    pub(crate) name: String,
    pub(crate) span: Span,
    pub(crate) kind: IndexKind,
    pub(crate) projection: Projection,
    /// One per `#[gsi]`: alternatives, the first that applies is written. Never empty.
    pub(crate) queries: Vec<Query>,
    /// The vectors of a vector index.
    pub(crate) vector: Option<VectorIndex>,
}

/// The vectors of a vector index, and the fields that searches can be filtered by.
#[derive(Clone)]
pub(crate) struct VectorIndex {
    /// Number of the field that holds the vector.
    pub(crate) field: usize,
    pub(crate) distance: Distance,
    /// The number of elements that a shared table declares, with the name of the table.
    pub(crate) declared: Option<u32>,
    /// Numbers of the fields that searches can be filtered by, each with where it is named and the
    /// type that a shared table declares.
    pub(crate) filters: Vec<(usize, Span, Option<KeyType>)>,
}

/// How vectors are compared.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Distance {
    Cosine,
    Euclidean,
    DotProduct,
}

impl Distance {
    pub(crate) const ALL: [(&'static str, Self); 3] = [
        ("cosine", Self::Cosine),
        ("euclidean", Self::Euclidean),
        ("dot_product", Self::DotProduct),
    ];
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum IndexKind {
    Global,
    Local,
    Vector,
}

impl IndexKind {
    /// As messages say it, with its article.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::Global => "a global",
            Self::Local => "a local",
            Self::Vector => "a vector",
        }
    }

    /// The attribute that declares one.
    pub(crate) fn attribute(self) -> &'static str {
        match self {
            Self::Global => "gsi",
            Self::Local => "lsi",
            Self::Vector => "vector",
        }
    }
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
    /// Name of the method that scans the index, if there is one.
    pub(crate) scan: Option<Ident>,
    /// Up to four; a local index has the table's partition key here.
    pub(crate) pk: Vec<KeyAttribute>,
    pub(crate) sk: Vec<KeyAttribute>,
    pub(crate) when: Option<When>,
}
