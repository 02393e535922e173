//! A type that derives `Attribute`: what it is stored as.

use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{Data, DataEnum, DeriveInput, Fields, FieldsUnnamed, GenericParam, Ident};

use super::field::{self, FieldOwner};
use super::misplaced::{has_item_attributes, is_a_collection};
use super::runtime;
use crate::attrs::{self, CONTAINER, ContainerOptions, RenameValue, Text, VARIANT, VariantOptions};
use crate::diag::Diagnostics;
use crate::model::{
    Attribute, AttributeRemains, Rename, Shape, Tagged, TextVariant, Variant, VariantData,
};

const TAG: &str = "type";
const CONTENT: &str = "value";

/// Lowers a nested value, of which nothing but its name is left if its shape cannot be stored.
pub(super) fn attribute(input: &DeriveInput, diag: &mut Diagnostics) -> AttributeRemains {
    if has_item_attributes(input, "Attribute", diag) || is_a_collection(input, diag) {
        return AttributeRemains {
            ident: input.ident.clone(),
            generics: input.generics.clone(),
            krate: runtime(None),
            attribute: None,
        };
    }
    let mut options = attrs::merged(&input.attrs, &CONTAINER, diag)
        .map_or_else(ContainerOptions::default, |read| read.options);
    owns_its_data(input, diag);
    let krate = runtime(options.krate.take());
    let shape = shape(input, &options, diag);
    if let Some(shape) = &shape {
        refuse_foreign(shape, &options, diag);
    }
    let attribute = shape.map(|shape| Attribute {
        ident: input.ident.clone(),
        vis: input.vis.clone(),
        krate: krate.clone(),
        generics: input.generics.clone(),
        shape,
    });
    AttributeRemains {
        ident: input.ident.clone(),
        generics: input.generics.clone(),
        krate,
        attribute,
    }
}

/// A value read from a table outlives the response it came in.
fn owns_its_data(input: &DeriveInput, diag: &mut Diagnostics) {
    for param in &input.generics.params {
        if let GenericParam::Lifetime(param) = param {
            let message =
                "a stored value owns its data; remove this lifetime and own what it borrows";
            diag.error(param.span(), message);
        }
    }
}

fn shape(input: &DeriveInput, options: &ContainerOptions, diag: &mut Diagnostics) -> Option<Shape> {
    if options.text.is_present() {
        has_no_inner_options(input, diag);
        return Some(Shape::Display);
    }
    let ident = &input.ident;
    let (what, instead) = match &input.data {
        Data::Struct(data) => match &data.fields {
            Fields::Named(fields) => {
                let rename = case(options.rename_all.as_ref());
                let fields = field::fields(fields, rename, &FieldOwner::Attribute, diag);
                return Some(Shape::Map(fields));
            }
            Fields::Unnamed(fields) if fields.unnamed.len() == 1 => return newtype(fields, diag),
            Fields::Unnamed(_) => ("a tuple struct", "name its fields"),
            Fields::Unit => ("a struct without fields", "give it a field"),
        },
        Data::Enum(data) if data.variants.is_empty() => {
            ("an enum without variants", "give it a variant")
        }
        Data::Enum(data) => return Some(enumeration(data, options, diag)),
        Data::Union(_) => ("a union", "write an enum"),
    };
    let message = format!("`{ident}` is {what} and cannot be stored; {instead}");
    diag.error(ident.span(), message);
    None
}

fn newtype(fields: &FieldsUnnamed, diag: &mut Diagnostics) -> Option<Shape> {
    let source = fields.unnamed.first()?;
    let options = field::options(source, &FieldOwner::Attribute, diag);
    for (name, span) in field::given(&options) {
        if !["with", "serde"].contains(&name) {
            let message =
                format!("a newtype is stored as the value inside it; remove this `{name}`");
            diag.error(span, message);
        }
    }
    Some(Shape::Newtype {
        ty: Box::new(source.ty.clone()),
        codec: field::codec(&options, diag),
    })
}

fn enumeration(data: &DataEnum, options: &ContainerOptions, diag: &mut Diagnostics) -> Shape {
    let is_unit = data
        .variants
        .iter()
        .all(|variant| matches!(variant.fields, Fields::Unit));
    let variants = data
        .variants
        .iter()
        .map(|variant| lower_variant(variant, options, diag));
    if is_unit {
        let text = |Variant {
                        ident,
                        name,
                        name_span,
                        ..
                    }| TextVariant {
            ident,
            name,
            name_span,
        };
        return Shape::Text(variants.map(text).collect());
    }
    let variants = variants.collect();
    let tag = options.tag.as_ref().map_or_else(|| TAG.into(), Text::value);
    let content = options
        .content
        .as_ref()
        .map_or_else(|| CONTENT.into(), Text::value);
    for text in [&options.tag, &options.content].into_iter().flatten() {
        if text.value().is_empty() {
            diag.error(text.span(), "an entry cannot have an empty name; write one");
        }
    }
    if tag == content {
        let written = options.content.as_ref().or(options.tag.as_ref());
        if let Some(written) = written {
            let message =
                format!("`{tag}` cannot store both tag and content; write two different names");
            diag.error(written.span(), message);
        }
    }
    Shape::Tagged(Tagged {
        tag,
        content,
        variants,
    })
}

