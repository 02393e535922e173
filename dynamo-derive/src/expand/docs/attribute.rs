//! The pages of nested values: how they are stored.

use super::source;
use crate::model::{Attribute, Codec, Field, Shape, Storage, constant, plain};

/// The first paragraph of a type's own impl.
pub(in crate::expand) fn attribute_page(attribute: &Attribute) -> String {
    let uses = "Can be used in keys, sets and as a map's key.";
    match &attribute.shape {
        Shape::Map(fields) => map(attribute, fields),
        Shape::Newtype {
            ty,
            codec: Codec::Own,
        } => format!(
            " Stored as its `{}`, and can be used wherever that can.",
            source::ty(quote::quote!(#ty))
        ),
        Shape::Newtype { .. } => {
            " Stored as its value, in the form that the derive names.".to_owned()
        }
        Shape::Text(variants) => {
            let names = listed(variants.iter().map(|variant| &*variant.name));
            format!(" Stored as text: {names}. {uses}")
        }
        Shape::Tagged(tagged) => {
            let names = listed(tagged.variants.iter().map(|variant| &*variant.name));
            format!(
                " Stored as a map, whose entry `{}` says which variant it is: {names}.",
                tagged.tag
            )
        }
        Shape::Display => format!(" Stored as text, by `Display` and `FromStr`. {uses}"),
    }
}

fn map(attribute: &Attribute, fields: &[Field]) -> String {
    let mut text = " Stored as a map.".to_owned();
    let mut stored = fields
        .iter()
        .filter(|field| field.storage == Storage::Attribute);
    let is_generic = !attribute.generics.params.is_empty();
    if let Some(field) = stored.next().filter(|_| !is_generic) {
        super::push(
            &mut text,
            format_args!(
                " Reach into it with `dot`, from the field that holds it: `Item::FIELD.dot({}::{})`.",
                plain(&attribute.ident),
                constant(&field.ident),
            ),
        );
    }
    text
}

fn listed<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let names: Vec<_> = names.map(|name| format!("`{name}`")).collect();
    names.join(", ")
}
