//! The importer's knowledge before it writes: tables, item types, fields and keys in the terms of
//! the derives.

use std::collections::{BTreeMap, BTreeSet};

use super::time::TimeForm;
use crate::{Design, Sample};

/// A table with its item types.
#[derive(Debug)]
pub(super) struct TableOutline {
    /// The table and its options; its item types are below.
    pub(super) design: Design,
    pub(super) delimiter: char,
    /// Whether item types may share keys.
    pub(super) by_attribute: bool,
    pub(super) items: Vec<ItemOutline>,
    pub(super) collections: Vec<CollectionOutline>,
    /// Questions for a person to decide.
    pub(super) questions: Vec<String>,
}

/// An item type.
#[derive(Debug)]
pub(super) struct ItemOutline {
    pub(super) name: String,
    pub(super) entity: Option<String>,
    pub(super) docs: String,
    pub(super) fields: Vec<FieldOutline>,
    pub(super) pk: KeyOutline,
    pub(super) sk: Option<KeyOutline>,
    pub(super) indexes: Vec<IndexUse>,
    pub(super) questions: Vec<String>,
    pub(super) samples: Vec<Sample>,
}

/// A field of an item type, or of a nested struct.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FieldOutline {
    /// Its name, before keywords are escaped.
    pub(super) name: String,
    /// The attribute that stores it; `None` if it is only inside a key.
    pub(super) attribute: Option<String>,
    pub(super) ty: Ty,
    pub(super) optional: bool,
    pub(super) role: Option<Role>,
    pub(super) docs: String,
    pub(super) questions: Vec<String>,
}

/// The role of a field that the runtime maintains.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Role {
    Version,
    CreatedAt,
    UpdatedAt,
    SoftDelete,
    /// Expires this long after the first write: `90d`.
    TtlAfter(String),
    /// No two items have the same value; with the method that reads by it.
    Unique(Option<String>),
    /// Collects every attribute that no other field claims.
    Flatten,
}

/// The type of a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Ty {
    Text,
    Bool,
    Unsigned,
    Signed,
    Decimal,
    Float,
    Bytes,
    Time(TimeForm),
    Date,
    /// An enum or a struct that is written next to the item types.
    Named(String),
    /// A vector of this many 32-bit floats.
    Vector(usize),
    List(Box<Ty>),
    Map(Box<Ty>),
    Set(Box<Ty>),
    /// Any value.
    Any,
}

/// The composition of a key attribute.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum KeyOutline {
    /// A field that is stored under the attribute itself.
    Own(String),
    /// Such a field, in a format.
    OwnAs(String, String),
    /// A key of the table, in an index.
    OfTable,
    /// The type attribute, in an index.
    TypeAttr,
    /// A template.
    Built(Vec<Piece>),
}

/// A part of a template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Piece {
    Literal(String),
    /// A field by name, and its format, as in `:020`.
    Component(String, String),
}

/// How an item type is in an index.
#[derive(Debug, Clone)]
pub(super) struct IndexUse {
    pub(super) index: String,
    pub(super) pk: Vec<(String, KeyOutline)>,
    pub(super) sk: Vec<(String, KeyOutline)>,
    pub(super) method: String,
    pub(super) scan: Option<String>,
    pub(super) when: Option<String>,
}

/// Item types that are read together.
#[derive(Debug)]
pub(super) struct CollectionOutline {
    pub(super) name: String,
    pub(super) docs: String,
    pub(super) index: Option<String>,
    /// The query method, if members have several for the index.
    pub(super) query: Option<String>,
    /// Item types by name.
    pub(super) members: Vec<String>,
}

/// The enums and structs that are types of fields.
#[derive(Debug, Default)]
pub(super) struct NamedTypes {
    /// Names that item types and tables have.
    pub(super) reserved: BTreeSet<String>,
    pub(super) enums: BTreeMap<String, EnumOutline>,
    pub(super) structs: BTreeMap<String, StructOutline>,
}

/// An enum of texts.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct EnumOutline {
    pub(super) docs: String,
    /// The stored texts.
    pub(super) values: Vec<String>,
    pub(super) questions: Vec<String>,
}

/// A nested struct.
#[derive(Debug)]
pub(super) struct StructOutline {
    pub(super) docs: String,
    pub(super) fields: Vec<FieldOutline>,
}

impl KeyOutline {
    /// The names of the fields it is built from.
    pub(super) fn components(&self) -> Vec<&str> {
        match self {
            Self::Own(name) | Self::OwnAs(name, _) => vec![name],
            Self::Built(pieces) => pieces
                .iter()
                .filter_map(|piece| match piece {
                    Piece::Component(name, _) => Some(name.as_str()),
                    Piece::Literal(_) => None,
                })
                .collect(),
            Self::OfTable | Self::TypeAttr => Vec::new(),
        }
    }
}

impl ItemOutline {
    pub(super) fn field(&self, name: &str) -> Option<&FieldOutline> {
        self.fields.iter().find(|field| field.name == name)
    }
}
