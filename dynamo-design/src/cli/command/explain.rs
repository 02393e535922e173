//! `explain`: the requests and the cost of access patterns.

use crate::cli::args::Parsed;
use crate::cli::unknown::unknown;
use crate::cli::{Cli, FINE, Failure, Screen};
use crate::{AccessPattern, Design};

impl Cli {
    pub(in crate::cli) fn explain(
        &self,
        parsed: &Parsed,
        screen: &mut Screen<'_>,
    ) -> Result<u8, Failure> {
        let variables = parsed.pairs("--var")?;
        let mut chosen = Vec::new();
        let mut known = Vec::new();
        for table in &self.tables {
            let mut design = table.design()?;
            for (name, value) in &variables {
                let name = format!("{{{name}}}");
                design.table.name = design.table.name.replace(&name, value);
            }
            for pattern in design.access_patterns() {
                if is_chosen(&design, &pattern, &parsed.words) {
                    chosen.push(design.explain(&pattern));
                }
                known.push(pattern.name);
            }
        }
        if chosen.is_empty() {
            let words = parsed.words.join(" ");
            let items = known.iter().filter_map(|name| name.split("::").next());
            let known = items.chain(known.iter().map(String::as_str));
            let mut known: Vec<_> = known.collect();
            known.dedup();
            return Err(unknown("access pattern", &words, known).into());
        }
        screen.text(&chosen.join("\n"));
        Ok(FINE)
    }
}

/// Whether the words name a pattern: by its table, its item type, its method, or both.
fn is_chosen(design: &Design, pattern: &AccessPattern, words: &[String]) -> bool {
    let (item, method) = pattern.name.split_once("::").unwrap_or((&pattern.name, ""));
    match words {
        [] => true,
        [one] => *one == design.name || *one == item || *one == pattern.name,
        [one, other] => (*one == item || *one == design.name) && *other == method,
        _ => false,
    }
}
