//! The first thing that a type's page shows: its table, keys and indexes.

use super::hidden::{expiry, soft_delete};
use super::keys::{equals_sample, equation};
use super::membership::which;
use super::{push, sentence};
use crate::expand::names::query_module;
use crate::expand::queries::{self, Generated};
use crate::model::{
    IndexDeclaration, IndexKind, Item, KeyAttribute, KeyDeclaration, Projection, Role, SharedTable,
    View, plain,
};

/// The text above `key` and the queries of an item.
pub(in crate::expand) fn item_page(item: &Item) -> String {
    let mut text = match &item.table.shared {
        None => format!(" # Table `{}`\n\n", item.table.name),
        Some(_) => format!(
            " # In table `{}`, `{}`\n\n",
            item.table.title(),
            item.table.name
        ),
    };
    key_rows(&mut text, item);
    let indexed: Vec<_> = queries::all(item)
        .into_iter()
        .filter(|query| query.index.is_some())
        .collect();
    if !indexed.is_empty() {
        text.push_str(
            "\n| query method | index | partition key | sort key | holds | which items |\n\
             |---|---|---|---|---|---|\n",
        );
        for query in &indexed {
            index_row(&mut text, item, query);
        }
    }
    if let Some(query) = indexed.iter().find(|query| query.vector().is_none()) {
        let (method, module) = (plain(&query.method), query_module(item));
        push(
            &mut text,
            format_args!(
                "\n`{method}` in `Query<{method}>` names the query; its full path is \
                 `{module}::{method}`.\n"
            ),
        );
    }
    if let Some(roles) = roles(item) {
        push(&mut text, format_args!("\n{roles}\n"));
    }
    push(&mut text, format_args!("\n{}", costs(item)));
    text
}

/// The fields that the runtime acts on by itself, if there are any.
fn roles(item: &Item) -> Option<String> {
    let mut roles = Vec::new();
    if let Some(name) = expiry(item) {
        roles.push(format!("TTL: `{name}`; expired items count as absent."));
    }
    if let Some(name) = soft_delete(item) {
        roles.push(format!(
            "Soft delete: `{name}`; deleted items count as absent."
        ));
    }
    let mut fields = item.fields.iter();
    let version = fields.find(|field| matches!(field.role, Some(Role::Version)));
    if let Some(field) = version {
        roles.push(format!(
            "Version: `{}`, for optimistic locking.",
            field.attribute
        ));
    }
    (!roles.is_empty()).then(|| roles.join(" "))
}

/// The primary key, with samples if there are any.
fn key_rows(text: &mut String, item: &Item) {
    let keys = [(&item.pk, "partition key")];
    let keys = keys
        .into_iter()
        .chain(item.sk.iter().map(|key| (key, "sort key")));
    let keys: Vec<_> = keys
        .map(|(key, word)| (word, equation(item, key), equals_sample(item, key)))
        .collect();
    if keys.iter().all(|(_, _, sample)| sample.is_none()) {
        text.push_str("| | built from |\n|---|---|\n");
        for (word, equation, _) in keys {
            push(text, format_args!("| {word} | {equation} |\n"));
        }
        return;
    }
    text.push_str("| | built from | for example |\n|---|---|---|\n");
    for (word, equation, sample) in keys {
        let sample = sample.unwrap_or_default();
        push(text, format_args!("| {word} | {equation} | {sample} |\n"));
    }
}

fn index_row(text: &mut String, item: &Item, query: &Generated<'_>) {
    let Some((index, declared)) = query.index else {
        return;
    };
    let scan = declared.scan.as_ref();
    let scan = scan.map_or_else(String::new, |scan| format!("; scan: `{}`", plain(scan)));
    let kind = match index.kind {
        IndexKind::Global => "global",
        IndexKind::Local => "local",
        IndexKind::Vector => "vector",
    };
    let keys = |keys: &[&KeyAttribute]| {
        let keys: Vec<_> = keys.iter().map(|key| equation(item, key)).collect();
        keys.join(", ")
    };
    push(
        text,
        format_args!(
            "| `{}`{scan} | `{}`, {kind} | {} | {} | {} | {} |\n",
            plain(&query.method),
            index.name,
            keys(&query.pk),
            keys(&query.sk),
            held(&index.projection),
            which(item, query).replace('|', "\\|"),
        ),
    );
}

fn held(projection: &Projection) -> String {
    match projection {
        Projection::All => "everything".to_owned(),
        Projection::KeysOnly => "keys".to_owned(),
        Projection::Include(names) => {
            let names = sentence(names.iter().map(|(name, _)| format!("`{name}`")));
            format!("keys, {names}")
        }
    }
}

/// The cost of writing and reading an item.
fn costs(item: &Item) -> String {
    let read = "A read costs half a read unit per 4 KB, or a whole unit if it is consistent.";
    let index = if item.indexes.is_empty() {
        ""
    } else {
        ", and the same again for each index whose entry changes"
    };
    let (transaction, write) = match (transaction(item), item.counts.is_empty()) {
        (None, _) => (String::new(), "A write"),
        (Some(transaction), true) => (transaction, "An update"),
        (Some(transaction), false) => (transaction, "Any other update"),
    };
    format!("{transaction}{write} costs one write unit per KB{index}. {read}")
}

