//! A table with everything in it as one value, and what is made from that: templates to deploy it,
//! policies, documents.
//!
//! A [`Design`] is built from the item types of a table, so it cannot say what they do not:
//!
//! ```
//! use dynamo_runtime::design::{Alarm, Design, Encryption};
//! use dynamo_runtime::{Error, Item};
//!
//! /// A message in a room.
//! #[derive(Item)]
//! #[table(name = "chat_{stage}", pk = "PK", sk = "SK")]
//! #[key(pk = "ROOM#{room}", sk = "AT#{sent_at}")]
//! struct Message {
//!     room: String,
//!     sent_at: String,
//! }
//!
//! let design = Design::of::<Message>()
//!     .variable("stage", ["dev", "prod"])
//!     .encryption(Encryption::AwsManaged)
//!     .alarm(Alarm::throttled())
//!     .sample(&Message { room: "rust".into(), sent_at: "2025-11-14T10:30:00Z".into() })
//!     .build()?;
//! assert!(design.cloudformation_yaml().contains("${TableName}_${Stage}"));
//! assert_eq!(Design::from_json(&design.to_json()?)?, design);
//! # Ok::<(), Error>(())
//! ```
//!
//! | to get | call |
//! |---|---|
//! | a template of CloudFormation | [`cloudformation_yaml`](Design::cloudformation_yaml), [`cloudformation_json`](Design::cloudformation_json) |
//! | a configuration of Terraform | [`terraform`](Design::terraform) |
//! | the SDK's request, or that of `aws dynamodb create-table` | [`create_table`](Design::create_table), [`create_table_json`](Design::create_table_json) |
//! | least-privilege policies of IAM | [`iam_policies_for`](Design::iam_policies_for) |
//! | a data model of NoSQL Workbench | [`workbench`](Design::workbench) |
//! | a design document in Markdown, with a diagram | [`markdown`](Design::markdown) |
//! | a page to look at | [`html`](Design::html) |
//! | all of it as files | [`Model::files`] |
//!
//! Several item types are a tuple, `Design::of::<(Order, Execution, Position)>()`; several tables
//! that are deployed and shown together are a [`Model`]. A design is serialisable: checked in, it
//! is what a later one is compared with.

mod access;
mod attributes;
mod build;
mod cloudformation;
mod create;
mod deploy;
mod diff;
mod facts;
mod hcl;
mod html;
mod iam;
mod item;
mod markdown;
mod model;
mod options;
mod request;
mod terraform;
mod tree;
mod value;
mod verify;
mod workbench;

use serde::{Deserialize, Serialize};

pub use access::AccessPattern;
pub use build::DesignBuilder;
pub use deploy::Deployed;
pub use diff::{DesignChange, Diff, Effect};
pub use iam::Policy;
pub use item::{FieldDesign, ItemDesign, KeyDesign, KeyText, QueryDesign};
pub use model::Model;
pub use options::{Alarm, Billing, Encryption, Metric, StreamView, TableOptions, Variable};
pub use value::{Sample, Value};

pub use crate::schema::{
    IndexDefinition, IndexKind, KeyAttribute, ProjectedAttributes, TableDefinition, Types,
};

use crate::error::Error;
use crate::rules::ItemSet;

/// A table with all its items, indexes, access patterns and options.
///
/// Made by [`Design::of`]; owned, comparable and serialisable.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Design {
    /// The name of the type that declares the table.
    pub name: String,
    /// What the table is for: the first paragraph of that type's docs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub docs: Option<String>,
    /// The table itself: its physical name, keys, indexes and TTL.
    #[serde(flatten)]
    pub table: TableDefinition,
    /// The attribute that stores the entity name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub type_attr: Option<String>,
    /// What tells the item types apart.
    #[serde(default, skip_serializing_if = "Types::is_by_keys")]
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
    /// What it is for: the first paragraph of the enum's docs.
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

impl Design {
    /// Begins the design of the table that item types live in: one type, or a tuple of all of them.
    pub fn of<I: ItemSet>() -> DesignBuilder<I::Table> {
        DesignBuilder::new::<I>()
    }

    /// Returns the item type of this name.
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

    /// Returns the physical name where every variable has its default: its first value, or its own
    /// name where none was given.
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
    /// [`Error::Table`] where it cannot be written.
    pub fn to_json(&self) -> Result<String, Error> {
        serde_json::to_string_pretty(self)
            .map(|text| text + "\n")
            .map_err(|error| self.fault(&error))
    }

    /// Reads a design from what [`to_json`](Self::to_json) wrote.
    ///
    /// # Errors
    ///
    /// [`Error::Table`] where the text is no design.
    pub fn from_json(text: &str) -> Result<Self, Error> {
        serde_json::from_str(text).map_err(|error| Error::Table {
            table: "?".to_owned(),
            reason: format!("is not a design: {error}"),
        })
    }

    /// Adds the items of another declaration of the same table.
    ///
    /// For item types that each declare a table of one name: a design has all of them.
    ///
    /// # Errors
    ///
    /// [`Error::Table`] where the two differ in name, keys or indexes.
    pub fn and(mut self, mut other: Self) -> Result<Self, Error> {
        // One of them may not know of the attribute by which items expire.
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
