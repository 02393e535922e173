//! A nested value: what a type that derives `Attribute` is stored as.

use proc_macro2::Span;
use syn::{Generics, Ident, Path, Type, Visibility};

use super::{Codec, Field};

/// A type that derives `Attribute`.
pub(crate) struct Attribute {
    pub(crate) ident: Ident,
    pub(crate) vis: Visibility,
    /// Path of the runtime crate in the user's crate.
    pub(crate) krate: Path,
    /// Type and const parameters; never a lifetime.
    pub(crate) generics: Generics,
    pub(crate) shape: Shape,
}

/// The form in which the type is stored.
pub(crate) enum Shape {
    /// A struct: M. Fields are never `KeyOnly` and have no role.
    Map(Vec<Field>),
    /// A struct around one value: stored as that value.
    Newtype { ty: Box<Type>, codec: Codec },
    /// An enum of units: S. Never empty.
    Text(Vec<TextVariant>),
    /// An enum with data: M with a tag. Never empty.
    Tagged(Tagged),
    /// `text`: S, through `Display` and `FromStr`.
    Display,
}

/// A variant without data.
pub(crate) struct TextVariant {
    pub(crate) ident: Ident,
    /// The stored text.
    pub(crate) name: String,
    /// Span of what decided it.
    pub(crate) name_span: Span,
}

/// A data enum.
pub(crate) struct Tagged {
    /// The entry that stores the variant's name.
    pub(crate) tag: String,
    /// The entry that stores the value of a tuple variant: the one value, or a list of several.
    pub(crate) content: String,
    pub(crate) variants: Vec<Variant>,
}

/// A variant of a data enum.
pub(crate) struct Variant {
    pub(crate) ident: Ident,
    /// The text that the tag stores.
    pub(crate) name: String,
    /// Span of what decided it.
    pub(crate) name_span: Span,
    pub(crate) data: VariantData,
}

pub(crate) enum VariantData {
    Unit,
    /// Entries next to the tag.
    Struct(Vec<Field>),
    /// Under the content entry. Never empty.
    Tuple(Vec<Type>),
}
