//! Where an item is counted.

use proc_macro2::Span;
use syn::{Ident, Path};

use super::When;

/// A counter of another item type that the writes of this one maintain.
pub(crate) struct Count {
    /// The item type with the counter.
    pub(crate) item: Path,
    /// The constant of the counter.
    pub(crate) counter: Ident,
    /// The arguments of its key, in the order of `key(…)`.
    pub(crate) key: Vec<CountPart>,
    /// Span of the list.
    pub(crate) key_span: Span,
    pub(crate) when: Option<When>,
    pub(crate) upsert: bool,
}

/// An argument of the key of a counter's item.
pub(crate) enum CountPart {
    /// The field of this number.
    Field(usize, Span),
    /// One of this many shards, computed from the key of the counted item.
    Shard(u16),
}

impl Count {
    /// The fields that decide where an item is counted, each once.
    pub(crate) fn fields(&self) -> Vec<usize> {
        let parts = self.key.iter().filter_map(|part| match part {
            CountPart::Field(number, _) => Some(*number),
            CountPart::Shard(_) => None,
        });
        let conditions = self
            .when
            .iter()
            .flat_map(|when| when.fields.iter().copied());
        let mut fields: Vec<usize> = parts.chain(conditions).collect();
        fields.sort_unstable();
        fields.dedup();
        fields
    }
}
