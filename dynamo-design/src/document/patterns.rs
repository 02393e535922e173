//! Access patterns in the Markdown document: what each reads and costs, its call and its command.

use super::example::Vector;
use super::markdown::{Page, code};
use super::reach::Reach;
use super::rows::Rows;
use crate::access::{ReadOperation, listed};
use crate::{AccessPattern, Design, IndexKind, ProjectedAttributes};

impl Page<'_> {
    /// A section per access pattern.
    pub(super) fn examples(&mut self) {
        let patterns = self.design.access_patterns();
        for (number, pattern) in patterns.iter().enumerate() {
            let heading = pattern.words.trim_end_matches('.');
            self.line(&format!("\n#### {}. {heading}\n", number + 1));
            let notes = notes(&self.rows, pattern);
            self.line(&notes.join(" "));
            if let Some(snippet) = self.rows.snippet(pattern) {
                self.line(&format!("\n```rust\n{snippet}\n```"));
            }
            if let Some(command) = command(&self.rows, pattern) {
                self.line(&format!("\n```bash\n{command}\n```"));
            }
        }
    }
}

/// The command of an access pattern, with a comment on what it leaves to the reader.
fn command(rows: &Rows<'_>, pattern: &AccessPattern) -> Option<String> {
    let example = rows.example(pattern)?;
    let command = example.command(&rows.design.default_name());
    let comment = match (&example.vector, example.shards, example.operation) {
        (Some(Vector::Long(count)), ..) => Some(format!(
            "# vector.json: a list of {count} numbers, [{{\"N\": \"0.1\"}}, …]"
        )),
        (_, Some(count), _) => Some(format!(
            "# one of {count} partitions; the call reads all of them"
        )),
        (.., ReadOperation::Lookup) => {
            Some("# the claim on the value, which has the key of the item".to_owned())
        }
        _ => None,
    };
    Some(match comment {
        Some(comment) => format!("{comment}\n{command}"),
        None => command,
    })
}

/// Says what an access pattern returns, what else it reads, and how much that costs.
pub(super) fn notes(rows: &Rows<'_>, pattern: &AccessPattern) -> Vec<String> {
    let design = rows.design;
    let mut notes = Vec::new();
    if !pattern.whole {
        notes.push(held(design, pattern));
    }
    let reach = Reach::of(design, pattern);
    if !reach.others.is_empty() {
        notes.push(format!(
            "{} items of the same partition are read and billed, then left out.",
            listed(&reach.others)
        ));
    }
    let single = matches!(
        pattern.operation,
        ReadOperation::Get | ReadOperation::Lookup
    );
    if let Some(hidden) = reach.hidden.filter(|_| !single) {
        notes.push(if reach.others.is_empty() {
            format!("Also reads and bills {hidden} until they are removed.")
        } else {
            format!("So are {hidden}, until they are removed.")
        });
    }
    if let Some(cost) = rows.cost(pattern) {
        notes.push(format!("Cost: {cost}."));
    }
    let index = pattern.index.as_deref();
    let index = index.and_then(|name| design.table.index(name));
    if index.is_some_and(|index| index.kind != IndexKind::Local) {
        notes.push("Eventually consistent.".to_owned());
    }
    notes
}

/// The part of an item that a read of an index returns.
fn held(design: &Design, pattern: &AccessPattern) -> String {
    let names = match pattern
        .index
        .as_deref()
        .and_then(|name| design.table.index(name))
    {
        Some(index) => match &index.projection {
            ProjectedAttributes::Include(names) => {
                let names: Vec<_> = names.iter().map(|name| code(name)).collect();
                format!("the keys and {}", names.join(", "))
            }
            _ => "keys".to_owned(),
        },
        None => return String::new(),
    };
    format!("Returns {names}; the rest of an item takes another read.")
}
