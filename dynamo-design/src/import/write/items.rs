//! Tables, item types and collections.

use super::attributes::{attribute, own_key, template, text};
use super::uses::Uses;
use super::{docs, fields, ident, questions, quoted};
use crate::import::names::{self, Case};
use crate::import::outline::{IndexUse, ItemOutline, KeyOutline, TableOutline};
use crate::{IndexDefinition, IndexKind, ProjectedAttributes, VectorDefinition};
use dynamo_runtime::schema::{Distance, KeyKind};

/// Writes a table with everything in it.
pub(super) fn table(table: &TableOutline, uses: &mut Uses, out: &mut String) {
    let shared = is_shared(table);
    if shared {
        declaration(table, uses, out);
    }
    for item in &table.items {
        self::item(table, item, shared, uses, out);
    }
    for collection in &table.collections {
        uses.runtime("Collection");
        docs(out, "", &collection.docs);
        out.push_str("#[derive(Debug, Clone, PartialEq, Collection)]\n");
        let mut arguments = vec![format!("table = {}", table.design.name)];
        arguments.extend(
            collection
                .index
                .as_deref()
                .map(|index| text("index", index)),
        );
        arguments.extend(
            collection
                .query
                .as_deref()
                .map(|query| text("query", query)),
        );
        attribute(out, "", "collection", &arguments);
        out.push_str(&format!("pub enum {} {{\n", collection.name));
        for member in &collection.members {
            let words = names::words(member).join(" ");
            let words = names::capital(&names::with_article(&words));
            docs(out, "    ", &format!("{words}."));
            out.push_str(&format!("    {member}({member}),\n"));
        }
        out.push_str("}\n\n");
    }
    if table.items.len() > 1 {
        uses.runtime("check_items");
        let items = item_set(table);
        out.push_str(if table.by_attribute {
            "// Types that share keys are told apart by what is stored.\n"
        } else {
            "// No key of one type can be a key of another.\n"
        });
        let line = format!("const _: () = check_items::<{items}>();\n\n");
        out.push_str(&wrapped(&line, table));
    }
}

/// A line with a tuple of types, wrapped like `rustfmt`.
fn wrapped(line: &str, table: &TableOutline) -> String {
    if line.trim_end().chars().count() <= super::WIDTH {
        return line.to_owned();
    }
    let names: Vec<_> = table.items.iter().map(|item| item.name.as_str()).collect();
    let lines: Vec<_> = names.iter().map(|name| format!("    {name},\n")).collect();
    if names.len() <= 16 {
        return format!("const _: () = check_items::<(\n{})>();\n\n", lines.concat());
    }
    line.to_owned()
}

pub(super) fn is_shared(table: &TableOutline) -> bool {
    table.items.len() > 1 || table.design.type_attr.is_some()
}

/// The item types as a tuple, or a tuple of tuples if there are many.
pub(super) fn item_set(table: &TableOutline) -> String {
    let names: Vec<_> = table.items.iter().map(|item| item.name.as_str()).collect();
    match names.as_slice() {
        [one] => (*one).to_owned(),
        names if names.len() <= 16 => format!("({})", names.join(", ")),
        names => {
            let parts = names.chunks(16).map(|part| match part {
                [one] => (*one).to_owned(),
                part => format!("({})", part.join(", ")),
            });
            format!("({})", parts.collect::<Vec<_>>().join(", "))
        }
    }
}

/// Writes the type that item types name as their table.
fn declaration(table: &TableOutline, uses: &mut Uses, out: &mut String) {
    uses.runtime("Table");
    let design = &table.design;
    let default = format!("The table `{}`.", design.table.name);
    docs(out, "", design.docs.as_deref().unwrap_or(&default));
    questions(out, "", &table.questions);
    out.push_str("#[derive(Debug, Clone, Copy, Table)]\n");
    attribute(out, "", "table", &table_arguments(table, true));
    for index in &design.table.indexes {
        attribute(out, "", kind(index), &index_arguments(index));
    }
    out.push_str(&format!("pub struct {};\n\n", design.name));
}

fn kind(index: &IndexDefinition) -> &'static str {
    match index.kind {
        IndexKind::Global => "gsi",
        IndexKind::Local => "lsi",
        IndexKind::Vector => "vector",
    }
}

