//! The rows of documents: the samples of a table, and which of them an access pattern touches.

use std::cmp::Ordering;

use super::made_up;
use crate::{
    AccessPattern, Design, ItemDesign, KeyAttribute, KeyDesign, QueryDesign, Sample, Value,
};

/// The rows of one table.
pub(super) struct Rows<'a> {
    /// The number of the table on the page.
    pub(super) table: usize,
    pub(super) design: &'a Design,
    pub(super) all: Vec<Row<'a>>,
}

/// One item, in every view it is in.
pub(super) struct Row<'a> {
    pub(super) id: String,
    /// The number of the item type.
    pub(super) number: usize,
    pub(super) item: &'a ItemDesign,
    pub(super) sample: Sample,
    /// Whether it is an example that nobody provided.
    pub(super) made_up: bool,
}

/// The rows that an access pattern reads: one partition.
pub(super) struct Hit {
    pub(super) ids: Vec<String>,
    /// A description of the partition; `None` if no row is read.
    pub(super) partition: Option<String>,
}

impl<'a> Rows<'a> {
    pub(super) fn of(table: usize, design: &'a Design) -> Self {
        let mut rows = Vec::new();
        for (number, item) in design.items.iter().enumerate() {
            let made_up = item.samples.is_empty();
            let samples = if made_up {
                vec![made_up::made_up(design, item)]
            } else {
                item.samples.clone()
            };
            for sample in samples {
                rows.push(Row {
                    id: format!("r{}", rows.len()),
                    number,
                    item,
                    sample,
                    made_up,
                });
            }
        }
        Self {
            table,
            design,
            all: rows,
        }
    }

    /// A value of an attribute that is short enough to show.
    pub(super) fn shown(&self, item: &ItemDesign, name: &str) -> Option<String> {
        let rows = self.all.iter().filter(|row| row.item.name == item.name);
        let mut values = rows.filter_map(|row| row.sample.get(name));
        values.find_map(|value| match value {
            Value::S(text) | Value::N(text) if text.chars().count() <= 40 => Some(text.clone()),
            Value::Bool(value) => Some(value.to_string()),
            _ => None,
        })
    }

    pub(super) fn view_id(&self, index: Option<&str>) -> String {
        let mut indexes = self.design.table.indexes.iter();
        let at = index.and_then(|name| indexes.position(|index| index.name == name));
        format!("t{}-v{}", self.table, at.map_or(0, |at| at + 1))
    }

    /// The rows that have the keys of a view, in its order.
    pub(super) fn view(&self, index: Option<&str>) -> Vec<&Row<'a>> {
        let (pk, sk) = self.design.keys_of(index);
        let keys: Vec<_> = pk.into_iter().chain(sk).collect();
        let rows = self.all.iter();
        let mut rows: Vec<_> = rows
            .filter(|row| keys.iter().all(|key| row.sample.contains_key(&key.name)))
            .collect();
        rows.sort_by(|one, other| {
            let keys = keys.iter();
            keys.map(|key| compared(key, &one.sample, &other.sample))
                .find(|order| order.is_ne())
                .unwrap_or(Ordering::Equal)
        });
        rows
    }

    /// The rows that an access pattern can read, in their order, each with its query.
    fn readable(&self, pattern: &AccessPattern) -> Vec<(&Row<'a>, &'a QueryDesign)> {
        let rows = self.view(pattern.index.as_deref());
        let query = |row: &Row<'a>| {
            let reads = pattern.reads.iter();
            let mut reads = reads.filter(|(item, _)| *item == row.item.name);
            reads.find_map(|(_, method)| {
                let mut queries = row.item.queries.iter();
                queries.find(|query| query.method == *method)
            })
        };
        rows.into_iter()
            .filter_map(|row| Some((row, query(row)?)))
            .filter(|(row, query)| is_read(row, query))
            .collect()
    }

    /// The first row that an access pattern can read.
    pub(super) fn first(&self, pattern: &AccessPattern) -> Option<(&Row<'a>, &'a QueryDesign)> {
        self.readable(pattern).into_iter().next()
    }

    /// The rows that an access pattern reads: the partition of the first row it can read.
    pub(super) fn touched(&self, pattern: &AccessPattern) -> Hit {
        let read = self.readable(pattern);
        let Some((first, query)) = read.first() else {
            return Hit {
                ids: Vec::new(),
                partition: None,
            };
        };
        if pattern.one {
            let keys = query.pk.iter().chain(&query.sk);
            return Hit {
                ids: vec![first.id.clone()],
                partition: Some(equations(&values(first, keys))),
            };
        }
        let wanted = values(first, &query.pk);
        let ids = read.iter();
        let ids = ids.filter(|(row, query)| values(row, &query.pk) == wanted);
        Hit {
            ids: ids.map(|(row, _)| row.id.clone()).collect(),
            partition: Some(equations(&wanted)),
        }
    }
}

fn is_read(row: &Row<'_>, query: &QueryDesign) -> bool {
    let fits = |key: &KeyDesign| {
        let value = row.sample.get(&key.attribute);
        value.is_some_and(|value| key.looks_like(&value.plain()))
    };
    query.pk.iter().chain(&query.sk).all(fits)
}

/// The key attributes of a row, with their values.
fn values<'r, 'k>(
    row: &'r Row<'_>,
    keys: impl IntoIterator<Item = &'k KeyDesign>,
) -> Vec<(&'r str, String)> {
    keys.into_iter()
        .filter_map(|key| row.sample.get_key_value(&key.attribute))
        .map(|(name, value)| (name.as_str(), value.plain()))
        .collect()
}

fn equations(values: &[(&str, String)]) -> String {
    let values = values.iter();
    let values: Vec<_> = values
        .map(|(name, value)| format!("{name} = {value}"))
        .collect();
    values.join(", ")
}

fn compared(key: &KeyAttribute, one: &Sample, other: &Sample) -> Ordering {
    match (one.get(&key.name), other.get(&key.name)) {
        (Some(Value::N(one)), Some(Value::N(other))) => {
            let number = |text: &str| text.parse::<f64>().unwrap_or_default();
            number(one).total_cmp(&number(other))
        }
        (one, other) => one.map(Value::plain).cmp(&other.map(Value::plain)),
    }
}
