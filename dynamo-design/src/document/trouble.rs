//! Troubleshooting, from the designs: only problems that these tables can have.

use std::fmt::Write as _;

use super::reach::sparseness;
use crate::access::listed;
use crate::{Billing, Design, IndexKind, KeyDesign, KeyText};

/// A symptom, what it means, and the facts about each table that it concerns.
struct Trouble {
    symptom: &'static str,
    meaning: &'static str,
    facts: fn(&Design) -> Option<String>,
}

/// The units of a partition:
/// <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html>
const TROUBLES: [Trouble; 6] = [
    Trouble {
        symptom: "`Error::Throttled`",
        meaning: "One value of a partition key takes at most 3,000 read units and 1,000 write units per \
                  second, whatever the capacity of the table. Spread a value that needs more with \
                  `{field:shard(n)}`. If a global index cannot take a write, the table refuses it.",
        facts: throttling,
    },
    Trouble {
        symptom: "An item is missing",
        meaning: "An index holds only items that have its keys. Items that other code wrote, or that are \
                  older than the index, lack them: run `verify`, then `backfill`.",
        facts: missing,
    },
    Trouble {
        symptom: "An index shows the state before a write",
        meaning: "Global indexes lag behind the table for a moment. To read your own write, read by key \
                  with `.consistent()`. To find code that relies on an index, test it with \
                  `Embedded::with_index_lag`.",
        facts: stale,
    },
    Trouble {
        symptom: "`Error::ConditionFailed`, `Error::Taken` or `Error::Uncounted`",
        meaning: "A write was refused by its condition.",
        facts: refused,
    },
    Trouble {
        symptom: "`ValidationException`, or `Error::Key`",
        meaning: "Keys and values are checked before they are sent, but not in requests of other code. \
                  Key attributes must not be empty, and have at most 2,048 bytes in a partition key and \
                  1,024 in a sort key.",
        facts: invalid,
    },
    Trouble {
        symptom: "`Error::TooLarge`",
        meaning: "An item has at most 400 KB, including its attribute names. Move lists that grow without \
                  bound into items of their own.",
        facts: large,
    },
];

/// A list of symptoms, each with its causes.
pub(super) fn troubles(designs: &[&Design]) -> String {
    let mut out = String::from("\n");
    for trouble in &TROUBLES {
        let facts: Vec<_> = designs
            .iter()
            .filter_map(|design| Some((design, (trouble.facts)(design)?)))
            .collect();
        if facts.is_empty() {
            continue;
        }
        // Writing to a `String` cannot fail.
        let _ = write!(out, "- **{}.** {}", trouble.symptom, trouble.meaning);
        match (designs, facts.as_slice()) {
            ([_], [(_, fact)]) => {
                let _ = writeln!(out, " {fact}");
            }
            (_, facts) => {
                out.push('\n');
                for (design, fact) in facts {
                    let _ = writeln!(out, "  - `{}`: {fact}", design.table.name);
                }
            }
        }
    }
    out
}

fn throttling(design: &Design) -> Option<String> {
    let limit = match design.options.billing {
        Billing::OnDemand {
            max_reads: None,
            max_writes: None,
        } => "Billed per request, a new table takes 4,000 writes and 12,000 reads per second, and later \
              twice its last peak."
            .to_owned(),
        Billing::OnDemand { .. } => {
            "The table and each index stop at the maximum of the design.".to_owned()
        }
        Billing::Provisioned { reads, writes } => format!(
            "The table and each global index have {reads} read and {writes} write units per second."
        ),
    };
    let mut places: Vec<String> = Vec::new();
    for query in design.items.iter().flat_map(|item| &item.queries) {
        let keys: Vec<_> = query.pk.iter().map(KeyDesign::text).collect();
        let place = query.index.as_ref().map(|index| format!(" in `{index}`"));
        let text = format!("`{}`{}", keys.join("`, `"), place.unwrap_or_default());
        if !places.contains(&text) {
            places.push(text);
        }
    }
    (!places.is_empty()).then(|| format!("{limit} The partitions: {}.", places.join(", ")))
}

