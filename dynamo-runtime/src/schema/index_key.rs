//! The schema of an index key attribute that is written in addition to the fields.

use crate::key::Template;

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
