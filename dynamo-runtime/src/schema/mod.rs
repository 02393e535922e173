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
mod definition;
mod example;
mod request;

use serde::{Deserialize, Serialize};

pub use self::counter::CounterSchema;
pub use self::definition::{
    IndexDefinition, KeyAttribute, ProjectedAttributes, TableDefinition, VectorDefinition,
};
pub use crate::item::Holds;
pub use crate::key::{Format, KeyKind, Part, Shards, Template};
pub use crate::rules::{CollectionSchema, Member};

use crate::key::same_text;

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

/// An item type: its fields, its queries, and the fields that the runtime maintains.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct ItemSchema {
    /// The struct's name.
    pub name: &'static str,
    /// The name stored in the table's type attribute.
    pub entity: Option<&'static str>,
    /// The fields, in the struct's order.
    pub fields: &'static [FieldSchema],
    /// The ways to query it: first by the table's own keys, then each index method in order of
    /// declaration.
    pub queries: &'static [QuerySchema],
    /// The index key attributes that are written in addition to the fields.
    pub index_keys: &'static [IndexKey],
    /// The fields that the runtime maintains.
    pub roles: Roles,
    /// The numbers of the unique fields.
    pub unique: &'static [usize],
    /// The generated methods that read an item by a unique field, with the number of the field.
    pub lookups: &'static [(usize, &'static str)],
    /// The counters of other items that its writes maintain.
    pub counted: &'static [CounterSchema],
    /// The numbers of the fields that are counters, which the writes of other items maintain.
    pub counters: &'static [usize],
    /// The first paragraph of its docs; empty if it has none.
    pub docs: &'static str,
    /// The first paragraphs of the fields' docs, by number; empty if no field has any.
    pub field_docs: &'static [&'static str],
    /// The conditions of indexes as written in the declaration, by number.
    pub conditions: &'static [&'static str],
    /// The number of seconds from the first write until an item expires, if the runtime fills the
    /// TTL.
    pub ttl_after: Option<u64>,
    /// Whether a field collects the attributes that no other field claims.
    pub takes_rest: bool,
}

impl ItemSchema {
    /// Describes an item type.
    #[must_use]
    pub const fn new(
        name: &'static str,
        entity: Option<&'static str>,
        fields: &'static [FieldSchema],
        queries: &'static [QuerySchema],
    ) -> Self {
        let roles = Roles {
            version: None,
            created_at: None,
            updated_at: None,
            soft_delete: None,
        };
        Self {
            name,
            entity,
            fields,
            queries,
            index_keys: &[],
            roles,
            unique: &[],
            lookups: &[],
            counted: &[],
            counters: &[],
            docs: "",
            field_docs: &[],
            conditions: &[],
            ttl_after: None,
            takes_rest: false,
        }
    }

    /// Adds the first paragraphs of its docs and of its fields' docs.
    #[must_use]
    pub const fn with_docs(mut self, docs: &'static str, fields: &'static [&'static str]) -> Self {
        self.docs = docs;
        self.field_docs = fields;
        self
    }

    /// Adds the conditions of indexes as written in the declaration.
    #[must_use]
    pub const fn with_conditions(mut self, conditions: &'static [&'static str]) -> Self {
        self.conditions = conditions;
        self
    }

    /// Adds the number of seconds from the first write until an item expires.
    #[must_use]
    pub const fn with_ttl_after(mut self, seconds: u64) -> Self {
        self.ttl_after = Some(seconds);
        self
    }

    /// Says that a field collects the attributes that no other field claims.
    #[must_use]
    pub const fn with_rest(mut self) -> Self {
        self.takes_rest = true;
        self
    }

    /// Adds the numbers of the unique fields.
    #[must_use]
    pub const fn with_unique(mut self, unique: &'static [usize]) -> Self {
        self.unique = unique;
        self
    }

