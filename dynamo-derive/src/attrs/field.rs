//! `#[dynamo(...)]` on a field, of an item or of a nested value.

use darling::FromMeta;
use darling::util::Flag;

use super::{
    DefaultValue, ON_THE_TYPE, PathValue, Position, Text, TtlValue, UniqueValue, attribute, item,
};

pub(crate) const FIELD: Position = Position {
    name: "#[dynamo]",
    options: &[
        "rename",
        "key_only",
        "skip",
        "default",
        "with",
        "serde",
        "flatten",
        "version",
        "ttl",
        "created_at",
        "updated_at",
        "soft_delete",
        "unique",
        "counter",
    ],
    elsewhere: &[
        (item::OPTIONS, ON_THE_TYPE),
        (PARTITION_KEY_WORDS, IN_THE_TABLE),
        (SORT_KEY_WORDS, IN_THE_TABLE),
    ],
};

/// Words that newcomers mark the field of the partition key with.
pub(crate) const PARTITION_KEY_WORDS: &[&str] = &["pk", "partition_key", "hash_key", "primary_key"];

/// Words that newcomers mark the field of the sort key with.
pub(crate) const SORT_KEY_WORDS: &[&str] = &["sk", "sort_key", "range_key"];

const IN_THE_TABLE: &str = "above the struct, as in `#[table(name = \"...\", pk = \"the_field\")]`";

/// The others are read as well, and refused with the reason: they belong to items.
pub(crate) const NESTED_FIELD: Position = Position {
    name: "#[dynamo]",
    options: &["rename", "skip", "default", "with", "serde", "flatten"],
    elsewhere: &[(attribute::OPTIONS, ON_THE_TYPE)],
};

#[derive(Default, FromMeta)]
pub(crate) struct FieldOptions {
    /// The attribute's name.
    pub(crate) rename: Option<Text>,
    /// Stored only inside a key.
    pub(crate) key_only: Flag,
    /// Not stored.
    pub(crate) skip: Flag,
    /// The value of the field if its attribute is missing.
    pub(crate) default: Option<DefaultValue>,
    /// Module whose `encode` and `decode` are used.
    pub(crate) with: Option<PathValue>,
    /// Stored through serde.
    pub(crate) serde: Flag,
    /// Takes up the attributes no field claims.
    pub(crate) flatten: Flag,
    /// Optimistic lock.
    pub(crate) version: Flag,
    /// When the item expires.
    pub(crate) ttl: Option<TtlValue>,
    /// Filled on first write.
    pub(crate) created_at: Flag,
    /// Filled on every write.
    pub(crate) updated_at: Flag,
    /// Set means deleted.
    pub(crate) soft_delete: Flag,
    /// No two items have the same.
    pub(crate) unique: Option<UniqueValue>,
    /// Kept by the writes of other items.
    pub(crate) counter: Flag,
}
