//! All generated prose. Each text starts with a space, so that expansion shows `/// The`.

mod attribute;
mod collection;
mod fields;
mod hidden;
mod keys;
mod membership;
mod page;
mod reads;
mod source;
mod types;

use syn::Ident;

pub(super) use self::attribute::attribute_page;
pub(super) use self::collection::{
    collection_group, collection_groups, collection_page, collection_query,
};
pub(super) use self::fields::{
    field_constant, nested_constant, projected_field, projected_key, projected_struct,
};
use self::hidden::hidden;
use self::keys::{equation, samples, shown, template};
use self::membership::membership;
pub(super) use self::page::{changes, constants_page, held_item, item_page, table_page, view_page};
pub(super) use self::reads::{lookup_method, scan_method, search_method};
use super::keys::{components, partition_arguments, shards};
use super::queries::Generated;
use crate::model::{FieldDefault, Format, IndexKind, Item, Part, Projection, When, plain};

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
    let samples = samples(item, &keys);
    let samples = samples.map_or_else(String::new, |samples| format!("; for example {samples}"));
    format!(
        " Returns the primary key of {} `{name}`, to get, update or delete it, or to check whether it \
         exists.\n\n\
         The key is {shown}{samples}.\n\n\
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
    if let Some(samples) = samples(item, &query.pk) {
        push(&mut text, format_args!(" For example {samples}."));
    }
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
    if let Some(note) = membership(item, query) {
        push(&mut text, format_args!("\n\n{note}"));
    }
    push(&mut text, format_args!("\n\n{}", contents(item, query)));
    if let Some(note) = hidden(item, query) {
        push(&mut text, format_args!("\n\n{note}"));
    }
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
    format!("the table `{}`", item.table.name)
}

/// A condition as a person writes it.
pub(super) fn when_source(when: &When) -> String {
    let expr = &when.expr;
    source::expression(quote::quote!(#expr))
}

/// The default of a field as written in the declaration.
pub(super) fn default_source(default: &FieldDefault) -> String {
    match default {
        FieldDefault::Trait => "Default::default".to_owned(),
        FieldDefault::Function(path) => source::ty(quote::quote!(#path)),
    }
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
            "The index holds keys only, so a query returns `{}`; `hydrate()` fetches the whole items.",
            crate::model::projected(&item.ident, &index.name)
        ),
        Projection::Include(names) => {
            let names = sentence(names.iter().map(|(name, _)| format!("`{name}`")));
            let ty = crate::model::projected(&item.ident, &index.name);
            format!(
                "The index holds the keys and {names}, so a query returns `{ty}`; `hydrate()` fetches \
                 the whole items."
            )
        }
    };
    match index.kind {
        IndexKind::Global => {
            format!("{projected} {cost}. Global indexes are eventually consistent.")
        }
        IndexKind::Local => format!("{projected} {cost}, or a whole unit if it is consistent."),
        IndexKind::Vector => format!(
            "{projected} DynamoDB bills the bytes of the index entries that it looks at, at least 1 KB. \
             Vector indexes are eventually consistent."
        ),
    }
}

/// The sort components, in words.
fn order(item: &Item, query: &Generated<'_>) -> Option<String> {
    let mut names: Vec<String> = Vec::new();
    for (field, format) in query.sk.iter().flat_map(|key| components(item, key)) {
        let name = match format {
            Format::Negated => format!("{}, largest first", named(item, field)),
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