    /// Adds the methods that read an item by a unique field.
    #[must_use]
    pub const fn with_lookups(mut self, lookups: &'static [(usize, &'static str)]) -> Self {
        self.lookups = lookups;
        self
    }

    /// Adds the counters of other items that its writes maintain.
    #[must_use]
    pub const fn with_counted(mut self, counted: &'static [CounterSchema]) -> Self {
        self.counted = counted;
        self
    }

    /// Adds the numbers of the fields that are counters.
    #[must_use]
    pub const fn with_counters(mut self, counters: &'static [usize]) -> Self {
        self.counters = counters;
        self
    }

    /// Adds the index key attributes.
    #[must_use]
    pub const fn with_index_keys(mut self, index_keys: &'static [IndexKey]) -> Self {
        self.index_keys = index_keys;
        self
    }

    /// Adds the fields that the runtime maintains.
    #[must_use]
    pub const fn with_roles(mut self, roles: Roles) -> Self {
        self.roles = roles;
        self
    }

    /// Whether items of this type may have the TTL attribute of their table. In a table of one
    /// type, it is a field of that type, or among flattened attributes.
    pub(crate) fn may_expire(&self, table: &TableSchema) -> bool {
        let mut fields = self.fields.iter();
        let is_ttl = |field: &FieldSchema| field.attribute == table.ttl;
        table.ttl.is_some() && (!table.shared || fields.any(is_ttl))
    }

    pub(crate) const fn primary(&self) -> &'static QuerySchema {
        &self.queries[0]
    }
}

/// A field of an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FieldSchema {
    /// The field's name.
    pub name: &'static str,
    /// The attribute it is stored under; `None` if it has no attribute of its own.
    pub attribute: Option<&'static str>,
    /// What its stored value should be, the DynamoDB type first; empty if its own code decides
    /// that.
    pub expected: &'static str,
    /// Whether the attribute may be missing, as that of an `Option` or an empty set.
    pub optional: bool,
    /// The function whose value a missing attribute has, as written in the declaration.
    pub default: Option<&'static str>,
    /// The variants of an enum of units as written in Rust, in the order of `expected`.
    pub variants: &'static [&'static str],
}

impl FieldSchema {
    /// Returns the texts that an enum of units is stored as; empty if it is something else.
    pub fn choices(&self) -> impl Iterator<Item = &'static str> + use<> {
        let names = self.expected.strip_prefix("S, one of ").unwrap_or_default();
        // Names are in backticks, with commas between them.
        names.split('`').skip(1).step_by(2)
    }

    /// Returns how its text or number is to be read, as in `RFC 3339 time` or `u64`.
    #[must_use]
    pub fn format(&self) -> Option<&'static str> {
        let (_, format) = self.expected.split_once(" (")?;
        format.strip_suffix(')')
    }

    /// Returns DynamoDB's name of the type it is stored as; `None` if its own code decides that.
    #[must_use]
    pub const fn stored_as(&self) -> Option<&'static str> {
        const TYPES: [&str; 9] = ["S", "N", "B", "BOOL", "M", "L", "SS", "NS", "BS"];
        let bytes = self.expected.as_bytes();
        let mut end = 0;
        while end < bytes.len() && bytes[end].is_ascii_uppercase() {
            end += 1;
        }
        let (word, _) = self.expected.split_at(end);
        let mut at = 0;
        while at < TYPES.len() {
            if same_text(TYPES[at], word) {
                return Some(TYPES[at]);
            }
            at += 1;
        }
        None
    }
}

/// The attributes of the fields that the runtime maintains.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Roles {
    /// Checked and incremented on every write.
    pub version: Option<&'static str>,
    /// Filled on the first write.
    pub created_at: Option<&'static str>,
    /// Filled on every write.
    pub updated_at: Option<&'static str>,
    /// Present on deleted items, which reads leave out.
    pub soft_delete: Option<&'static str>,
}

/// An index key attribute that is written in addition to the fields.
#[derive(Debug, Clone, Copy)]
pub struct IndexKey {
    /// The attribute's name.
    pub attribute: &'static str,
    /// Whether it is a partition key in every index; partition keys may be longer than sort keys.
    pub partition: bool,
    /// The fields it is built from, except those of the primary key.
    pub fields: &'static [usize],
    /// How it is built.
    pub build: KeyBuild,
    /// The partition keys of the only index that uses it, one of which must be present. Empty if
    /// that is always so, or if several indexes use it.
    pub needs: &'static [Need],
}

