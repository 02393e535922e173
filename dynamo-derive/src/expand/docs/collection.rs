//! The docs of collections.

use syn::Type;

use super::types::inside;
use super::{article, push, sentence, source};
use crate::expand::collection::groups_name;
use crate::model::{Collection, Member, Way, plain, snake};

/// The `query` of a collection.
pub(in crate::expand) fn collection_query(collection: &Collection) -> String {
    let name = plain(&collection.ident);
    let members = sentence(
        collection
            .members
            .iter()
            .map(|member| format!("`{}`", item_name(&member.ty))),
    );
    let a = article(&name);
    let place = match &collection.way {
        Way::Vector(index) => {
            return format!(
                " Searches one partition of the vector index `{index}` for {members} items, and \
                 returns each as {a} `{name}`, nearest first.\n\n\
                 Takes what the members' own searches of `{index}` take, and the vector. Pass several values \
                 as a tuple, and `()` if there are none. Items of other types are left out.\n\n\
                 DynamoDB bills the bytes of the index entries that it looks at, at least 1 KB."
            );
        }
        _ => place(collection),
    };
    let own = match &collection.way {
        Way::Index(index) | Way::Vector(index) => {
            format!("the members' own queries of `{index}` take")
        }
        Way::Query(query) => format!("the members' own `{query}` takes"),
        Way::Table => match collection.members.first() {
            Some(first) => format!("`{}::query` takes", item_name(&first.ty)),
            None => "the members' own `query` takes".to_owned(),
        },
    };
    format!(
        " Queries one partition of {place} for {members} items, and returns each as {a} `{name}`, in the \
         order of the sort key.\n\n\
         Takes what {own}. Pass several values as a tuple, `{name}::query((a, b))`, and `()` if there are \
         none. An item of any other type between the members is an error, unless you call \
         `skip_unknown()`.\n\n\
         Costs half a read unit per 4 KB of everything from the first to the last member, including \
         items that are skipped or filtered out."
    )
}

/// The table or index that is read.
fn place(collection: &Collection) -> String {
    match (&collection.way, &collection.table) {
        (Way::Vector(index), _) => format!("the vector index `{index}`"),
        (Way::Index(index), _) => format!("the index `{index}`"),
        (Way::Query(query), _) => format!("the index that `{query}` reads"),
        (Way::Table, Some(path)) => {
            let table = path.segments.last().map(|segment| plain(&segment.ident));
            format!("the table `{}`", table.unwrap_or_default())
        }
        (Way::Table, None) => "the table".to_owned(),
    }
}

/// The text above `query`: the members.
pub(in crate::expand) fn collection_page(collection: &Collection) -> String {
    let mut text = format!(
        " # Items in one partition of {}\n\n\
         | variant | type | in `{}` |\n|---|---|---|\n",
        place(collection),
        groups_name(&collection.ident),
    );
    for member in &collection.members {
        let ty = &member.ty;
        push(
            &mut text,
            format_args!(
                "| `{}` | `{}` | `{}` |\n",
                plain(&member.ident),
                source::ty(quote::quote!(#ty)),
                snake(&member.ident),
            ),
        );
    }
    text
}

/// The item type of a member, which may be boxed.
fn item_name(ty: &Type) -> String {
    let boxed = inside("Box", ty);
    let ty = boxed.unwrap_or(ty);
    source::ty(quote::quote!(#ty))
}

/// The struct with one list per member.
pub(in crate::expand) fn collection_groups(collection: &Collection) -> String {
    let name = plain(&collection.ident);
    format!(
        " The members of many `{name}` values, one list per type, in the order they were read. Make it \
         with `items.into_iter().collect()`.\n\n Implements `Debug`, `Clone` and `PartialEq` if its \
         members do (not listed below)."
    )
}

pub(in crate::expand) fn collection_group(member: &Member) -> String {
    match &member.docs {
        Some(docs) => format!(" {docs}"),
        None => format!(" Every `{}`.", plain(&member.ident)),
    }
}
