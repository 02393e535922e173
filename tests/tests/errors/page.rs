//! The catalogue as Markdown.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::case::Entry;

/// The directories of `ui`: their titles, and what goes wrong there.
const GROUPS: &[(&str, &str, &str)] = &[
    (
        "newcomer",
        "First steps",
        "Habits from other libraries, and what is easy to forget at first.",
    ),
    (
        "shape",
        "What an item is",
        "`#[derive(Item)]` on something that cannot be one.",
    ),
    (
        "table",
        "Tables",
        "`#[table]`: its name, its keys and its options.",
    ),
    (
        "key",
        "Keys of the table",
        "`#[key]`: what the primary key is built from.",
    ),
    (
        "template",
        "Templates",
        "The text a key is built from, its components and their formats.",
    ),
    (
        "key_type",
        "Types in keys",
        "Fields whose type cannot be in a key, or not in this way.",
    ),
    (
        "index",
        "Indexes",
        "`#[gsi]` and `#[lsi]`: their keys, attributes, projections and query methods.",
    ),
    (
        "shard",
        "Sharded partitions",
        "`{field:shard(16)}`: what a partition is spread by, and over how many.",
    ),
    (
        "vector",
        "Vector indexes",
        "`#[vector]`: the vectors, their partition and filters, and searches of them.",
    ),
    (
        "when",
        "Sparse indexes",
        "`when`: the condition under which an item is in an index.",
    ),
    (
        "field",
        "Options of a field",
        "`#[dynamo]` on a field, and which options go together.",
    ),
    (
        "unique",
        "Unique fields",
        "`#[dynamo(unique)]`: where it can stand, and how such a field changes.",
    ),
    (
        "counter",
        "Counters",
        "`#[count]` and `#[dynamo(counter)]`: where items are counted, and which fields count.",
    ),
    (
        "name",
        "Attribute names",
        "Attributes that two things would be stored in.",
    ),
    (
        "options",
        "How options are written",
        "Options that are unknown, unreadable or in the wrong place.",
    ),
    (
        "misplaced",
        "Attributes of items on other types",
        "`#[table]`, `#[key]`, `#[gsi]` and `#[lsi]` are for `#[derive(Item)]` alone.",
    ),
    (
        "once",
        "Mistakes in what is used",
        "A mistake in a declaration is reported once, and not where the type is used.",
    ),
    (
        "attribute",
        "Nested values",
        "`#[derive(Attribute)]` on structs, enums and newtypes.",
    ),
    (
        "codec",
        "What can be stored",
        "Fields whose type cannot be stored or read.",
    ),
    (
        "shared",
        "Shared tables",
        "`#[derive(Table)]`, and items that name it with `#[dynamo(table = …)]`.",
    ),
    (
        "rules",
        "Item types of one table",
        "`check_items`: what no single item type can see.",
    ),
    (
        "collection",
        "Collections",
        "`#[derive(Collection)]`: item types that are read together.",
    ),
    (
        "view",
        "Views",
        "`#[derive(View)]`: some of an item's fields.",
    ),
    (
        "api",
        "Calls",
        "Keys, queries, filters and conditions that do not fit the item.",
    ),
    (
        "update",
        "Updates",
        "What `update()` may change, and fields that the runtime fills.",
    ),
    (
        "together",
        "Batches and transactions",
        "What `batch_get`, `batch_write`, `transact` and `transact_get` take.",
    ),
];

const MADE: &str = "<!-- Made from tests/ui; see CONTRIBUTING.md. -->\n";

/// The pages by their file names.
pub(crate) fn pages(entries: &[Entry]) -> BTreeMap<String, String> {
    let mut pages = BTreeMap::from([("README.md".to_owned(), index(entries))]);
    for entry in entries {
        let known = GROUPS.iter().any(|(name, ..)| *name == entry.group);
        assert!(
            known,
            "`tests/ui/{}` has no title in the catalogue",
            entry.group
        );
    }
    for &(name, title, about) in GROUPS {
        let entries = entries.iter().filter(|entry| entry.group == name);
        pages.insert(format!("{name}.md"), page(title, about, entries));
    }
    pages
}

fn index(entries: &[Entry]) -> String {
    let mut text = format!("{MADE}# Compile errors\n\n");
    text += "Every mistake that the derives and the runtime refuse at compile time: what the compiler says, why, and what to write\n\
             instead. Look for the words of your message below, without your own names. All of this is recorded from the compiler\n\
             and compared in CI, and what is shown as a change compiles.\n\n";
    text += "| about | mistakes | |\n|---|--:|---|\n";
    for &(name, title, about) in GROUPS {
        let count = entries.iter().filter(|entry| entry.group == name).count();
        let _ = writeln!(text, "| [{title}]({name}.md) | {count} | {about} |");
    }
    text += "\n## By message\n\n";
    let mut sorted: Vec<_> = entries.iter().collect();
    sorted.sort_by_key(|entry| (words(&entry.message), &entry.group, &entry.name));
    for entry in sorted {
        let Entry {
            group,
            name,
            message,
            ..
        } = entry;
        let _ = writeln!(text, "- [{message}]({group}.md#{name})");
    }
    text
}

/// A message without the names in it, so that messages of one form stand together.
fn words(message: &str) -> String {
    let words = message.split('`').step_by(2).collect::<String>();
    words.trim_start().to_lowercase()
}

fn page<'a>(title: &str, about: &str, entries: impl Iterator<Item = &'a Entry>) -> String {
    let mut text = format!("{MADE}# {title}\n\n{about} [All compile errors](README.md)\n");
    for entry in entries {
        let _ = write!(
            text,
            "\n<a id=\"{}\"></a>\n\n## {}\n\n{}\n\n```rust\n{}```\n\n",
            entry.name, entry.what, entry.rule, entry.mistake,
        );
        for other in &entry.others {
            let _ = write!(text, "The compiler says besides: {other}.\n\n");
        }
        let _ = writeln!(
            text,
            "**Cure:** {} ([in full](../../tests/ui/{}/{}.stderr))",
            entry.cure, entry.group, entry.name,
        );
        if let Some(change) = &entry.change {
            let _ = write!(text, "\n```diff\n{change}```\n");
        }
    }
    text
}
