//! The design document of a table, in Markdown.

use std::fmt::Write as _;

use crate::document::facts::{facts, index_words};
use crate::document::reach::{conditions, sparseness};
use crate::document::rows::Rows;
use crate::document::runbook::Runbook;
use crate::export::tree::Tree;
use crate::{Design, IndexDefinition, ItemDesign, KeyDesign, Model, Value};

impl Design {
    /// Returns the design document of the table in Markdown: keys, indexes, access patterns and item
    /// types, with samples and a diagram in Mermaid.
    #[must_use]
    pub fn markdown(&self) -> String {
        document(&self.name, &[self])
    }
}

impl Model {
    /// Returns the design document of the tables in Markdown.
    #[must_use]
    pub fn markdown(&self) -> String {
        document(&self.name, &self.designs())
    }
}

fn document(name: &str, designs: &[&Design]) -> String {
    let mut out = format!("# {name}\n");
    for design in designs {
        Page {
            design,
            rows: Rows::of(0, design),
            out: &mut out,
        }
        .write();
    }
    out + &Runbook { name, designs }.markdown()
}

pub(super) struct Page<'a> {
    pub(super) design: &'a Design,
    pub(super) rows: Rows<'a>,
    pub(super) out: &'a mut String,
}

impl Page<'_> {
    fn write(&mut self) {
        let design = self.design;
        self.line(&format!("\n## Table `{}`\n", design.table.name));
        if let Some(docs) = &design.docs {
            self.line(&format!("{docs}\n"));
        }
        self.table(["", ""], facts(design).into_iter().map(<[String; 2]>::from));
        self.keys();
        for index in &design.table.indexes {
            self.index(index);
        }
        self.patterns();
        self.diagram();
        self.examples();
        for item in &design.items {
            self.item(item);
        }
    }

    pub(super) fn line(&mut self, text: &str) {
        self.out.push_str(text);
        self.out.push('\n');
    }

    fn table<const N: usize>(
        &mut self,
        head: [&str; N],
        rows: impl IntoIterator<Item = [String; N]>,
    ) {
        self.out.push_str(&table(head, rows));
    }

    fn keys(&mut self) {
        let design = self.design;
        self.line("\n### Keys\n");
        let pk = heading("Partition key", Some(&design.table.pk.name));
        let sk = heading("Sort key", design.table.sk.as_ref().map(|key| &key.name));
        let rows = design.items.iter().filter_map(|item| {
            let query = item.primary()?;
            Some([code(&item.name), codes(&query.pk), codes(&query.sk)])
        });
        self.table(["Item", &pk, &sk], rows);
    }

    fn index(&mut self, index: &IndexDefinition) {
        let design = self.design;
        self.line(&format!("\n### Index `{}`\n", index.name));
        self.line(&format!("{}\n", index_words(index)));
        let sparse = sparseness(design, index);
        if !sparse.is_empty() {
            self.line(&format!("Sparse: {}.\n", sparse.join("; ")));
        }
        let names = |keys: &[crate::KeyAttribute]| {
            let names: Vec<_> = keys.iter().map(|key| key.name.clone()).collect();
            (!names.is_empty()).then(|| names.join("`, `"))
        };
        let pk = heading("Partition key", names(&index.pk).as_ref());
        let sk = heading("Sort key", names(&index.sk).as_ref());
        let rows = design.items.iter().flat_map(|item| {
            item.queries_of(Some(&index.name)).map(|query| {
                let when = conditions(item, query).join(" and ");
                [code(&item.name), codes(&query.pk), codes(&query.sk), when]
            })
        });
        self.table(["Item", &pk, &sk, "Only if"], rows);
    }

    fn patterns(&mut self) {
        self.line("\n### Access patterns\n");
        let patterns = self.design.access_patterns();
        let rows = patterns.iter().enumerate().map(|(number, pattern)| {
            let place = pattern
                .index
                .as_deref()
                .map_or_else(|| "table".to_owned(), code);
            [
                (number + 1).to_string(),
                pattern.words.clone(),
                code(&pattern.call),
                place,
                code(&pattern.condition),
            ]
        });
        self.table(["", "What", "Call", "Reads", "Key condition"], rows);
    }

    /// The diagram of which types are read from which place, by which methods.
    fn diagram(&mut self) {
        let design = self.design;
        self.line("\n```mermaid\nflowchart LR");
        let (pk, sk) = design.keys_of(None);
        self.place("table", &design.table.name, &[pk, sk].concat());
        for (number, index) in design.table.indexes.iter().enumerate() {
            let keys: Vec<_> = index.keys().collect();
            self.place(&format!("index{number}"), &index.name, &keys);
        }
        let mut edges: Vec<(String, String, Vec<String>)> = Vec::new();
        for pattern in design.access_patterns() {
            let mut indexes = design.table.indexes.iter();
            let place = indexes.position(|index| pattern.index.as_ref() == Some(&index.name));
            let place = place.map_or_else(|| "table".to_owned(), |at| format!("index{at}"));
            let Some((owner, method)) = pattern.name.split_once("::") else {
                continue;
            };
            let known = edges
                .iter_mut()
                .find(|(known, at, _)| known == owner && *at == place);
            match known {
                Some((.., methods)) => methods.push(method.to_owned()),
                None => edges.push((owner.to_owned(), place, vec![method.to_owned()])),
            }
        }
        for (owner, place, methods) in edges {
            let (shown, methods) = (label(&owner), label(&methods.join(", ")));
            self.line(&format!("    {owner}[{shown}] -->|{methods}| {place}"));
        }
        self.line("```");
    }

    fn place(&mut self, id: &str, name: &str, keys: &[&crate::KeyAttribute]) {
        let names: Vec<_> = keys.iter().map(|key| key.name.as_str()).collect();
        let shown = label(&format!("{name}: {}", names.join(", ")));
        self.line(&format!("    {id}[({shown})]"));
    }

    fn item(&mut self, item: &ItemDesign) {
        let design = self.design;
        self.line(&format!("\n### Item `{}`\n", item.name));
        if let Some(docs) = &item.docs {
            self.line(&format!("{docs}\n"));
        }
        let notes = notes(item);
        if !notes.is_empty() {
            self.line(&format!("{}\n", notes.join(" ")));
        }
        if let Some(cost) = self.rows.write_cost(item) {
            self.line(&format!("{cost}\n"));
        }
        let rows: Vec<_> = design
            .attributes_of(item)
            .into_iter()
            .map(|(name, ty)| {
                let optional = item.is_optional(&name);
                let mark = if optional { ", optional" } else { "" };
                [
                    code(&name),
                    ty.unwrap_or_default() + mark,
                    design.values_of(item, &name),
                    self.rows
                        .shown(item, &name)
                        .map(|text| code(&text))
                        .unwrap_or_default(),
                    design.meaning(item, &name),
                ]
            })
            .collect();
        self.table(
            ["Attribute", "Type", "Values", "Example", "What it is"],
            rows,
        );
        for sample in &item.samples {
            let entries = design.ordered(item, sample).into_iter();
            let entries = entries.map(|(name, value)| (name.to_owned(), plain(value)));
            let json = Tree::Map(entries.collect()).to_json();
            self.line(&format!("\n```json\n{json}```"));
        }
    }
}

