//! Rust source code as a colleague would write it, formatted like `rustfmt`.

#![allow(
    clippy::format_push_string,
    reason = "lines are written in the order in which they are read"
)]

mod attributes;
mod designs;
mod fields;
mod items;
mod named;
mod proof;
mod uses;

use self::uses::Uses;
use super::names;
use super::outline::{NamedTypes, TableOutline};

pub(super) use self::proof::proof;

/// The optional parts to write with the item types.
pub(super) struct FileOptions<'a> {
    pub(super) with_options: bool,
    /// The file of the proof.
    pub(super) proof: Option<&'a str>,
}

/// The widest line.
const WIDTH: usize = 100;

/// Writes the file.
pub(super) fn file(
    tables: &[TableOutline],
    named: &NamedTypes,
    options: &FileOptions<'_>,
) -> String {
    let mut uses = Uses::default();
    let mut body = String::new();
    for table in tables {
        items::table(table, &mut uses, &mut body);
    }
    named::types(named, &mut uses, &mut body);
    uses.modules(&mut body);
    if options.with_options {
        designs::function(tables, &mut uses, &mut body);
    }
    let has_samples = tables
        .iter()
        .any(|table| table.items.iter().any(|item| !item.samples.is_empty()));
    if let Some(file) = options.proof {
        proof::test(tables, file, has_samples, &mut body);
    }
    let mut out = header(tables, &uses, &body);
    out.push_str(&uses.written());
    out.push_str(body.trim_end());
    out.push('\n');
    out
}

fn header(tables: &[TableOutline], uses: &Uses, body: &str) -> String {
    let names: Vec<_> = tables
        .iter()
        .map(|table| format!("`{}`", table.design.table.name))
        .collect();
    let word = if names.len() == 1 { "table" } else { "tables" };
    let mut out = String::new();
    comment(&mut out, "//! ", &format!("The {word} {}.", list(&names)));
    let needed = uses.features();
    if !needed.is_empty() {
        let quoted: Vec<_> = needed.iter().map(|name| format!("`{name}`")).collect();
        let words = if needed.len() == 1 {
            format!(
                "It needs {} and the feature of that name of `dynamo-runtime`.",
                list(&quoted)
            )
        } else {
            format!(
                "It needs {} and the features of these names of `dynamo-runtime`.",
                list(&quoted)
            )
        };
        out.push_str("//!\n");
        comment(&mut out, "//! ", &words);
    }
    if body.contains("// Question: ") {
        out.push_str("//!\n");
        comment(
            &mut out,
            "//! ",
            "The samples did not tell everything: comments that begin with `Question` are for you to \
             answer and remove.",
        );
    }
    out.push('\n');
    out
}

/// Words with commas, and an `and` before the last.
fn list(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// Writes a wrapped comment, each line with the same prefix.
fn comment(out: &mut String, begin: &str, text: &str) {
    let mut line = begin.to_owned();
    let mut is_empty = true;
    // A line break in a name would end the comment.
    for word in text.split_whitespace() {
        if !is_empty && line.chars().count() + 1 + word.chars().count() > WIDTH {
            out.push_str(&line);
            out.push('\n');
            begin.clone_into(&mut line);
            is_empty = true;
        }
        if !is_empty {
            line.push(' ');
        }
        line.push_str(word);
        is_empty = false;
    }
    out.push_str(line.trim_end());
    out.push('\n');
}

/// Writes docs.
fn docs(out: &mut String, indent: &str, text: &str) {
    for paragraph in text.split("\n\n") {
        comment(out, &format!("{indent}/// "), paragraph);
    }
}

/// Writes the questions for a person to decide.
fn questions(out: &mut String, indent: &str, questions: &[String]) {
    for question in questions {
        comment(
            out,
            &format!("{indent}// "),
            &format!("Question: {question}"),
        );
    }
}

/// A quoted string literal.
fn quoted(text: &str) -> String {
    format!("{text:?}")
}

/// The name of a field in source code.
fn ident(name: &str) -> String {
    names::ident(name)
}
