//! A table as an owned value: live tables are compared with it, requests are made from it, and
//! designs hold it.

use serde::{Deserialize, Serialize};

use super::{
    Distance, IndexKind, IndexSchema, KeyDefinition, Projection, TableSchema, VectorSchema,
};
use crate::key::KeyKind;

/// A table as DynamoDB knows it: its name, keys, indexes and TTL. Owned, comparable and
/// serialisable.
///
/// Created from the [`TableSchema`] of a declaration, or by hand:
///
/// ```
/// use dynamo_runtime::schema::TableDefinition;
/// use dynamo_runtime::{Item, Table};
///
/// #[derive(Item)]
/// #[table(name = "chat_{stage}", pk = "PK", sk = "SK", ttl = "expires")]
/// #[key(pk = "ROOM#{room}", sk = "AT#{sent_at}")]
/// struct Message {
///     room: String,
///     sent_at: String,
///     expires: u64,
/// }
///
/// let table = TableDefinition::from(&<Message as Table>::SCHEMA);
/// assert_eq!(table.name, "chat_{stage}");
/// assert_eq!(table.pk.name, "PK");
/// assert_eq!(table.ttl.as_deref(), Some("expires"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableDefinition {
    /// The physical name; `{variables}` stay in it.
    #[serde(rename = "table")]
    pub name: String,
    /// The partition key.
    pub pk: KeyAttribute,
    /// The sort key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sk: Option<KeyAttribute>,
    /// The secondary indexes, in the order they were declared.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub indexes: Vec<IndexDefinition>,
    /// The TTL attribute: the time after which DynamoDB removes an item.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ttl: Option<String>,
}

/// A key attribute: its name and type.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeyAttribute {
    /// The attribute's name.
    pub name: String,
    /// The attribute's type.
    pub kind: KeyKind,
}

/// A secondary index.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct IndexDefinition {
    /// The index's name.
    pub name: String,
    /// Global, local or for vectors.
    pub kind: IndexKind,
    /// The partition key attributes: up to four, or at most one for a vector index.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pk: Vec<KeyAttribute>,
    /// The sort key attributes, up to four.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sk: Vec<KeyAttribute>,
    /// The attributes the index holds in addition to the keys.
    pub projection: ProjectedAttributes,
    /// The vectors of a vector index.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vector: Option<VectorDefinition>,
}

/// The vectors of a vector index, and the filters of its searches.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct VectorDefinition {
    /// The attribute that stores the vector.
    pub attribute: String,
    /// The number of elements of each vector.
    pub dimensions: usize,
    /// How two vectors are compared.
    pub distance: Distance,
    /// The attributes that searches can be filtered by.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub filters: Vec<KeyAttribute>,
}

/// The attributes an index holds in addition to its own keys and those of the table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ProjectedAttributes {
    /// Every attribute.
    All,
    /// No others.
    KeysOnly,
    /// These attributes.
    Include(Vec<String>),
}

impl TableDefinition {
    /// Returns the index with this name.
    #[must_use]
    pub fn index(&self, name: &str) -> Option<&IndexDefinition> {
        self.indexes.iter().find(|index| index.name == name)
    }

    /// Returns the key attributes of the table and its indexes, and those that vector searches can
    /// be filtered by, each once.
    #[must_use]
    pub fn key_attributes(&self) -> Vec<&KeyAttribute> {
        let of_indexes = self.indexes.iter().flat_map(|index| {
            let vector = index.vector.iter();
            index
                .keys()
                .chain(vector.flat_map(|vector| &vector.filters))
        });
        let mut found: Vec<&KeyAttribute> = Vec::new();
        for key in [&self.pk].into_iter().chain(&self.sk).chain(of_indexes) {
            if !found.iter().any(|known| known.name == key.name) {
                found.push(key);
            }
        }
        found
    }
}

impl IndexDefinition {
    /// Returns its key attributes, the partition key first.
    pub fn keys(&self) -> impl Iterator<Item = &KeyAttribute> {
        self.pk.iter().chain(&self.sk)
    }
}

impl ProjectedAttributes {
    /// Returns DynamoDB's name for it.
    #[must_use]
    pub const fn type_name(&self) -> &'static str {
        match self {
            Self::All => "ALL",
            Self::KeysOnly => "KEYS_ONLY",
            Self::Include(_) => "INCLUDE",
        }
    }
}

impl From<&TableSchema> for TableDefinition {
    fn from(schema: &TableSchema) -> Self {
        Self {
            name: schema.name.to_owned(),
            pk: KeyAttribute::from(&schema.pk),
            sk: schema.sk.as_ref().map(KeyAttribute::from),
            indexes: schema.indexes.iter().map(IndexDefinition::from).collect(),
            ttl: schema.ttl.map(str::to_owned),
        }
    }
}

impl From<&KeyDefinition> for KeyAttribute {
    fn from(key: &KeyDefinition) -> Self {
        Self {
            name: key.name.to_owned(),
            kind: key.kind,
        }
    }
}

impl From<&IndexSchema> for IndexDefinition {
    fn from(index: &IndexSchema) -> Self {
        Self {
            name: index.name.to_owned(),
            kind: index.kind,
            pk: index.pk.iter().map(KeyAttribute::from).collect(),
            sk: index.sk.iter().map(KeyAttribute::from).collect(),
            projection: ProjectedAttributes::from(index.projection),
            vector: index.vector.as_ref().map(VectorDefinition::from),
        }
    }
}

impl From<&VectorSchema> for VectorDefinition {
    fn from(vector: &VectorSchema) -> Self {
        Self {
            attribute: vector.attribute.to_owned(),
            dimensions: vector.dimensions,
            distance: vector.distance,
            filters: vector.filters.iter().map(KeyAttribute::from).collect(),
        }
    }
}

impl From<Projection> for ProjectedAttributes {
    fn from(projection: Projection) -> Self {
        match projection {
            Projection::All => Self::All,
            Projection::KeysOnly => Self::KeysOnly,
            Projection::Include(names) => {
                Self::Include(names.iter().map(|&name| name.to_owned()).collect())
            }
        }
    }
}
