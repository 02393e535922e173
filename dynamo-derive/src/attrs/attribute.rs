//! `#[dynamo(...)]` on a type that derives `Attribute`, and on its variants.

use darling::FromMeta;
use darling::util::Flag;

use super::{NESTED_FIELD, ON_A_FIELD, ON_THE_TYPE, PathValue, Position, RenameValue, Text};

pub(crate) const CONTAINER: Position = Position {
    name: "#[dynamo]",
    options: OPTIONS,
    elsewhere: &[(NESTED_FIELD.options, ON_A_FIELD)],
};

pub(super) const OPTIONS: &[&str] = &[
    "rename_all",
    "rename_all_fields",
    "tag",
    "content",
    "text",
    "crate",
];

pub(crate) const VARIANT: Position = Position {
    name: "#[dynamo]",
    options: &["rename", "rename_all"],
    elsewhere: &[(OPTIONS, ON_THE_TYPE), (NESTED_FIELD.options, ON_A_FIELD)],
};

#[derive(Default, FromMeta)]
pub(crate) struct ContainerOptions {
    /// How stored names follow from those of the fields, or of an enum's variants.
    pub(crate) rename_all: Option<RenameValue>,
    /// The same for the fields of a data enum's variants.
    pub(crate) rename_all_fields: Option<RenameValue>,
    /// The entry that stores which variant it is.
    pub(crate) tag: Option<Text>,
    /// The entry that stores the value of a tuple variant.
    pub(crate) content: Option<Text>,
    /// Stored as text, through `Display` and `FromStr`.
    pub(crate) text: Flag,
    /// Path of the runtime crate.
    #[darling(rename = "crate")]
    pub(crate) krate: Option<PathValue>,
}

#[derive(Default, FromMeta)]
pub(crate) struct VariantOptions {
    /// The stored name.
    pub(crate) rename: Option<Text>,
    /// How stored names follow from those of the variant's fields.
    pub(crate) rename_all: Option<RenameValue>,
}
