//! The schema of an item type.

use super::{CounterSchema, IndexKey, QuerySchema, TableSchema};
use crate::key::same_text;

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
    /// The stored value that is expected, its DynamoDB type first; empty if the field's own code
    /// decides.
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
