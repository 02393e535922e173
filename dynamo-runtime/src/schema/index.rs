//! The schema of a secondary index.

use serde::{Deserialize, Serialize};

use super::KeyDefinition;

/// A secondary index of a table.
#[derive(Debug, Clone, Copy)]
pub struct IndexSchema {
    /// The index's name.
    pub name: &'static str,
    /// Global, local or for vectors.
    pub kind: IndexKind,
    /// The partition key attributes: up to four, or at most one for a vector index.
    pub pk: &'static [KeyDefinition],
    /// The sort key attributes, up to four.
    pub sk: &'static [KeyDefinition],
    /// The attributes the index holds in addition to the keys.
    pub projection: Projection,
    /// The vectors of a vector index.
    pub vector: Option<VectorSchema>,
}

/// The kind of an index.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum IndexKind {
    /// Has its own partition key, and is eventually consistent.
    Global,
    /// Has the table's partition key, and allows consistent reads.
    Local,
    /// Is searched by the similarity of vectors, within a partition if it has a partition key.
    Vector,
}

/// The vectors of a vector index, and the filters of its searches.
#[derive(Debug, Clone, Copy)]
pub struct VectorSchema {
    /// The attribute that stores the vector.
    pub attribute: &'static str,
    /// The number of elements of each vector.
    pub dimensions: usize,
    /// How two vectors are compared.
    pub distance: Distance,
    /// The attributes that searches can be filtered by.
    pub filters: &'static [KeyDefinition],
}

/// How a vector index compares two vectors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Distance {
    /// One minus the cosine of the angle between them; 0 is nearest.
    Cosine,
    /// The length of their difference; 0 is nearest.
    Euclidean,
    /// The sum of their products; the greatest is nearest.
    DotProduct,
}

impl Distance {
    /// Returns DynamoDB's name for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Cosine => "COSINE",
            Self::Euclidean => "EUCLIDEAN",
            Self::DotProduct => "DOT_PRODUCT",
        }
    }
}

/// The attributes an index holds in addition to its own keys and those of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Projection {
    /// Every attribute.
    All,
    /// No others.
    KeysOnly,
    /// These attributes.
    Include(&'static [&'static str]),
}