fn table_arguments(table: &TableOutline, declares: bool) -> Vec<String> {
    let design = &table.design;
    let definition = &design.table;
    let mut arguments = vec![
        text("name", &definition.name),
        text("pk", &definition.pk.name),
    ];
    if declares && definition.pk.kind != KeyKind::Text {
        arguments.push(text("pk_type", definition.pk.kind.letter()));
    }
    if let Some(sk) = &definition.sk {
        arguments.push(text("sk", &sk.name));
        if declares && sk.kind != KeyKind::Text {
            arguments.push(text("sk_type", sk.kind.letter()));
        }
    }
    arguments.extend(definition.ttl.as_deref().map(|ttl| text("ttl", ttl)));
    arguments.extend(
        design
            .type_attr
            .as_deref()
            .map(|name| text("type_attr", name)),
    );
    if table.by_attribute {
        arguments.push(text("types", "by_attribute"));
    }
    if table.delimiter != '#' {
        arguments.push(text("delimiter", &table.delimiter.to_string()));
    }
    arguments
}

/// The keys of an index in the declaration of a shared table.
fn index_arguments(index: &IndexDefinition) -> Vec<String> {
    let mut arguments = vec![text("name", &index.name)];
    if let Some(vector) = &index.vector {
        arguments.push(text("field", &vector.attribute));
        arguments.push(format!("dimensions = {}", vector.dimensions));
        arguments.extend(distance(vector));
    }
    let is_local = index.kind == IndexKind::Local;
    for (word, keys) in [("pk", &index.pk), ("sk", &index.sk)] {
        if keys.is_empty() || word == "pk" && is_local {
            continue;
        }
        let names: Vec<_> = keys.iter().map(|key| quoted(&key.name)).collect();
        arguments.push(format!("{word} = {}", one_or_list(&names)));
        if keys.iter().any(|key| key.kind != KeyKind::Text) {
            let kinds: Vec<_> = keys.iter().map(|key| quoted(key.kind.letter())).collect();
            arguments.push(format!("{word}_type = {}", one_or_list(&kinds)));
        }
    }
    let filters = index.vector.as_ref().map(|vector| &vector.filters);
    if let Some(filters) = filters.filter(|filters| !filters.is_empty()) {
        let names: Vec<_> = filters.iter().map(|key| quoted(&key.name)).collect();
        arguments.push(format!("filter = [{}]", names.join(", ")));
        if filters.iter().any(|key| key.kind != KeyKind::Text) {
            let kinds: Vec<_> = filters
                .iter()
                .map(|key| quoted(key.kind.letter()))
                .collect();
            arguments.push(format!("filter_type = [{}]", kinds.join(", ")));
        }
    }
    arguments.extend(projection(&index.projection));
    arguments
}

/// How vectors are compared, unless it is the default.
fn distance(vector: &VectorDefinition) -> Option<String> {
    let name = match vector.distance {
        Distance::Cosine => return None,
        Distance::Euclidean => "euclidean",
        Distance::DotProduct => "dot_product",
    };
    Some(text("distance", name))
}

fn one_or_list(values: &[String]) -> String {
    match values {
        [one] => one.clone(),
        several => format!("[{}]", several.join(", ")),
    }
}

fn projection(projection: &ProjectedAttributes) -> Option<String> {
    match projection {
        ProjectedAttributes::All => None,
        ProjectedAttributes::KeysOnly => Some(text("projection", "KEYS_ONLY")),
        ProjectedAttributes::Include(names) => {
            let names: Vec<_> = names.iter().map(|name| quoted(name)).collect();
            Some(format!("projection = [{}]", names.join(", ")))
        }
    }
}

