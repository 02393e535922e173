//! The remains of a declaration with a mistake: enough to stand for it, so that its uses are not
//! reported as well.

use proc_macro2::Ident;
use syn::{Generics, Path, Visibility};

use super::{Attribute, Item};

/// The remains of a struct that derives `Item`.
pub(crate) struct ItemRemains {
    pub(crate) ident: Ident,
    pub(crate) generics: Generics,
    /// Path of the runtime crate in the user's crate.
    pub(crate) krate: Path,
    /// The shared table it names.
    pub(crate) table: Option<Path>,
    /// The parts that could be lowered; nothing if its shape is not that of an item.
    pub(crate) item: Option<Item>,
}

/// The remains of a type that derives `Attribute`.
pub(crate) struct AttributeRemains {
    pub(crate) ident: Ident,
    pub(crate) generics: Generics,
    pub(crate) krate: Path,
    pub(crate) attribute: Option<Attribute>,
}

/// The remains of a struct that derives `View`.
pub(crate) struct ViewRemains {
    pub(crate) ident: Ident,
    pub(crate) generics: Generics,
    pub(crate) krate: Path,
}

/// The remains of a struct that derives `Table`.
pub(crate) struct TableRemains {
    pub(crate) ident: Ident,
    pub(crate) vis: Visibility,
    pub(crate) generics: Generics,
    pub(crate) krate: Path,
    /// Whether it is a table by this derive alone, and not by `Item` as well.
    pub(crate) is_a_table: bool,
}