impl IndexKey {
    /// The fields that decide whether it is needed; empty if it always is.
    pub(crate) fn needed(&self) -> Vec<usize> {
        if self.needs.iter().any(Need::is_always_met) {
            return Vec::new();
        }
        let fields = self.needs.iter().flat_map(|need| {
            let parts = need.parts.iter().filter(|part| part.optional);
            parts
                .filter_map(|part| part.field)
                .chain(need.fields.iter().copied())
        });
        fields.collect()
    }
}

/// A partition key that must be present for an index key attribute to be written.
#[derive(Debug, Clone, Copy)]
pub struct Need {
    /// The number of the condition under which an item has it, if there is one.
    pub when: Option<usize>,
    /// The fields of the condition, except those of the primary key.
    pub fields: &'static [usize],
    /// The components it is built from.
    pub parts: &'static [NeedPart],
}

impl Need {
    /// Whether none of its parts may be absent.
    fn is_always_met(&self) -> bool {
        self.when.is_none() && !self.parts.iter().any(|part| part.optional)
    }
}

/// A component of a partition key.
#[derive(Debug, Clone, Copy)]
pub struct NeedPart {
    /// The number of the component.
    pub component: usize,
    /// The field it is, or is nested in; `None` if the primary key holds it.
    pub field: Option<usize>,
    /// Whether it may be absent.
    pub optional: bool,
}

/// How an index key attribute is built.
#[derive(Debug, Clone, Copy)]
pub enum KeyBuild {
    /// From one template, if the condition holds.
    One {
        /// The template.
        template: Template,
        /// The number of the condition, if there is one.
        when: Option<usize>,
    },
    /// From the first alternative that applies.
    First(&'static [Choice]),
}

/// An alternative for an index key attribute.
#[derive(Debug, Clone, Copy)]
pub struct Choice {
    /// The template of the attribute.
    pub template: Template,
    /// The number of the condition under which it applies.
    pub when: Option<usize>,
    /// The partition key of the index, which must be complete for it to apply.
    pub pk: &'static [Template],
    /// Whether the attribute is a sort key here, which is written even if nothing applies.
    pub sort: bool,
}

/// A way to query items: the keys of the table or of one index, and their templates.
#[derive(Debug, Clone, Copy)]
pub struct QuerySchema {
    /// The generated method.
    pub method: &'static str,
    /// The index, or `None` for the table itself.
    pub index: Option<&'static str>,
    /// The generated method that scans the index, if there is one.
    pub scan: Option<&'static str>,
    /// The number of the condition under which an item is in the index by these keys.
    pub when: Option<usize>,
    /// The partition key attributes.
    pub pk: &'static [KeySpec],
    /// The sort key attributes.
    pub sk: &'static [KeySpec],
}

impl QuerySchema {
    /// Returns the shards that the partition is spread over, if it is.
    #[must_use]
    pub const fn shards(&self) -> Option<Shards> {
        let mut at = 0;
        while at < self.pk.len() {
            if let Some(shards) = self.pk[at].template.shards() {
                return Some(shards);
            }
            at += 1;
        }
        None
    }

    /// The key attributes, the partition key first.
    pub(crate) fn keys(&self) -> impl Iterator<Item = &'static KeySpec> + use<> {
        self.pk.iter().chain(self.sk)
    }

    /// The names of the key attributes.
    pub(crate) fn key_names(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.keys().map(|spec| spec.attribute)
    }

    /// Whether an attribute is one of the keys.
    pub(crate) fn has_key(&self, name: &str) -> bool {
        self.key_names().any(|key| key == name)
    }
}

/// A key attribute and its template.
#[derive(Debug, Clone, Copy)]
pub struct KeySpec {
    /// The attribute's name.
    pub attribute: &'static str,
    /// The template it is built from.
    pub template: Template,
    /// Whether it is written in addition to the fields; if not, it is a field's own attribute or a
    /// key of the table.
    pub built: bool,
}