/// A table in Markdown.
pub(super) fn table<const N: usize>(
    head: [&str; N],
    rows: impl IntoIterator<Item = [String; N]>,
) -> String {
    let mut out = format!("| {} |\n|{}\n", head.join(" | "), "---|".repeat(N));
    for row in rows {
        let cells = row.map(|cell| cell.replace('|', "\\|"));
        // Writing to a `String` cannot fail.
        let _ = writeln!(out, "| {} |", cells.join(" | "));
    }
    out
}

/// Notes on what the runtime does with items of a type.
pub(super) fn notes(item: &ItemDesign) -> Vec<String> {
    let mut notes = Vec::new();
    if let Some(seconds) = item.ttl_after {
        notes.push(format!(
            "Expires {} after its first write.",
            duration(seconds)
        ));
    }
    if let Some(name) = &item.version {
        notes.push(format!("Writes check and increment `{name}`."));
    }
    if let Some(name) = &item.soft_delete {
        notes.push(format!(
            "Deleted items have `{name}`; reads leave them out."
        ));
    }
    if !item.unique.is_empty() {
        let names: Vec<_> = item.unique.iter().map(|name| code(name)).collect();
        notes.push(format!(
            "No two items can have the same {}.",
            names.join(" or ")
        ));
    }
    for count in &item.counted {
        let by: Vec<_> = count.key.iter().map(|part| code(part)).collect();
        let when = count.when.as_ref().map(|when| format!(", if `{when}`"));
        notes.push(format!(
            "Counted in `{}` of `{}`, by {}{}.",
            count.field,
            count.item,
            by.join(", "),
            when.unwrap_or_default()
        ));
    }
    if !item.counters.is_empty() {
        let names: Vec<_> = item.counters.iter().map(|name| code(name)).collect();
        notes.push(format!(
            "The writes of other items maintain {}.",
            names.join(" and ")
        ));
    }
    notes
}

pub(super) fn duration(seconds: u64) -> String {
    let units = [(86_400, "days"), (3_600, "hours"), (60, "minutes")];
    let unit = units
        .iter()
        .find(|(length, _)| seconds.is_multiple_of(*length));
    match unit {
        Some((length, name)) => format!("{} {name}", seconds / length),
        None => format!("{seconds} seconds"),
    }
}

fn heading(role: &str, name: Option<&String>) -> String {
    match name {
        Some(name) => format!("{role} `{name}`"),
        None => role.to_owned(),
    }
}

pub(super) fn code(text: &str) -> String {
    format!("`{text}`")
}

fn codes(keys: &[KeyDesign]) -> String {
    let texts: Vec<_> = keys.iter().map(|key| code(&key.text())).collect();
    texts.join(", ")
}

/// A Mermaid label with special characters escaped.
fn label(text: &str) -> String {
    let mut out = String::from("\"");
    for found in text.chars() {
        match found {
            '"' | '#' | '<' | '>' | '&' | '`' => {
                // Writing to a `String` cannot fail.
                let _ = write!(out, "#{};", found as u32);
            }
            _ => out.push(found),
        }
    }
    out.push('"');
    out
}

/// A value as plain JSON.
fn plain(value: &Value) -> Tree {
    match value {
        Value::S(text) | Value::B(text) => text.into(),
        Value::N(digits) => Tree::Digits(digits.clone()),
        Value::Bool(value) => Tree::Bool(*value),
        Value::Null(_) => Tree::Digits("null".to_owned()),
        Value::M(map) => Tree::Map(
            map.iter()
                .map(|(name, value)| (name.clone(), plain(value)))
                .collect(),
        ),
        Value::L(values) => Tree::List(values.iter().map(plain).collect()),
        Value::Texts(set) | Value::Binaries(set) => crate::export::tree::list(set),
        Value::Numbers(set) => Tree::List(set.iter().cloned().map(Tree::Digits).collect()),
    }
}
