//! The names of types: reserved, free, or taken.

use std::collections::BTreeSet;

use super::types::Place;
use crate::import::names;
use crate::import::outline::NamedTypes;

/// The names that existed at some point.
pub(super) struct Mark {
    reserved: BTreeSet<String>,
    enums: BTreeSet<String>,
    structs: BTreeSet<String>,
}

impl NamedTypes {
    /// Reserves a name for a type, with a suffix or a number if it is taken.
    pub(in crate::import) fn reserve(&mut self, name: &str, suffix: &str) -> String {
        let name = if self.is_taken(name) {
            names::free(&format!("{name}{suffix}"), |name| self.is_taken(name))
        } else {
            name.to_owned()
        };
        self.reserved.insert(name.clone());
        name
    }

    pub(super) fn mark(&self) -> Mark {
        Mark {
            reserved: self.reserved.clone(),
            enums: self.enums.keys().cloned().collect(),
            structs: self.structs.keys().cloned().collect(),
        }
    }

    /// Forgets the types that were added since.
    pub(super) fn back_to(&mut self, mark: Mark) {
        self.enums.retain(|name, _| mark.enums.contains(name));
        self.structs.retain(|name, _| mark.structs.contains(name));
        self.reserved = mark.reserved;
    }

    /// An unused name for the type of a field.
    pub(super) fn free_type(&self, place: &Place<'_>) -> String {
        let is_taken = |name: &str| self.is_taken(name);
        let short = names::pascal(place.field);
        if !is_taken(&short) {
            return short;
        }
        let long = format!("{}{short}", place.owner);
        names::free(&long, is_taken)
    }

    /// Whether a type with this name would be written twice, or hide one that is used.
    pub(in crate::import) fn is_taken(&self, name: &str) -> bool {
        const USED: [&str; 24] = [
            "String",
            "Option",
            "Vec",
            "Box",
            "Result",
            "Ok",
            "Err",
            "Some",
            "None",
            "Item",
            "Table",
            "Collection",
            "Attribute",
            "Binary",
            "BTreeMap",
            "BTreeSet",
            "DateTime",
            "NaiveDate",
            "NaiveDateTime",
            "Utc",
            "Decimal",
            "AttributeValue",
            "Design",
            "Error",
        ];
        USED.contains(&name)
            || self.reserved.contains(name)
            || self.enums.contains_key(name)
            || self.structs.contains_key(name)
    }
}
