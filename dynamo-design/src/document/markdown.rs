//! The design document of a table, in Markdown.

use std::fmt::Write as _;

use crate::document::facts::{facts, index_words};
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
            out: &mut out,
        }
        .write();
    }
    out
}

struct Page<'a> {
    design: &'a Design,
    out: &'a mut String,
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
        for item in &design.items {
            self.item(item);
        }
    }

    fn line(&mut self, text: &str) {
        self.out.push_str(text);
        self.out.push('\n');
    }

    fn table<const N: usize>(
        &mut self,
        head: [&str; N],
        rows: impl IntoIterator<Item = [String; N]>,
    ) {
        self.line(&format!("| {} |", head.join(" | ")));
        self.line(&format!("|{}", "---|".repeat(N)));
        for row in rows {
            self.line(&format!(
                "| {} |",
                row.map(|cell| cell.replace('|', "\\|")).join(" | ")
            ));
        }
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
        let names = |keys: &[crate::KeyAttribute]| {
            let names: Vec<_> = keys.iter().map(|key| key.name.clone()).collect();
            (!names.is_empty()).then(|| names.join("`, `"))
        };
        let pk = heading("Partition key", names(&index.pk).as_ref());
        let sk = heading("Sort key", names(&index.sk).as_ref());
        let rows = design.items.iter().flat_map(|item| {
            item.queries_of(Some(&index.name)).map(|query| {
                let when = query.when.as_deref().map(code).unwrap_or_default();
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

    /// The diagram of which call reads which items, through which index.
    fn diagram(&mut self) {
        let design = self.design;
        self.line("\n```mermaid\nflowchart LR");
        self.line(&format!("    table[({})]", label(&design.table.name)));
        for (number, index) in design.table.indexes.iter().enumerate() {
            self.line(&format!("    index{number}[/{}/]", label(&index.name)));
        }
        for (number, item) in design.items.iter().enumerate() {
            self.line(&format!("    item{number}[{}]", label(&item.name)));
        }
        let mut read: Vec<(String, usize)> = Vec::new();
        for (number, pattern) in design.access_patterns().iter().enumerate() {
            let place = design
                .table
                .indexes
                .iter()
                .position(|index| pattern.index.as_ref() == Some(&index.name));
            let place = place.map_or_else(|| "table".to_owned(), |at| format!("index{at}"));
            self.line(&format!(
                "    pattern{number}([{}]) --> {place}",
                label(&pattern.name)
            ));
            for (name, _) in &pattern.reads {
                let item = design.items.iter().position(|item| item.name == *name);
                read.extend(item.map(|item| (place.clone(), item)));
            }
        }
        let mut seen: Vec<&(String, usize)> = Vec::new();
        for edge in &read {
            if !seen.contains(&edge) {
                seen.push(edge);
                self.line(&format!("    {} --> item{}", edge.0, edge.1));
            }
        }
        self.line("```");
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
        let rows = design.attributes_of(item).into_iter().map(|(name, ty)| {
            [
                code(&name),
                ty.unwrap_or_default(),
                design.meaning(item, &name),
            ]
        });
        self.table(["Attribute", "Type", "What it is"], rows);
        for sample in &item.samples {
            let entries = design.ordered(item, sample).into_iter();
            let entries = entries.map(|(name, value)| (name.to_owned(), plain(value)));
            let json = Tree::Map(entries.collect()).to_json();
            self.line(&format!("\n```json\n{json}```"));
        }
    }
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
        notes.push(format!("Writes check and count up `{name}`."));
    }
    if let Some(name) = &item.soft_delete {
        notes.push(format!(
            "Deleted items have `{name}`; reads leave them out."
        ));
    }
    if !item.unique.is_empty() {
        let names: Vec<_> = item.unique.iter().map(|name| code(name)).collect();
        notes.push(format!(
            "No two items have the same {}.",
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
            "The writes of other items keep {}.",
            names.join(" and ")
        ));
    }
    notes
}

fn duration(seconds: u64) -> String {
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

fn code(text: &str) -> String {
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
