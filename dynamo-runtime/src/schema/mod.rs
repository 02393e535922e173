//! The schemas of tables and items, as plain data.
//!
//! The derives describe each declaration in constants: [`Table::SCHEMA`](crate::Table::SCHEMA) is a
//! [`TableSchema`], [`Item::SCHEMA`](crate::Item::SCHEMA) an [`ItemSchema`]. The runtime works from
//! these, and so can your own tools: to list the access patterns of a table, to generate documents,
//! or to compare tables.
//!
//! ```
//! use dynamo_runtime::Item;
//!
//! #[derive(Item)]
//! #[table(name = "chat", pk = "PK", sk = "SK")]
//! #[key(pk = "ROOM#{room}", sk = "AT#{sent_at}")]
//! struct Message {
//!     room: String,
//!     sent_at: String,
//! }
//!
//! let schema = Message::SCHEMA;
//! let fields: Vec<_> = schema.fields.iter().map(|field| field.name).collect();
//! assert_eq!(fields, ["room", "sent_at"]);
//! // The first query is by the table's own keys.
//! let pk = &schema.queries[0].pk[0];
//! assert_eq!(pk.attribute, "PK");
//! assert_eq!(pk.template.to_string(), "ROOM#{room}");
//! assert_eq!(schema.example(pk).as_deref(), Some("ROOM#room1"));
//! ```
//!
//! [`TableDefinition`] is the owned form of a table: its keys, indexes and TTL as one serialisable
//! value. A live table can be [compared](crate::admin::LiveTable::verify) with it and
//! [created](TableDefinition::create_table) from it, and the designs of `dynamo-design` hold one.

mod counter;
mod create_table;
mod definition;
mod example;
mod index;
mod index_key;
mod item;
mod query;
mod table;

pub use self::counter::CounterSchema;
pub use self::definition::{
    IndexDefinition, KeyAttribute, ProjectedAttributes, TableDefinition, VectorDefinition,
};
pub use self::index::{Distance, IndexKind, IndexSchema, Projection, VectorSchema};
pub use self::index_key::{Choice, IndexKey, KeyBuild, Need, NeedPart};
pub use self::item::{FieldSchema, ItemSchema, Roles};
pub use self::query::{KeySpec, QuerySchema};
pub use self::table::{KeyDefinition, TableSchema, Types};
pub use crate::item::{Holds, StoredValue};
pub use crate::key::{Format, KeyKind, Part, Shards, Template};
pub use crate::rules::{CollectionSchema, Member};