fn item(table: &TableOutline, item: &ItemOutline, shared: bool, uses: &mut Uses, out: &mut String) {
    uses.runtime("Item");
    docs(out, "", &item.docs);
    if !shared {
        questions(out, "", &table.questions);
    }
    questions(out, "", &item.questions);
    out.push_str("#[derive(Debug, Clone, PartialEq, Item)]\n");
    let mut options = Vec::new();
    if shared {
        options.push(format!("table = {}", table.design.name));
        let entity = item.entity.as_deref().filter(|entity| *entity != item.name);
        options.extend(entity.map(|entity| text("entity", entity)));
    } else {
        attribute(out, "", "table", &table_arguments(table, false));
    }
    let case = fields::case(&item.fields);
    if case != Case::Snake {
        options.push(text("rename_all", case.as_str()));
    }
    if shared && !options.is_empty() {
        attribute(out, "", "dynamo", &options);
    }
    keys(item, out);
    for one in &item.indexes {
        let index = table.design.table.index(&one.index);
        if let Some(index) = index {
            attribute(
                out,
                "",
                kind(index),
                &use_arguments(index, one, item, shared),
            );
        }
    }
    if !shared && !options.is_empty() {
        attribute(out, "", "dynamo", &options);
    }
    out.push_str(&format!("pub struct {} {{\n", item.name));
    fields::write(&item.fields, case, uses, out);
    out.push_str("}\n\n");
}

fn keys(item: &ItemOutline, out: &mut String) {
    let written = |key: &KeyOutline| match key {
        KeyOutline::Built(pieces) => Some(template(pieces)),
        KeyOutline::OwnAs(field, format) => Some(quoted(&format!("{{{field}{format}}}"))),
        _ => None,
    };
    let mut arguments = Vec::new();
    arguments.extend(written(&item.pk).map(|pk| format!("pk = {pk}")));
    let sk = item.sk.as_ref().and_then(written);
    arguments.extend(sk.map(|sk| format!("sk = {sk}")));
    if !arguments.is_empty() {
        attribute(out, "", "key", &arguments);
    }
}

fn use_arguments(
    index: &IndexDefinition,
    one: &IndexUse,
    item: &ItemOutline,
    shared: bool,
) -> Vec<String> {
    let mut arguments = vec![text("name", &index.name)];
    let vector = index.vector.as_ref().filter(|_| !shared);
    let field_of = |attribute: &str| {
        let mut fields = item.fields.iter();
        let field = fields.find(|field| field.attribute.as_deref() == Some(attribute));
        field.map(|field| quoted(ident(&field.name).trim_start_matches("r#")))
    };
    if let Some(vector) = vector {
        arguments.extend(field_of(&vector.attribute).map(|field| format!("field = {field}")));
        arguments.extend(distance(vector));
    }
    let is_local = index.kind == IndexKind::Local;
    for (word, keys) in [("pk", &one.pk), ("sk", &one.sk)] {
        if keys.is_empty() || word == "pk" && is_local {
            continue;
        }
        let is_built =
            |key: &KeyOutline| matches!(key, KeyOutline::Built(_) | KeyOutline::OwnAs(..));
        if shared && !keys.iter().any(|(_, key)| is_built(key)) {
            continue;
        }
        let values: Vec<_> = keys
            .iter()
            .map(|(attribute, key)| own_key(attribute, key))
            .collect();
        arguments.push(format!("{word} = {}", one_or_list(&values)));
        let needs = |(_, key): &(String, KeyOutline)| matches!(key, KeyOutline::Built(_));
        if !shared && keys.iter().any(needs) {
            let names: Vec<_> = keys
                .iter()
                .map(|(attribute, _)| quoted(attribute))
                .collect();
            arguments.push(format!("{word}_attr = {}", one_or_list(&names)));
        }
    }
    let filters = vector.map_or(&[][..], |vector| &vector.filters);
    if !filters.is_empty() {
        let fields: Vec<_> = filters
            .iter()
            .filter_map(|key| field_of(&key.name))
            .collect();
        arguments.push(format!("filter = [{}]", fields.join(", ")));
    }
    if !shared
        && item
            .indexes
            .iter()
            .find(|other| other.index == one.index)
            .is_some_and(|first| std::ptr::eq(first, one))
    {
        arguments.extend(projection(&index.projection));
    }
    arguments.extend(one.when.as_ref().map(|when| format!("when = {when}")));
    arguments.push(text("query", &ident(&one.method).replace("r#", "")));
    arguments.extend(one.scan.as_deref().map(|scan| text("scan", scan)));
    arguments
}
