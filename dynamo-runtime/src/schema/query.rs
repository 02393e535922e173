//! The schema of a way to query items.

use crate::key::{Shards, Template};

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

    /// Whether a field cannot be fully read back from these keys.
    pub(crate) fn is_lossy(&self) -> bool {
        self.keys().any(|spec| spec.template.is_lossy())
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
