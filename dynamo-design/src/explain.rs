//! Access patterns explained: the requests they send, their minimum cost, and what is read but not
//! returned.

use std::fmt::Write as _;

use super::{
    AccessPattern, Design, ItemDesign, KeyDesign, KeyText, ProjectedAttributes, QueryDesign,
};

/// The cost of reading the claim on a unique value, or the item behind it.
const CONSISTENT: &str = "at least 1 read unit; 1 per 4 KB of the item";

impl Design {
    /// Explains an access pattern as text: its requests, their index, their minimum cost, and what
    /// is read and billed but not returned.
    ///
    /// An operation's own `explain(&db)` also shows the caller's ranges, filters and options.
    #[must_use]
    pub fn explain(&self, pattern: &AccessPattern) -> String {
        let mut text = format!("{}\n  {}\n", pattern.call, pattern.words);
        let table = &self.table.name;
        // Writing to a `String` cannot fail.
        if self.is_lookup(pattern) {
            for what in ["the claim on the value", "the item that has it"] {
                let _ = writeln!(text, "  GetItem on `{table}`: {what}");
                let _ = writeln!(text, "    consistent: yes\n    cost: {CONSISTENT}");
            }
        } else {
            let operation = self.operation(pattern);
            let _ = write!(text, "  {operation} on `{table}`");
            if let Some(index) = &pattern.index {
                let _ = write!(text, ", index `{index}`");
            }
            let shards = self.shards(pattern);
            if let Some(shards) = shards {
                let _ = write!(text, ", {shards} requests");
            }
            text.push('\n');
            if operation != "Scan" {
                let name = if pattern.one { "key" } else { "key condition" };
                let _ = writeln!(text, "    {name}: {}", pattern.condition);
            }
            let _ = writeln!(text, "    cost: {}", cost(operation, shards));
        }
        for note in self.notes(pattern) {
            let _ = writeln!(text, "    note: {note}");
        }
        text
    }

    fn is_lookup(&self, pattern: &AccessPattern) -> bool {
        let method = pattern.name.rsplit("::").next().unwrap_or_default();
        let items = self.read_items(pattern);
        pattern.one
            && items
                .into_iter()
                .any(|(item, _)| item.lookups.iter().any(|lookup| lookup.method == method))
    }

