//! An enum that derives `Collection`, from its attributes and variants.

use syn::spanned::Spanned;
use syn::{Data, DataEnum, DeriveInput, Fields, Path, Variant};

use super::misplaced::{has_item_attributes, in_its_own_attribute};
use super::{docs, runtime};
use crate::attrs::{self, COLLECTION, CollectionOptions};
use crate::diag::Diagnostics;
use crate::model::{Collection, Member, Way, snake};

/// Lowers a collection; `None` where its shape leaves nothing to lower. Returns the path of the
/// runtime as well, which the remains of a collection need.
pub(super) fn collection(
    input: &DeriveInput,
    diag: &mut Diagnostics,
) -> (Option<Collection>, Path) {
    let Data::Enum(data) = &input.data else {
        let message = format!(
            "`{}` cannot be a collection; write an enum with a variant for each item type, \
             as in `Order(Order)`",
            input.ident,
        );
        diag.error(input.ident.span(), message);
        return (None, runtime(None));
    };
    if let Some(param) = input.generics.params.first() {
        let message = "a collection owns its members and has one shape; remove this parameter";
        diag.error(param.span(), message);
    }
    has_item_attributes(input, "Collection", diag);
    let attrs = in_its_own_attribute(&input.attrs, &COLLECTION, diag);
    let read = attrs::merged::<CollectionOptions>(&attrs, &COLLECTION, diag);
    let krate = read.as_ref().and_then(|read| read.options.krate.clone());
    let krate = runtime(krate);
    let options = read.map(|read| read.options);
    (of_options(input, data, options, &krate, diag), krate)
}

fn of_options(
    input: &DeriveInput,
    data: &DataEnum,
    options: Option<CollectionOptions>,
    krate: &Path,
    diag: &mut Diagnostics,
) -> Option<Collection> {
    let ident = &input.ident;
    let Some(options) = options else {
        let message = format!(
            "`{ident}` does not say what it is read from; write `#[collection(table = ...)]`, or \
             `#[collection(index = \"...\")]`"
        );
        diag.error(ident.span(), message);
        return None;
    };
    if let Some(text) = options
        .table
        .as_ref()
        .and_then(|value| value.quoted.as_ref())
    {
        let value = text.value();
        // A type's name in quotes, or else the name of the table.
        let meant = Some(value.as_str()).filter(|name| name.starts_with(char::is_uppercase));
        let message = format!(
            "`table` takes the type of a table, not its name; write `table = {}` without quotes",
            meant.unwrap_or("Path"),
        );
        diag.error(text.span(), message);
    }
    if let (Some(index), Some(query)) = (&options.index, &options.query) {
        let message = format!(
            "`query = \"{}\"` says the index as well; remove this `index`, or `query`",
            query.value(),
        );
        diag.error(index.option, message);
    }
    if let (Some(vector), Some(other)) = (
        &options.vector,
        options.index.as_ref().or(options.query.as_ref()),
    ) {
        let message = format!(
            "`vector = \"{}\"` says the index as well; remove this one, or `vector`",
            vector.value(),
        );
        diag.error(other.option, message);
    }
    let (way, way_span) = match (&options.vector, &options.index, &options.query) {
        (Some(vector), _, _) => (Way::Vector(vector.value()), vector.span()),
        (None, _, Some(query)) => (Way::Query(query.value()), query.span()),
        (None, Some(index), None) => (Way::Index(index.value()), index.span()),
        (None, None, None) => (Way::Table, ident.span()),
    };
    let members: Vec<_> = data
        .variants
        .iter()
        .filter_map(|variant| member(variant, diag))
        .collect();
    if data.variants.is_empty() {
        let message = format!(
            "`{ident}` has no members; write a variant for each item type, as in `Order(Order)`"
        );
        diag.error(ident.span(), message);
        return None;
    }
    Some(Collection {
        ident: ident.clone(),
        vis: input.vis.clone(),
        docs: docs::first_paragraph(&input.attrs),
        krate: krate.clone(),
        table: options.table.map(|value| value.path),
        way,
        way_span,
        members,
    })
}

/// The remains of a collection that could not be lowered: the members that hold one item, each of a
/// type and a group of its own, whatever the options say. `None` if there is none.
pub(super) fn remains(input: &DeriveInput, krate: Path) -> Option<Collection> {
    let Data::Enum(data) = &input.data else {
        return None;
    };
    let mut members: Vec<Member> = Vec::new();
    for member in data.variants.iter().filter_map(one_item) {
        let name = snake(&member.ident);
        if !members
            .iter()
            .any(|other| other.ty == member.ty || snake(&other.ident) == name)
        {
            members.push(member);
        }
    }
    (input.generics.params.is_empty() && !members.is_empty()).then(|| Collection {
        ident: input.ident.clone(),
        vis: input.vis.clone(),
        docs: None,
        krate,
        table: None,
        way: Way::Table,
        way_span: input.ident.span(),
        members,
    })
}

fn member(variant: &Variant, diag: &mut Diagnostics) -> Option<Member> {
    let member = one_item(variant);
    if member.is_none() {
        let message = format!(
            "`{0}` does not hold one item; write `{0}(Item)`, with the struct that derives `Item`",
            variant.ident,
        );
        diag.error(variant.ident.span(), message);
    }
    member
}

/// A variant that holds one value.
fn one_item(variant: &Variant) -> Option<Member> {
    let Fields::Unnamed(fields) = &variant.fields else {
        return None;
    };
    let mut fields = fields.unnamed.iter();
    let (Some(field), None) = (fields.next(), fields.next()) else {
        return None;
    };
    Some(Member {
        ident: variant.ident.clone(),
        ty: field.ty.clone(),
        docs: docs::first_paragraph(&variant.attrs),
    })
}
