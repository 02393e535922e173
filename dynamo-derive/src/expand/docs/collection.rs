//! The docs of collections.

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
                " Searches one partition of the vector index `{index}` for all that a `{name}` can \
                 be, the nearest first: {members} items.\n\n\
                 Takes what the partition key is built from, its one component, a tuple of several or \
                 `()`, and the vector. Items of other types are left out.\n\n\
                 Costs the bytes of the entries that DynamoDB looks at, 1 KB at least."
            );
        }
        (Way::Index(index), _) => format!("index `{index}`"),
        (Way::Query(query), _) => format!("the index that `{query}` reads"),
        (Way::Table, Some(path)) => {
            let table = path.segments.last().map(|segment| plain(&segment.ident));
            format!("table `{}`", table.unwrap_or_default())
        }
        (Way::Table, None) => "the table".to_owned(),
    };
    format!(
        " Queries one partition of {place} for every `{name}`, that is {members} items, in the order of \
         the sort key.\n\n\
         Takes the components of the partition key: one value, or a tuple of several. An item of \
         another type between the members is an error, or skipped with `skip_unknown()`.\n\n\
         Costs half a read unit per 4 KB of everything between the first and the last member, also \
         of what is skipped or filtered out."
    )
}

/// The struct with one list per member.
pub(in crate::expand) fn collection_groups(collection: &Collection) -> String {
    let name = plain(&collection.ident);
    format!(
        " The members of several `{name}`, one list per type, in the order they were read. Made with \
         `items.into_iter().collect()`.\n\n It is `Debug`, `Clone` and `PartialEq` if its members are."
    )
}

pub(in crate::expand) fn collection_group(member: &Member) -> String {
    match &member.docs {
        Some(docs) => format!(" {docs}"),
        None => format!(" Every `{}`.", plain(&member.ident)),
    }
}
