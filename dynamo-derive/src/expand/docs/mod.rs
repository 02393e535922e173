//! All generated prose. Each text starts with a space, so that expansion shows `/// The`.

mod keys;
mod page;
mod reads;

use syn::Ident;

use self::keys::{equals_sample, equation, shown, template};
pub(super) use self::page::{changes, constants_page, held_item, item_page, table_page};
pub(super) use self::reads::{lookup_method, scan_method, search_method};
use super::index_keys::{built, fixed_fields};
use super::keys::{components, partition_arguments, shards};
use super::queries::Generated;
use crate::model::{
    Collection, Field, FieldDefault, Format, Index, IndexKind, Item, Member, Part, Projection,
    Storage, Way, When, plain,
};

/// Appends formatted text; writing to a `String` cannot fail.
fn push(text: &mut String, more: std::fmt::Arguments<'_>) {
    use std::fmt::Write as _;
    let _ = text.write_fmt(more);
}

/// `a` or `an`, by the first letter of a name.
fn article(name: &str) -> &'static str {
    if name.starts_with(['A', 'E', 'I', 'O', 'U']) {
        "an"
    } else {
        "a"
    }
}

/// `Order::key`.
pub(super) fn key_method(item: &Item) -> String {
    let name = plain(&item.ident);
    let keys: Vec<_> = [&item.pk].into_iter().chain(&item.sk).collect();
    let shown = keys
        .iter()
        .map(|key| equation(item, key))
        .collect::<Vec<_>>()
        .join(" and ");
    let samples = keys
        .iter()
        .map(|key| equals_sample(item, key))
        .collect::<Vec<_>>()
        .join(", ");
    format!(
        " Returns the primary key of {} `{name}`, to get, update, delete or look for it.\n\n\
         The key is {shown}; for example {samples}.\n\n\
         A get costs half a read unit per 4 KB of the item, or a whole unit if it is consistent.",
        article(&name)
    )
}

/// A query method: the access pattern in words, the index, the key condition, the projection and
/// the cost.
pub(super) fn query_method(item: &Item, query: &Generated<'_>) -> String {
    let name = plain(&item.ident);
    let by = sentence(
        partition_arguments(item, query.pk.iter().copied())
            .iter()
            .map(|field| named(item, *field)),
    );
    let order = match order(item, query) {
        Some(order) => format!(", in the order of {order}"),
        None => String::new(),
    };
    let by = if by.is_empty() {
        String::new()
    } else {
        format!(" by {by}")
    };
    let mut text = format!(" Queries the `{name}` items{by}{order}.\n\n");
    text.push_str(&place(item, query));
    push(
        &mut text,
        format_args!("\n\nKey condition: `{}`.", condition(item, query)),
    );
    let samples: Vec<_> = query
        .pk
        .iter()
        .map(|key| equals_sample(item, key))
        .collect();
    push(
        &mut text,
        format_args!(" For example {}.", samples.join(", ")),
    );
    if let Some(shards) = shards(item, query.pk.iter().copied()) {
        push(
            &mut text,
            format_args!(
                "\n\nReads {} partitions at once, one per shard, and merges them; `in_shard(k)` reads \
                 one.",
                shards.count
            ),
        );
    }
    if let Some(note) = membership(query) {
        push(&mut text, format_args!("\n\n{note}"));
    }
    push(&mut text, format_args!("\n\n{}", contents(item, query)));
    text
}

/// The table or index that a query reads.
fn place(item: &Item, query: &Generated<'_>) -> String {
    match query.index {
        None => format!("Reads {}.", table(item)),
        Some((index, _)) => {
            let kind = match index.kind {
                IndexKind::Global => "global",
                IndexKind::Local => "local",
                IndexKind::Vector => "vector",
            };
            format!(
                "Reads the {kind} index `{}` of {}.",
                index.name,
                table(item)
            )
        }
    }
}

fn table(item: &Item) -> String {
    format!("table `{}`", item.table.name)
}

/// Which items are in the index, if not all are.
fn membership(query: &Generated<'_>) -> Option<String> {
    let (_, found) = query.index?;
    let condition = when_source(found.when.as_ref()?);
    Some(format!(
        "Only items for which `{condition}` are in the index."
    ))
}