fn lower_variant(
    source: &syn::Variant,
    options: &ContainerOptions,
    diag: &mut Diagnostics,
) -> Variant {
    let own = attrs::merged(&source.attrs, &VARIANT, diag)
        .map_or_else(VariantOptions::default, |read| read.options);
    let (name, name_span) = stored_name(
        &source.ident,
        own.rename.as_ref(),
        options.rename_all.as_ref(),
    );
    if name.is_empty() {
        diag.error(
            name_span,
            "a variant cannot be stored as empty text; write a name",
        );
    }
    let rename = own
        .rename_all
        .as_ref()
        .or(options.rename_all_fields.as_ref());
    let data = match &source.fields {
        Fields::Named(fields) => VariantData::Struct(field::fields(
            fields,
            case(rename),
            &FieldOwner::Attribute,
            diag,
        )),
        Fields::Unnamed(fields) if !fields.unnamed.is_empty() => tuple(fields, diag),
        Fields::Unnamed(_) | Fields::Unit => VariantData::Unit,
    };
    if let Some(rename_all) = &own.rename_all
        && !matches!(data, VariantData::Struct(_))
    {
        let message = "this variant has no named fields to rename; remove `rename_all`";
        diag.error(rename_all.option, message);
    }
    Variant {
        ident: source.ident.clone(),
        name,
        name_span,
        data,
    }
}

fn tuple(fields: &FieldsUnnamed, diag: &mut Diagnostics) -> VariantData {
    for source in &fields.unnamed {
        let options = field::options(source, &FieldOwner::Attribute, diag);
        for (name, span) in field::given(&options) {
            let message = format!(
                "a field without a name takes no options; remove `{name}`, or name the field"
            );
            diag.error(span, message);
        }
    }
    VariantData::Tuple(
        fields
            .unnamed
            .iter()
            .map(|source| source.ty.clone())
            .collect(),
    )
}

fn stored_name(
    ident: &Ident,
    rename: Option<&Text>,
    rename_all: Option<&RenameValue>,
) -> (String, Span) {
    match rename {
        Some(name) => name.spanned(),
        None => (case(rename_all).variant(ident), ident.span()),
    }
}

fn case(value: Option<&RenameValue>) -> Rename {
    value.map_or(Rename::None, |value| value.rename)
}

/// `text` asks the type itself, so what stands inside has no say.
fn has_no_inner_options(input: &DeriveInput, diag: &mut Diagnostics) {
    let mut attrs: Vec<&syn::Attribute> = Vec::new();
    match &input.data {
        Data::Struct(data) => attrs.extend(data.fields.iter().flat_map(|field| &field.attrs)),
        Data::Enum(data) => {
            for variant in &data.variants {
                attrs.extend(&variant.attrs);
                attrs.extend(variant.fields.iter().flat_map(|field| &field.attrs));
            }
        }
        Data::Union(_) => {}
    }
    for attr in attrs.into_iter().filter(|attr| VARIANT.is(attr)) {
        let message = "`text` stores the whole value through `Display`; remove this `#[dynamo]`";
        diag.error(attr.path().span(), message);
    }
}

/// Container options that have nothing to act on.
fn refuse_foreign(shape: &Shape, options: &ContainerOptions, diag: &mut Diagnostics) {
    let is_tagged = matches!(shape, Shape::Tagged(_));
    let has_names = is_tagged || matches!(shape, Shape::Map(_) | Shape::Text(_));
    let case = |value: &Option<RenameValue>| value.as_ref().map(|value| value.option);
    let text = |value: &Option<Text>| value.as_ref().map(|value| value.option);
    let data = "an enum with data";
    let given = [
        (
            "rename_all",
            case(&options.rename_all),
            has_names,
            "named fields or variants",
        ),
        (
            "rename_all_fields",
            case(&options.rename_all_fields),
            is_tagged,
            data,
        ),
        ("tag", text(&options.tag), is_tagged, data),
        ("content", text(&options.content), is_tagged, data),
    ];
    for (option, span, is_fitting, whom) in given {
        let Some(span) = span.filter(|_| !is_fitting) else {
            continue;
        };
        let message = match shape {
            Shape::Display => format!("`{option}` means nothing beside `text`; remove one of them"),
            _ => format!("`{option}` is for {whom}; remove it here"),
        };
        diag.error(span, message);
    }
}