    /// The item types of a pattern, with the queries they are read by.
    fn read_items<'a>(
        &'a self,
        pattern: &'a AccessPattern,
    ) -> Vec<(&'a ItemDesign, Option<&'a QueryDesign>)> {
        let reads = pattern.reads.iter();
        let found = reads.filter_map(|(item, method)| {
            let item = self.item(item)?;
            let query = item.queries.iter().find(|query| query.method == *method);
            Some((item, query))
        });
        found.collect()
    }

    fn operation(&self, pattern: &AccessPattern) -> &'static str {
        let index = pattern.index.as_deref();
        let index = index.and_then(|name| self.table.index(name));
        let method = pattern.name.rsplit("::").next();
        let is_scan = self
            .read_items(pattern)
            .into_iter()
            .any(|(_, query)| query.is_some_and(|query| query.scan.as_deref() == method));
        match (pattern.one, index) {
            (true, _) => "GetItem",
            (false, Some(index)) if index.vector.is_some() => "SearchVectors",
            _ if is_scan && method.is_some() => "Scan",
            _ => "Query",
        }
    }

    /// The number of partitions that a query reads, if its partition is spread over several.
    fn shards(&self, pattern: &AccessPattern) -> Option<u32> {
        if self.operation(pattern) != "Query" {
            return None;
        }
        let items = self.read_items(pattern).into_iter();
        let mut keys = items.flat_map(|(_, query)| query.into_iter().flat_map(|query| &query.pk));
        keys.find_map(|key| {
            key.template.iter().find_map(|part| match part {
                KeyText::Literal(_) => None,
                KeyText::Component(text) => {
                    let (_, format) = text.split_once(":shard(")?;
                    format.trim_end_matches(')').parse().ok()
                }
            })
        })
    }

    fn notes(&self, pattern: &AccessPattern) -> Vec<String> {
        let mut notes = Vec::new();
        let others = self.others(pattern);
        if !others.is_empty() {
            let told_by = match self.type_attr.as_deref() {
                Some(name) if self.holds(pattern.index.as_deref(), name) => format!(" (`{name}`)"),
                _ => ", by their keys".to_owned(),
            };
            notes.push(format!(
                "{} items of the same partitions are read, billed and left out{told_by}",
                others.join(", ")
            ));
        }
        for (what, name, method) in self.hiding(pattern) {
            notes.push(if pattern.one {
                format!(
                    "an item that is {what} is read and billed, and counts as absent (`{name}`)"
                )
            } else if self.holds(pattern.index.as_deref(), name) {
                format!("{what} items are read, billed and left out (`{name}`)")
            } else {
                format!("needs `{method}()` or `hydrate()`: the index does not hold `{name}`")
            });
        }
        if !pattern.whole {
            let what = "returns only what the index holds; `hydrate()` reads the whole items, for half a \
                        read unit per 4 KB of each";
            notes.push(what.to_owned());
        }
        notes
    }

    /// The item types that a pattern reads and leaves out: they may be in the same partition, and the
    /// key condition does not exclude them.
    fn others(&self, pattern: &AccessPattern) -> Vec<String> {
        let operation = self.operation(pattern);
        let items = self.read_items(pattern);
        let Some(query) = items.first().and_then(|(_, query)| *query) else {
            return Vec::new();
        };
        let prefix = |keys: &[KeyDesign]| keys.first().map_or("", KeyDesign::prefix).to_owned();
        let meets = |one: &str, other: &str| one.starts_with(other) || other.starts_with(one);
        let (pk, sk) = (prefix(&query.pk), prefix(&query.sk));
        let is_read = |item: &ItemDesign| items.iter().any(|(read, _)| read.name == item.name);
        let is_found = |other: &&QueryDesign| {
            let is_met = meets(&prefix(&other.pk), &pk) && meets(&prefix(&other.sk), &sk);
            other.index == pattern.index && (operation == "Scan" || is_met)
        };
        let others = self
            .items
            .iter()
            .filter(|item| !pattern.one && !is_read(item));
        let others = others.filter(|item| item.queries.iter().any(|other| is_found(&other)));
        others.map(|item| format!("`{}`", item.name)).collect()
    }

    /// The attributes that hide an item, with the word for it and the method that shows it.
    fn hiding<'a>(&'a self, pattern: &'a AccessPattern) -> Vec<(&'a str, &'a str, &'a str)> {
        let items = self.read_items(pattern);
        let mut hiding: Vec<_> = items
            .iter()
            .filter_map(|(item, _)| item.soft_delete.as_deref())
            .map(|name| ("soft-deleted", name, "include_deleted"))
            .collect();
        hiding.dedup();
        let expires = |name: &&str| {
            let mut fields = items.iter().flat_map(|(item, _)| &item.fields);
            fields.any(|field| field.attribute.as_deref() == Some(*name))
        };
        let ttl = self.table.ttl.as_deref().filter(expires);
        hiding.extend(ttl.map(|name| ("expired", name, "include_expired")));
        hiding
    }

    fn holds(&self, index: Option<&str>, attribute: &str) -> bool {
        let index = index.and_then(|name| self.table.index(name));
        index.is_none_or(|index| match &index.projection {
            ProjectedAttributes::All => true,
            ProjectedAttributes::KeysOnly => false,
            ProjectedAttributes::Include(names) => names.iter().any(|name| name == attribute),
        })
    }
}

fn cost(operation: &str, shards: Option<u32>) -> String {
    match (operation, shards) {
        ("GetItem", _) => {
            "at least 0.5 read units; 0.5 per 4 KB of the item; twice that if consistent".to_owned()
        }
        ("SearchVectors", _) => "billed by the bytes that the search looks at".to_owned(),
        (_, Some(shards)) => format!(
            "at least {} read units, 0.5 per shard; 0.5 per 4 KB read",
            f64::from(shards) / 2.0
        ),
        _ => "at least 0.5 read units per page; 0.5 per 4 KB read".to_owned(),
    }
}
