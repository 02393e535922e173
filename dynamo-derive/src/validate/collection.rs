//! Rules about the members of a collection.

use syn::spanned::Spanned;

use crate::diag::Diagnostics;
use crate::model::{Collection, plain, snake};

/// A type is one member, or which variant it becomes would be open.
pub(super) fn types_are_unique(collection: &Collection, diag: &mut Diagnostics) {
    let members = &collection.members;
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
pub(super) fn groups_are_unique(collection: &Collection, diag: &mut Diagnostics) {
    let members = &collection.members;
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
