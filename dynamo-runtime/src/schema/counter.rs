//! Counters: the fields of other items that count the items of a type.

use crate::field::{CounterField, Field};
use crate::item::{Attributes, Item, ItemType, rewritten};
use crate::schema::{ItemSchema, TableSchema};

/// A counter that the writes of an item type maintain: `#[count(into = Customer::ORDERS, …)]`.
#[derive(Debug, Clone, Copy)]
pub struct CounterSchema {
    /// The attribute of the counter.
    pub attribute: &'static str,
    /// The field of the counter.
    pub field: &'static str,
    /// The numbers of the counted item's fields that decide where it is counted.
    pub fields: &'static [usize],
    /// The key of the counter's item as written: names of fields, and `shard(16)`.
    pub key: &'static [&'static str],
    /// The number of the condition under which an item is counted.
    pub when: Option<usize>,
    /// Whether the counter's item is created if it does not exist.
    pub upsert: bool,
    /// Whether a component of the key is a shard, which the counted item's key decides.
    pub sharded: bool,
    of: fn() -> &'static ItemType,
    rewrite: fn(Attributes) -> Result<Attributes, crate::Error>,
}

impl CounterSchema {
    /// Describes a counter: its field, and the fields of the counted item that its key is built
    /// from.
    #[must_use]
    pub const fn new<C: Item, V, M: CounterField<Owner = C, Value = V>>(
        counter: Field<C, V, M>,
        key: &'static [&'static str],
        fields: &'static [usize],
    ) -> Self {
        let _ = counter;
        Self {
            attribute: M::ATTRIBUTE,
            field: M::NAME,
            fields,
            key,
            when: None,
            upsert: false,
            sharded: false,
            of: ItemType::of::<C>,
            rewrite: rewritten::<C>,
        }
    }

    /// Counts only items that meet the condition with this number.
    #[must_use]
    pub const fn with_condition(mut self, when: usize) -> Self {
        self.when = Some(when);
        self
    }

    /// Creates the counter's item if it does not exist.
    #[must_use]
    pub const fn upserting(mut self) -> Self {
        self.upsert = true;
        self
    }

    /// Says that a component of the key is a shard.
    #[must_use]
    pub const fn sharded(mut self) -> Self {
        self.sharded = true;
        self
    }

    /// Returns the item type that has the counter.
    #[must_use]
    pub fn item(&self) -> &'static ItemSchema {
        self.of().schema
    }

    /// Returns the table of that item type.
    #[must_use]
    pub fn table(&self) -> &'static TableSchema {
        self.of().table
    }

    pub(crate) fn of(&self) -> &'static ItemType {
        (self.of)()
    }

    /// Reads an item with the counter and writes it again, as its type does.
    pub(crate) fn rewrite(&self) -> fn(Attributes) -> Result<Attributes, crate::Error> {
        self.rewrite
    }
}
