//! The schema of a table.

use serde::{Deserialize, Serialize};

use super::IndexSchema;
use crate::key::KeyKind;

/// A table: its keys, indexes and options.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct TableSchema {
    /// The physical name; `{var}` is filled by the `Db`.
    pub name: &'static str,
    /// The partition key.
    pub pk: KeyDefinition,
    /// The sort key.
    pub sk: Option<KeyDefinition>,
    /// The secondary indexes, in the order they were declared.
    pub indexes: &'static [IndexSchema],
    /// The TTL attribute: the time after which DynamoDB removes an item.
    pub ttl: Option<&'static str>,
    /// The attribute that stores the entity name.
    pub type_attr: Option<&'static str>,
    /// How its item types are told apart.
    pub types: Types,
    /// Whether several item types live in it.
    pub shared: bool,
    /// The first paragraph of its docs; empty if it has none.
    pub docs: &'static str,
}

impl TableSchema {
    /// Describes a table with just a name and a partition key.
    #[must_use]
    pub const fn new(name: &'static str, pk: KeyDefinition) -> Self {
        Self {
            name,
            pk,
            sk: None,
            indexes: &[],
            ttl: None,
            type_attr: None,
            types: Types::ByKeys,
            shared: false,
            docs: "",
        }
    }

    /// Adds the first paragraph of its docs.
    #[must_use]
    pub const fn with_docs(mut self, docs: &'static str) -> Self {
        self.docs = docs;
        self
    }

    /// Adds the sort key.
    #[must_use]
    pub const fn with_sort_key(mut self, sk: KeyDefinition) -> Self {
        self.sk = Some(sk);
        self
    }

    /// Adds the secondary indexes.
    #[must_use]
    pub const fn with_indexes(mut self, indexes: &'static [IndexSchema]) -> Self {
        self.indexes = indexes;
        self
    }

    /// Sets the TTL attribute: the time after which DynamoDB removes an item.
    #[must_use]
    pub const fn with_ttl(mut self, ttl: &'static str) -> Self {
        self.ttl = Some(ttl);
        self
    }

    /// Sets the attribute that stores the entity name.
    #[must_use]
    pub const fn with_type_attr(mut self, type_attr: &'static str) -> Self {
        self.type_attr = Some(type_attr);
        self
    }

    /// Lets item types share keys; the type attribute then tells them apart.
    #[must_use]
    pub const fn with_types_by_attribute(mut self) -> Self {
        self.types = Types::ByAttribute;
        self
    }

    /// Marks the table as shared by several item types.
    #[must_use]
    pub const fn shared(mut self) -> Self {
        self.shared = true;
        self
    }

    /// Returns the index with this name.
    #[must_use]
    pub fn index(&self, name: &str) -> Option<&'static IndexSchema> {
        self.indexes.iter().find(|index| index.name == name)
    }
}

/// How the item types of a table are told apart.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Types {
    /// By their keys: no key can belong to two types.
    #[default]
    ByKeys,
    /// By the type attribute: two types may have the same key, and every operation on a key checks
    /// the type of the stored item.
    ByAttribute,
}

impl Types {
    /// Whether types may share keys.
    pub(crate) const fn share_keys(self) -> bool {
        matches!(self, Self::ByAttribute)
    }
}

/// A key attribute: its name and type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeyDefinition {
    /// The attribute's name.
    pub name: &'static str,
    /// The attribute's type.
    pub kind: KeyKind,
}