/// A condition as a person writes it.
pub(super) fn when_source(when: &When) -> String {
    let expr = &when.expr;
    source(&quote::quote!(#expr).to_string())
}

/// The default of a field as written in the declaration.
pub(super) fn default_source(default: &FieldDefault) -> String {
    match default {
        FieldDefault::Trait => "Default::default".to_owned(),
        FieldDefault::Function(path) => source(&quote::quote!(#path).to_string()),
    }
}

/// Tokens as a person writes them.
fn source(tokens: &str) -> String {
    let tight = [
        (" :: ", "::"),
        (" . ", "."),
        (" (", "("),
        ("( ", "("),
        (" )", ")"),
        (" ,", ","),
        (" !", "!"),
    ];
    tight
        .iter()
        .fold(tokens.to_owned(), |text, (from, to)| text.replace(from, to))
}

/// The items that come back, and their cost.
fn contents(item: &Item, query: &Generated<'_>) -> String {
    let cost = "Costs half a read unit per 4 KB read";
    let Some((index, _)) = query.index else {
        return format!("{cost}, or a whole unit if it is consistent.");
    };
    let projected = match &index.projection {
        Projection::All => "The index holds every attribute.".to_owned(),
        Projection::KeysOnly => format!(
            "The index holds keys only: a query returns `{}`, and `hydrate()` the whole items.",
            crate::model::projected(&item.ident, &index.name)
        ),
        Projection::Include(names) => {
            let names = sentence(names.iter().map(|(name, _)| format!("`{name}`")));
            let ty = crate::model::projected(&item.ident, &index.name);
            format!(
                "The index holds the keys and {names}: a query returns `{ty}`, and `hydrate()` the \
                 whole items."
            )
        }
    };
    match index.kind {
        IndexKind::Global => {
            format!("{projected} {cost}. Global indexes are eventually consistent.")
        }
        IndexKind::Local => format!("{projected} {cost}, or a whole unit if it is consistent."),
        IndexKind::Vector => format!(
            "{projected} Costs the bytes of the entries that DynamoDB looks at, 1 KB at least. \
             Vector indexes are eventually consistent."
        ),
    }
}

/// The sort components, in words.
fn order(item: &Item, query: &Generated<'_>) -> Option<String> {
    let mut names: Vec<String> = Vec::new();
    for (field, format) in query.sk.iter().flat_map(|key| components(item, key)) {
        let name = match format {
            Format::Negated => format!("{}, the largest first", named(item, field)),
            _ => named(item, field),
        };
        if !names.contains(&name) {
            names.push(name);
        }
    }
    (!names.is_empty()).then(|| sequence(names.into_iter()))
}

/// The key condition as DynamoDB gets it, with components in braces.
fn condition(item: &Item, query: &Generated<'_>) -> String {
    let mut parts: Vec<String> = query
        .pk
        .iter()
        .map(|key| format!("{} = {}", key.name, shown(item, key)))
        .collect();
    if let Some(key) = query.sk.first()
        && let Some(template) = template(item, key)
    {
        let name = &key.name;
        match template.parts.as_slice() {
            [Part::Literal(text)] => parts.push(format!("{name} = \"{text}\"")),
            [Part::Literal(text), ..] => parts.push(format!("begins_with({name}, \"{text}\")")),
            _ => {}
        }
    }
    parts.join(" AND ")
}

fn named(item: &Item, field: usize) -> String {
    format!("`{}`", item.fields[field].title())
}

/// `Order::STATUS`.
pub(super) fn field_constant(item: &Item, number: usize, field: &Field) -> String {
    let name = plain(&field.ident);
    let owner = plain(&item.ident);
    let mut text = match field.storage {
        Storage::Nested { .. } => format!(
            " Names the component `{}` of keys of `{owner}`: for ranges. Filters and conditions take \
             the path of the attribute, with `dot`.",
            field.title(),
        ),
        Storage::KeyOnly => {
            format!(
                " Names the field `{name}` of `{owner}`, which is stored only inside a key: for `range`."
            )
        }
        _ => format!(
            " Names the attribute `{}` of `{owner}`: for ranges, filters, conditions and updates.",
            field.attribute
        ),
    };
    if let Some(docs) = &field.docs {
        push(&mut text, format_args!("\n\n{docs}"));
    }
    if let Some(note) = feeding(item, number) {
        push(&mut text, format_args!("\n\n{note}"));
    }
    if field.unique.is_some() {
        text.push_str(
            "\n\nUnique: no two items have the same value. An update cannot set it; `modify` can.",
        );
    }
    if field.counter.is_some() {
        text.push_str(
            "\n\nA counter, which the writes of the items that it counts keep. Nothing else changes it.",
        );
    }
    text
}

/// How an update of the field affects keys.
fn feeding(item: &Item, number: usize) -> Option<String> {
    if fixed_fields(item).contains(&number) {
        return Some("Part of the primary key, so an update cannot set it.".to_owned());
    }
    let keys = built(item);
    let fed: Vec<_> = keys
        .iter()
        .filter(|key| key.fields.contains(&number))
        .collect();
    let attributes = sentence(fed.iter().map(|key| format!("`{}`", key.attribute)));
    let mut others: Vec<usize> = fed
        .iter()
        .flat_map(|key| key.fields.iter().copied())
        .collect();
    others.sort_unstable();
    others.dedup();
    others.retain(|other| *other != number);
    match (fed.is_empty(), others.is_empty()) {
        (true, _) => None,
        (false, true) => Some(format!(
            "An update that sets it rewrites the index key {attributes}."
        )),
        (false, false) => {
            let others = sentence(others.into_iter().map(|other| named(item, other)));
            Some(format!(
                "Part of the index key {attributes}, with {others}: an update sets them together."
            ))
        }
    }
}

/// `Metadata::LEVEL`.
pub(super) fn nested_constant(owner: &Ident, field: &Field) -> String {
    let mut text = format!(
        " Names the entry `{}` of a stored `{}`: for paths into it.",
        field.attribute,
        plain(owner)
    );
    if let Some(docs) = &field.docs {
        push(&mut text, format_args!("\n\n{docs}"));
    }
    text
}

/// The struct of the fields that an index projects.
pub(super) fn projected_struct(item: &Item, index: &Index) -> String {
    let name = plain(&item.ident);
    let what = match &index.projection {
        Projection::Include(_) => "the keys and the included attributes",
        _ => "the keys",
    };
    format!(
        " The part of a `{name}` that the index `{}` holds: {what}.",
        index.name
    )
}

/// The key of the item an index leads to.
pub(super) fn projected_key(item: &Item) -> String {
    let name = plain(&item.ident);
    format!(" Returns the primary key of the whole `{name}`, to get it.")
}

pub(super) fn projected_field(field: &Field) -> String {
    let name = plain(&field.ident);
    match &field.docs {
        Some(docs) => format!(" The field `{name}`.\n\n{docs}"),
        None => format!(" The field `{name}`."),
    }
}

/// The values of an enum, as a decode error lists them: ``S, one of `BUY`, `SELL` ``.
pub(super) fn one_of<T: AsRef<str>>(names: &[T]) -> String {
    let names: Vec<_> = names
        .iter()
        .map(|name| format!("`{}`", name.as_ref()))
        .collect();
    format!("S, one of {}", names.join(", "))
}

/// `Status::Open`.
pub(super) fn variant(ident: &Ident, variant: &Ident) -> String {
    format!("{ident}::{variant}")
}

/// `a`, `a and b`, `a, b and c`.
fn sentence(names: impl Iterator<Item = String>) -> String {
    let names: Vec<_> = names.collect();
    match names.split_last() {
        None => String::new(),
        Some((last, [])) => last.clone(),
        Some((last, first)) => format!("{} and {last}", first.join(", ")),
    }
}

/// `a`, `a, then b`.
fn sequence(names: impl Iterator<Item = String>) -> String {
    names.collect::<Vec<_>>().join(", then ")
}

/// The `query` of a collection.
pub(super) fn collection_query(collection: &Collection) -> String {
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
pub(super) fn collection_groups(collection: &Collection) -> String {
    let name = plain(&collection.ident);
    format!(
        " The members of several `{name}`, one list per type, in the order they were read. Made with \
         `items.into_iter().collect()`."
    )
}

pub(super) fn collection_group(member: &Member) -> String {
    match &member.docs {
        Some(docs) => format!(" {docs}"),
        None => format!(" Every `{}`.", plain(&member.ident)),
    }
}
