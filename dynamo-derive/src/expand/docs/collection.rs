//! The docs of collections.

use syn::Type;

use super::types::inside;
use super::{sentence, source};
use crate::model::{Collection, Member, Way, plain};

/// The `query` of a collection.
pub(in crate::expand) fn collection_query(collection: &Collection) -> String {
    let name = plain(&collection.ident);
    let members = sentence(collection.members.iter().map(|member| {
        let ty = &member.ty;
        format!("`{}`", source(&quote::quote!(#ty).to_string()))
    }));
    let place = match (&collection.way, &collection.table) {
        (Way::Vector(index), _) => {
            return format!(
                " Searches one partition of the vector index `{index}` for {members} items, and \
                 returns each as a `{name}`, nearest first.\n\n\
                 Takes the vector and the arguments of the members' own searches of `{index}`, whose docs \
                 show how the partition key is built: one value, a tuple of several, or `()` if there are \
                 none. Items of other types are left out.\n\n\
                 DynamoDB bills the bytes of the index entries that it looks at, at least 1 KB."
            );
        }
        (Way::Index(index), _) => format!("the index `{index}`"),
        (Way::Query(query), _) => format!("the index that `{query}` reads"),
        (Way::Table, Some(path)) => {
            let table = path.segments.last().map(|segment| plain(&segment.ident));
            format!("the table `{}`", table.unwrap_or_default())
        }
        (Way::Table, None) => "the table".to_owned(),
    };
    let own = match &collection.way {
        Way::Index(index) | Way::Vector(index) => {
            format!("the members' own queries of `{index}`, whose docs show")
        }
        Way::Query(query) => format!("the members' own `{query}`, whose docs show"),
        Way::Table => match collection.members.first() {
            Some(first) => format!("`{}::query`, whose docs show", item_name(&first.ty)),
            None => "the members' own `query`, whose docs show".to_owned(),
        },
    };
    format!(
        " Queries one partition of {place} for {members} items, and returns each as a `{name}`, in the \
         order of the sort key.\n\n\
         Takes the arguments of {own} how the partition key is built: one value, a tuple of several, or \
         `()` if there are none. An item of another type between the members is an error, or is skipped \
         with `skip_unknown()`.\n\n\
         Costs half a read unit per 4 KB of everything from the first to the last member, including \
         items that are skipped or filtered out."
    )
}

/// The item type of a member, which may be boxed.
fn item_name(ty: &Type) -> String {
    let boxed = inside("Box", ty);
    let ty = boxed.unwrap_or(ty);
    source(&quote::quote!(#ty).to_string())
}

/// The struct with one list per member.
pub(in crate::expand) fn collection_groups(collection: &Collection) -> String {
    let name = plain(&collection.ident);
    format!(
        " The members of many `{name}` values, one list per type, in the order they were read. Make it \
         with `items.into_iter().collect()`.\n\n Implements `Debug`, `Clone` and `PartialEq` if its \
         members do."
    )
}

pub(in crate::expand) fn collection_group(member: &Member) -> String {
    match &member.docs {
        Some(docs) => format!(" {docs}"),
        None => format!(" Every `{}`.", plain(&member.ident)),
    }
}
