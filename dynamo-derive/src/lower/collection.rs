//! An enum that derives `Collection`, from its attributes and variants.

use syn::spanned::Spanned;
use syn::{Data, DeriveInput, Fields, Variant};

use super::{docs, runtime};
use crate::attrs::{self, COLLECTION, CollectionOptions};
use crate::diag::Diagnostics;
use crate::model::{Collection, Member, Way, plain, snake};

/// Lowers a collection; `None` where its shape leaves nothing to lower.
pub(super) fn collection(input: &DeriveInput, diag: &mut Diagnostics) -> Option<Collection> {
    let ident = &input.ident;
    let Data::Enum(data) = &input.data else {
        let message = format!(
            "`{ident}` cannot be a collection; write an enum with a variant for each item type, \
             as in `Order(Order)`"
        );
        diag.error(ident.span(), message);
        return None;
    };
    if let Some(param) = input.generics.params.first() {
        let message = "a collection owns its members and has one shape; remove this parameter";
        diag.error(param.span(), message);
    }
    let read = attrs::merged::<CollectionOptions>(&input.attrs, &COLLECTION, diag);
    let Some(read) = read else {
        let message = format!(
            "`{ident}` does not say what it is read from; write `#[collection(table = ...)]`, or \
             `#[collection(index = \"...\")]`"
        );
        diag.error(ident.span(), message);
        return None;
    };
    let options = read.options;
    if let Some(text) = options
        .table
        .as_ref()
        .and_then(|value| value.quoted.as_ref())
    {
        let message = format!(
            "`table` takes the type of a table, not its name; write `table = {}` without quotes",
            text.value(),
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
    types_are_unique(&members, diag);
    groups_are_unique(&members, diag);
    Some(Collection {
        ident: ident.clone(),
        vis: input.vis.clone(),
        docs: docs::first_paragraph(&input.attrs),
        krate: runtime(options.krate),
        table: options.table.map(|value| value.path),
        way,
        way_span,
        members,
    })
}

/// The members that can be read, each of a type and a group of its own, whatever the options say.
pub(super) fn readable(input: &DeriveInput, diag: &mut Diagnostics) -> Option<Collection> {
    let Data::Enum(data) = &input.data else {
        return None;
    };
    let mut members: Vec<Member> = Vec::new();
    for variant in &data.variants {
        let Some(member) = member(variant, diag) else {
            continue;
        };
        let name = snake(&member.ident);
        if !members
            .iter()
            .any(|other| other.ty == member.ty || snake(&other.ident) == name)
        {
            members.push(member);
        }
    }
    let read = attrs::merged::<CollectionOptions>(&input.attrs, &COLLECTION, diag);
    (input.generics.params.is_empty() && !members.is_empty()).then(|| Collection {
        ident: input.ident.clone(),
        vis: input.vis.clone(),
        docs: None,
        krate: runtime(read.and_then(|read| read.options.krate)),
        table: None,
        way: Way::Table,
        way_span: input.ident.span(),
        members,
    })
}

fn member(variant: &Variant, diag: &mut Diagnostics) -> Option<Member> {
    let ty = match &variant.fields {
        Fields::Unnamed(fields) if fields.unnamed.len() == 1 => {
            fields.unnamed.first().map(|field| field.ty.clone())
        }
        _ => None,
    };
    if ty.is_none() {
        let message = format!(
            "`{0}` does not hold one item; write `{0}(Item)`, with the struct that derives `Item`",
            variant.ident,
        );
        diag.error(variant.ident.span(), message);
    }
    Some(Member {
        ident: variant.ident.clone(),
        ty: ty?,
        docs: docs::first_paragraph(&variant.attrs),
    })
}

/// A type is one member, or which variant it becomes would be open.
fn types_are_unique(members: &[Member], diag: &mut Diagnostics) {
    for (at, member) in members.iter().enumerate() {
        if let Some(first) = members[..at].iter().find(|other| other.ty == member.ty) {
            let message = format!(
                "`{}` holds this type already; write another item type, or remove this variant",
                plain(&first.ident),
            );
            diag.error(member.ty.span(), message);
        }
    }
}

/// Every member has a list of its own in the groups.
fn groups_are_unique(members: &[Member], diag: &mut Diagnostics) {
    let names: Vec<_> = members.iter().map(|member| snake(&member.ident)).collect();
    for (at, member) in members.iter().enumerate() {
        if let Some(first) = names[..at].iter().position(|name| *name == names[at]) {
            let message = format!(
                "the group of this variant would be `{}` like that of `{}`; rename one of them",
                names[at],
                plain(&members[first].ident),
            );
            diag.error(member.ident.span(), message);
        }
    }
}
