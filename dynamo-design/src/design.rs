//! The table as one value.

use serde::{Deserialize, Serialize};

use dynamo_runtime::schema::{TableDefinition, Types};

use crate::build::DesignBuilder;
use crate::item::ItemDesign;
use crate::model;
use crate::options::TableOptions;
use dynamo_runtime::Error;
use dynamo_runtime::rules::ItemSet;

/// A table with all its items, indexes, access patterns and options.
///
/// Created by [`Design::of`]; owned, comparable and serialisable.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Design {
    /// The name of the type that declares the table.
    pub name: String,
    /// The purpose of the table: the first paragraph of that type's docs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub docs: Option<String>,
    /// The table itself: its physical name, keys, indexes and TTL.
    #[serde(flatten)]
    pub table: TableDefinition,
    /// The attribute that stores the entity name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub type_attr: Option<String>,
    /// How the item types are told apart.
    #[serde(default, skip_serializing_if = "is_by_keys")]
    pub types: Types,
    /// The item types.
    pub items: Vec<ItemDesign>,
    /// The item types that are read together.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub collections: Vec<CollectionDesign>,
    /// How the table is run.
    #[serde(default)]
    pub options: TableOptions,
}

/// Item types that are read together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CollectionDesign {
    /// The enum's name.
    pub name: String,
    /// Its purpose: the first paragraph of the enum's docs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub docs: Option<String>,
    /// The index it is read through, or `None` for the table itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub index: Option<String>,
    /// The item types, in the enum's order, each with the query method it is read by.
    pub members: Vec<CollectionMember>,
}

/// An item type that is read together with others.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CollectionMember {
    /// The item type's name.
    pub item: String,
    /// The query method whose keys it is read by.
    pub query: String,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes a reference"
)]
fn is_by_keys(types: &Types) -> bool {
    *types == Types::ByKeys
}

impl Design {
    /// Begins the design of the table that item types live in: one type, or a tuple of all of them.
    pub fn of<I: ItemSet>() -> DesignBuilder<I::Table> {
        DesignBuilder::new::<I>()
    }

    /// Returns the item type with this name.
    #[must_use]
    pub fn item(&self, name: &str) -> Option<&ItemDesign> {
        self.items.iter().find(|item| item.name == name)
    }

    /// Returns the names of the variables in the table's name, each once.
    #[must_use]
    pub fn variables(&self) -> Vec<&str> {
        let mut found = Vec::new();
        for piece in model::name_pieces(&self.table.name) {
            if let model::NamePiece::Variable(name) = piece
                && !found.contains(&name)
            {
                found.push(name);
            }
        }
        found
    }

    /// Returns the physical name with the default of every variable: its first value, or its own
    /// name if it has none.
    #[must_use]
    pub fn default_name(&self) -> String {
        let pieces = model::name_pieces(&self.table.name).into_iter();
        let pieces = pieces.map(|piece| match piece {
            model::NamePiece::Text(text) => text,
            model::NamePiece::Variable(name) => {
                let values = self.options.variables.get(name);
                let first = values.and_then(|variable| variable.values.first());
                first.map_or(name, String::as_str)
            }
        });
        pieces.collect()
    }

    /// Returns the design as JSON, for a file that is checked in.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Table`] if it cannot be written.
    pub fn to_json(&self) -> Result<String, Error> {
        serde_json::to_string_pretty(self)
            .map(|text| text + "\n")
            .map_err(|error| self.fault(&error))
    }

    /// Reads a design that [`to_json`](Self::to_json) wrote.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Table`] if the text is not a design.
    pub fn from_json(text: &str) -> Result<Self, Error> {
        serde_json::from_str(text).map_err(|error| Error::Table {
            table: "?".to_owned(),
            reason: format!("is not a design: {error}"),
        })
    }

    /// Adds the items of another declaration of the same table.
    ///
    /// Use it for item types that each declare the same table.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Table`] if the two differ in name, keys or indexes.
    pub fn and(mut self, mut other: Self) -> Result<Self, Error> {
        // One of them may not declare the TTL attribute.
        let ttl = self.table.ttl.take().or(other.table.ttl.take());
        if self.table != other.table {
            let reason = format!(
                "differs from `{}` in name, keys or indexes",
                other.table.name
            );
            return Err(self.fault(&reason));
        }
        self.table.ttl = ttl;
        self.items.extend(other.items);
        self.collections.extend(other.collections);
        Ok(self)
    }

    pub(crate) fn fault(&self, reason: &dyn std::fmt::Display) -> Error {
        Error::Table {
            table: self.table.name.clone(),
            reason: reason.to_string(),
        }
    }
}
