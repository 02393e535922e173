//! The meaning of a declaration: the item as the later stages see it, with every default resolved.
//!
//! Plain owned data, no attributes and no generated tokens. `lower` makes it, `validate` checks
//! rules across its parts, `expand` turns it into code and cannot fail.

mod attribute;
mod collection;
mod count;
mod index;
mod key;
mod name;
mod remains;
mod table;
mod view;

use proc_macro2::Span;
use syn::{Expr, Ident, Path, Type, Visibility};

pub(crate) use attribute::{Attribute, Shape, Tagged, TextVariant, Variant, VariantData};
pub(crate) use collection::{Collection, Member, Way};
pub(crate) use count::{Count, CountPart};
pub(crate) use index::{Distance, Index, IndexKind, Projection, Query, VectorIndex};
pub(crate) use key::{Format, KeyAttribute, KeySource, Part, Shards, TIMES, Template, time_format};
pub(crate) use name::{
    Rename, constant, field_module, marker, name_marker, name_number, plain, projected,
    query_method, snake,
};
pub(crate) use remains::{AttributeRemains, ItemRemains, TableRemains, ViewRemains};
pub(crate) use table::{
    IndexDeclaration, KeyDeclaration, KeyType, SharedTable, Table, VectorDeclaration,
};
pub(crate) use view::View;

/// A struct that derives `Item`.
pub(crate) struct Item {
    pub(crate) ident: Ident,
    pub(crate) vis: Visibility,
    /// The first paragraph of the struct's own docs.
    pub(crate) docs: Option<String>,
    /// Path of the runtime crate in the user's crate.
    pub(crate) krate: Path,
    pub(crate) table: Table,
    /// The name stored in the table's type attribute, and where it was written.
    pub(crate) entity: Option<(String, Span)>,
    pub(crate) fields: Vec<Field>,
    /// The primary key of the table, partition key first.
    pub(crate) pk: KeyAttribute,
    pub(crate) sk: Option<KeyAttribute>,
    /// In the order they were written; several of one name stand next to each other in one `Index`.
    pub(crate) indexes: Vec<Index>,
    /// Where the item is counted, in the order they were written.
    pub(crate) counts: Vec<Count>,
}

/// A field of the struct, in the struct's order.
pub(crate) struct Field {
    pub(crate) ident: Ident,
    pub(crate) vis: Visibility,
    pub(crate) ty: Type,
    /// The attribute it is stored under.
    pub(crate) attribute: String,
    /// Span of what decided the attribute's name: the `rename` value or the field itself.
    pub(crate) attribute_span: Span,
    /// The first paragraph of the field's own docs.
    pub(crate) docs: Option<String>,
    pub(crate) storage: Storage,
    /// The names by which it is reached from the field it is nested in; empty unless it is.
    pub(crate) path: Vec<String>,
    pub(crate) codec: Codec,
    pub(crate) default: Option<FieldDefault>,
    pub(crate) role: Option<Role>,
    /// Span of the option that set the role.
    pub(crate) role_span: Span,
    /// The span of `unique`: no two items have the same value.
    pub(crate) unique: Option<Span>,
    /// Name of the method that reads an item by it, if it is unique.
    pub(crate) lookup: Option<Ident>,
    /// Where it says that the writes of other items keep it.
    pub(crate) counter: Option<Span>,
}

/// Whether and where a field is stored.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Storage {
    /// As an attribute of its own.
    Attribute,
    /// Only inside a key; recovered from it on read.
    KeyOnly,
    /// Not at all; filled with its default on read.
    Skip,
    /// Takes up the attributes no field claims.
    Flatten,
    /// Inside the field of this number, which is stored: a component of a key, and no field of the
    /// struct itself.
    Nested { of: usize },
}

/// How a stored field is turned into an attribute value.
#[derive(Clone)]
pub(crate) enum Codec {
    /// `Encode` and `Decode` of its type.
    Own,
    /// The functions `encode` and `decode` of a module.
    With(Path),
    /// `Serialize` and `Deserialize` of its type.
    Serde,
    /// A time that is a key attribute itself: with so many digits after the second, by the functions
    /// of a module of the runtime.
    Time { digits: u8, module: Path },
}

pub(crate) enum FieldDefault {
    /// `Default::default()`.
    Trait,
    /// A function of no arguments.
    Function(Path),
}

/// The task that the runtime does with a field on its own. A field has at most one.
pub(crate) enum Role {
    Version,
    /// Epoch seconds; with a number of seconds, filled on first write when unset.
    Ttl(Option<u64>),
    CreatedAt,
    UpdatedAt,
    SoftDelete,
}

impl Field {
    /// Its name in messages: `address.city` if it is nested.
    pub(crate) fn title(&self) -> String {
        let name = plain(&self.ident);
        let Storage::Nested { .. } = self.storage else {
            return name;
        };
        // The name is made of the path, with the outer field's before it.
        let inner = self.path.join("_");
        let outer = name.strip_suffix(&inner).unwrap_or_default();
        let outer = outer.strip_suffix('_').unwrap_or_default();
        format!("{outer}.{}", self.path.join("."))
    }

    pub(crate) fn is_nested(&self) -> bool {
        matches!(self.storage, Storage::Nested { .. })
    }

    /// Whether it is an attribute in another form than in a key, which may hold less.
    pub(crate) fn is_stored_otherwise(&self) -> bool {
        let is_other = matches!(self.codec, Codec::With(_) | Codec::Serde);
        self.storage == Storage::Attribute && is_other
    }
}

impl Item {
    /// The fields of the struct, but for components that are nested in them.
    pub(crate) fn own_fields(&self) -> impl Iterator<Item = (usize, &Field)> {
        let fields = self.fields.iter().enumerate();
        fields.filter(|(_, field)| !field.is_nested())
    }

    /// The number of the struct's field that a component is, or is nested in.
    pub(crate) fn owner(&self, component: usize) -> usize {
        match self.fields[component].storage {
            Storage::Nested { of } => of,
            _ => component,
        }
    }

    /// The components that are nested in a field.
    pub(crate) fn nested_in(&self, field: usize) -> impl Iterator<Item = (usize, &Field)> {
        let fields = self.fields.iter().enumerate();
        fields.filter(move |(_, nested)| nested.storage == Storage::Nested { of: field })
    }

    /// The numbers of the fields that no two items have in common.
    pub(crate) fn unique(&self) -> impl Iterator<Item = usize> {
        let fields = self.fields.iter().enumerate();
        fields.filter_map(|(number, field)| field.unique.map(|_| number))
    }

    /// The numbers of the fields that the writes of other items keep.
    pub(crate) fn counters(&self) -> impl Iterator<Item = usize> {
        let fields = self.fields.iter().enumerate();
        fields.filter_map(|(number, field)| field.counter.map(|_| number))
    }
}

/// The condition under which an item is in an index, or is counted.
pub(crate) struct When {
    pub(crate) expr: Expr,
    /// The fields it reads, as `self.field`.
    pub(crate) fields: Vec<usize>,
}