/// Why an item is written by transactions, and what they cost.
fn transaction(item: &Item) -> Option<String> {
    let unique: Vec<_> = item.unique().collect();
    let counters = sentence(item.counts.iter().map(|count| {
        let item = count.item.segments.last();
        let item = item.map(|segment| plain(&segment.ident));
        format!("`{}::{}`", item.unwrap_or_default(), count.counter)
    }));
    let mut reasons = Vec::new();
    let mut costs = vec!["two write units per KB".to_owned()];
    if !unique.is_empty() {
        let are = if unique.len() == 1 { "is" } else { "are" };
        let names = sentence(unique.iter().map(|field| super::named(item, *field)));
        reasons.push(format!("{names} {are} unique"));
        costs.push("two for the claim of each unique value".to_owned());
    }
    let mut moves = "";
    if !counters.is_empty() {
        reasons.push(format!("the item is counted in {counters}"));
        costs.push("two per KB of each item with a counter".to_owned());
        moves = "; so is an update that changes where it is counted";
    }
    if reasons.is_empty() {
        return None;
    }
    let (reasons, costs) = (reasons.join(" and "), sentence(costs.into_iter()));
    Some(format!(
        "A create, put or delete is a transaction, because {reasons}{moves}. It costs {costs}. A put or \
         delete reads the item first.\n\n"
    ))
}

/// The text above the constants of an item.
pub(in crate::expand) fn constants_page() -> &'static str {
    " # Fields, for ranges, filters, conditions and updates\n\n\
     The last type parameter identifies the field. The compiler uses it to check how the field is used."
}

/// The entry of one item type on the page of a shared table.
pub(in crate::expand) fn held_item(item: &Item) -> String {
    let keys = [&item.pk].into_iter().chain(&item.sk);
    let keys = sentence(keys.map(|key| equation(item, key)));
    let mut text = format!(" Items of type `{}`: {keys}.", plain(&item.ident));
    for index in &item.indexes {
        let alternatives = index.queries.iter().map(|query| {
            let keys = query.pk.iter().chain(&query.sk);
            let keys: Vec<_> = keys.map(|key| equation(item, key)).collect();
            keys.join(", ")
        });
        let alternatives: Vec<_> = alternatives.filter(|keys| !keys.is_empty()).collect();
        push(&mut text, format_args!(" In `{}`", index.name));
        if !alternatives.is_empty() {
            push(&mut text, format_args!(": {}", alternatives.join("; or ")));
        }
        text.push('.');
    }
    text
}

/// The page of a view.
pub(in crate::expand) fn view_page(view: &View) -> String {
    let item = view.item.segments.last();
    let item = item.map_or_else(String::new, |segment| plain(&segment.ident));
    let fields = sentence(
        view.fields
            .iter()
            .map(|(ident, _)| format!("`{}`", plain(ident))),
    );
    format!(
        " A view of `{item}`: call `select::<{}>()` on a get, a query or a scan. Reads {fields}; you pay \
         for the whole item.",
        plain(&view.ident),
    )
}

/// The operation that follows the stream of a shared table.
pub(in crate::expand) fn changes(table: &SharedTable) -> String {
    format!(
        " Follows the changes to all items of `{}` in the table's live stream, whatever their type.\n\n \
         Item types and collections have their own `changes`. Needs the feature `streams` of \
         `dynamo-runtime`.",
        table.ident,
    )
}

/// The page of a shared table.
pub(in crate::expand) fn table_page(table: &SharedTable) -> String {
    let mut text = format!(" # Table `{}`\n\n", table.name);
    text.push_str("| | partition key | sort key | holds |\n|---|---|---|---|\n");
    let sk: Vec<_> = table.sk.iter().collect();
    push(
        &mut text,
        format_args!(
            "| table | {} | {} | everything |\n",
            declared(&[&table.pk]),
            declared(&sk)
        ),
    );
    for index in &table.indexes {
        declared_index(&mut text, index);
    }
    if let Some((name, _)) = &table.type_attr {
        push(
            &mut text,
            format_args!("\nEach item stores its type in `{name}`."),
        );
    }
    if let Some((name, _)) = &table.ttl {
        push(
            &mut text,
            format_args!("\nItems expire at the time in `{name}`."),
        );
    }
    text.push_str("\n\nThe item types are listed below, with their keys and indexes.");
    text
}

fn declared_index(text: &mut String, index: &IndexDeclaration) {
    let kind = match index.kind {
        IndexKind::Global => "global",
        IndexKind::Local => "local",
        IndexKind::Vector => "vector",
    };
    let pk: Vec<_> = index.pk.iter().collect();
    let sk: Vec<_> = index.sk.iter().collect();
    push(
        text,
        format_args!(
            "| `{}`, {kind} index | {} | {} | {} |\n",
            index.name,
            declared(&pk),
            declared(&sk),
            held(&index.projection)
        ),
    );
}

/// `` `PK`, text (S) ``.
fn declared(keys: &[&KeyDeclaration]) -> String {
    let keys: Vec<_> = keys
        .iter()
        .map(|key| format!("`{}`, {}", key.name, key.kind.words()))
        .collect();
    keys.join("; ")
}