fn missing(design: &Design) -> Option<String> {
    let sparse = design.table.indexes.iter().filter_map(|index| {
        let reasons = sparseness(design, index);
        (!reasons.is_empty()).then(|| format!("In `{}`: {}", index.name, reasons.join("; ")))
    });
    let mut causes: Vec<_> = sparse.collect();
    if let Some(hidden) = design.hidden(|_| true) {
        causes.push(format!("Every read leaves out {hidden}"));
    }
    (!causes.is_empty()).then(|| sentences(&causes))
}

fn stale(design: &Design) -> Option<String> {
    let indexes = design.table.indexes.iter();
    let late: Vec<_> = indexes
        .filter(|index| index.kind != IndexKind::Local)
        .map(|index| index.name.as_str())
        .collect();
    (!late.is_empty()).then(|| format!("This concerns {}.", listed(&late)))
}

impl Design {
    /// Whether writes have conditions of their own.
    pub(super) fn checks_writes(&self) -> bool {
        let mut items = self.items.iter();
        items.any(|item| item.version.is_some() || !item.unique.is_empty())
    }
}

fn refused(design: &Design) -> Option<String> {
    let mut causes = Vec::new();
    for item in &design.items {
        if let Some(version) = &item.version {
            causes.push(format!(
                "`{}` was written after it was read, so its `{version}` has changed: read it again, or use \
                 `modify`",
                item.name
            ));
        }
        if !item.unique.is_empty() {
            let names: Vec<_> = item.unique.iter().map(String::as_str).collect();
            let names = listed(&names);
            causes.push(format!(
                "Another `{}` already has the same {names}",
                item.name
            ));
        }
        for count in item.counted.iter().filter(|count| !count.upsert) {
            causes.push(format!(
                "The `{}` that counts a `{}` does not exist",
                count.item, item.name
            ));
        }
    }
    (!causes.is_empty()).then(|| sentences(&causes))
}

fn invalid(design: &Design) -> Option<String> {
    let mut causes = Vec::new();
    let keys = design.table.key_attributes();
    let others: Vec<_> = keys
        .iter()
        .filter(|key| key.kind.letter() != "S")
        .map(|key| format!("`{}` is {}", key.name, key.kind))
        .collect();
    if !others.is_empty() {
        causes.push(format!(
            "All key attributes are S, but {}",
            others.join(", ")
        ));
    }
    let queries = design.items.iter().flat_map(|item| &item.queries);
    let keys = queries.flat_map(|query| query.pk.iter().chain(&query.sk));
    let mut times: Vec<String> = Vec::new();
    for part in keys.flat_map(|key| &key.template) {
        if let KeyText::Component(text) = part
            && let Some((name, format @ ("seconds" | "millis" | "micros" | "nanos"))) =
                text.split_once(':')
        {
            let text = format!("`{name}` in {format}");
            if !times.contains(&text) {
                times.push(text);
            }
        }
    }
    if !times.is_empty() {
        causes.push(format!(
            "A time finer than its key is an error: {}",
            times.join(", ")
        ));
    }
    (!causes.is_empty()).then(|| sentences(&causes))
}

fn large(design: &Design) -> Option<String> {
    let growing: Vec<_> = design
        .items
        .iter()
        .filter_map(|item| {
            let names: Vec<_> = design.growing(item).collect();
            let names: Vec<_> = names.iter().map(String::as_str).collect();
            (!names.is_empty()).then(|| format!("{} of `{}`", listed(&names), item.name))
        })
        .collect();
    (!growing.is_empty()).then(|| format!("These can grow: {}.", growing.join("; ")))
}

/// Causes as sentences.
fn sentences(causes: &[String]) -> String {
    causes.join(". ") + "."
}
