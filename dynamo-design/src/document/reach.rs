//! The items that a read touches beside those it returns, and why an item may be in no index.

use crate::access::{ReadOperation, listed};
use crate::{AccessPattern, Design, IndexDefinition, ItemDesign, KeyDesign, KeyText, QueryDesign};

/// The items that an access pattern reads and pays for without returning them.
pub(super) struct Reach<'a> {
    /// The item types that the key condition does not exclude.
    pub(super) others: Vec<&'a str>,
    /// The items that are left out after reading, if there are any: expired or deleted ones.
    pub(super) hidden: Option<String>,
}

impl<'a> Reach<'a> {
    pub(super) fn of(design: &'a Design, pattern: &AccessPattern) -> Self {
        let is_read = |item: &ItemDesign| pattern.reads.iter().any(|(name, _)| *name == item.name);
        let is_single = matches!(
            pattern.operation,
            ReadOperation::Get | ReadOperation::Lookup
        );
        let others = design.items.iter().filter(|item| {
            let is_other = !is_single && !is_read(item);
            is_other
                && pattern
                    .reads
                    .iter()
                    .any(|read| design.meets(pattern, read, item))
        });
        Self {
            others: others.map(|item| item.name.as_str()).collect(),
            hidden: design.hidden(is_read),
        }
    }
}

impl Design {
    /// Whether items of a type can have the TTL attribute.
    pub(super) fn expires(&self, item: &ItemDesign) -> bool {
        let mut fields = item.fields.iter();
        self.table.ttl.is_some() && fields.any(|field| field.attribute == self.table.ttl)
    }

    /// The items of some types that reads leave out, in words: ``expired `Order` items``.
    pub(super) fn hidden(&self, is_meant: impl Fn(&ItemDesign) -> bool) -> Option<String> {
        let items = || self.items.iter().filter(|item| is_meant(item));
        let hidden = items().filter(|item| item.soft_delete.is_some() || self.expires(item));
        let names: Vec<_> = hidden.map(|item| item.name.as_str()).collect();
        let why = match (
            items().any(|item| self.expires(item)),
            items().any(|item| item.soft_delete.is_some()),
        ) {
            (true, true) => "expired or deleted",
            (true, false) => "expired",
            (false, _) => "deleted",
        };
        (!names.is_empty()).then(|| format!("{why} {} items", listed(&names)))
    }

    /// Whether a read of one type can come across an item of another.
    fn meets(
        &self,
        pattern: &AccessPattern,
        (item, method): &(String, String),
        other: &ItemDesign,
    ) -> bool {
        let queries = self.item(item).into_iter().flat_map(|item| &item.queries);
        let mut queries = queries.filter(|query| query.method == *method);
        let Some(query) = queries.next() else {
            return false;
        };
        let alone = pattern.reads.len() == 1;
        let is_scan = pattern.operation == ReadOperation::Scan;
        let mut others = other.queries_of(pattern.index.as_deref());
        others.any(|found| is_scan || shares_partition(query, found, alone))
    }
}

fn shares_partition(query: &QueryDesign, other: &QueryDesign, by_prefix: bool) -> bool {
    let mut partition = query.pk.iter().zip(&other.pk);
    let mut sort = query.sk.iter().zip(&other.sk).take(1);
    partition.all(|(key, other)| can_begin_alike(key, other))
        && (!by_prefix || sort.all(|(key, other)| can_begin_alike(key, other)))
}

/// Whether the text that keys of one template begin with can begin those of the other.
fn can_begin_alike(key: &KeyDesign, other: &KeyDesign) -> bool {
    let (one, two) = (key.prefix(), other.prefix());
    let begins_with_digit = |key: &KeyDesign| match key.template.first() {
        Some(KeyText::Component(text)) => text.split_once(':').is_some_and(|(_, format)| {
            matches!(format, "seconds" | "millis" | "micros" | "nanos") || format.starts_with('0')
        }),
        _ => false,
    };
    let is_word = |text: &str| text.starts_with(|first: char| !first.is_ascii_digit());
    let apart =
        (begins_with_digit(key) && is_word(two)) || (begins_with_digit(other) && is_word(one));
    !apart && (one.starts_with(two) || two.starts_with(one))
}

/// The conditions under which an item is in an index by a query's keys.
pub(super) fn conditions(item: &ItemDesign, query: &QueryDesign) -> Vec<String> {
    let mut conditions: Vec<_> = query.when.iter().map(|when| format!("`{when}`")).collect();
    let keys = query.pk.iter().chain(&query.sk);
    for name in keys.flat_map(KeyDesign::fields) {
        let top = name.split('.').next().unwrap_or(name);
        let field = item.fields.iter().find(|field| field.name == top);
        let text = format!("it has `{name}`");
        if field.is_some_and(|field| field.optional) && !conditions.contains(&text) {
            conditions.push(text);
        }
    }
    conditions
}

/// Why items are missing from an index; empty if every item is in it.
pub(super) fn sparseness(design: &Design, index: &IndexDefinition) -> Vec<String> {
    let mut reasons = Vec::new();
    for item in &design.items {
        let ways: Vec<_> = item
            .queries_of(Some(&index.name))
            .map(|query| conditions(item, query).join(" and "))
            .collect();
        if ways.is_empty() {
            reasons.push(format!("`{}` items are never in it", item.name));
        } else if ways.iter().all(|way| !way.is_empty()) {
            reasons.push(format!("`{}` only if {}", item.name, ways.join(" or ")));
        }
    }
    reasons
}
