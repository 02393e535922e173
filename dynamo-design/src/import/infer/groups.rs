//! Grouping samples by item type: by the source, by a type attribute, or by keys.

use std::collections::{BTreeMap, BTreeSet};

use super::tokens::{is_generic, is_service, is_tag, is_word, leads};
use super::type_attr::{is_type_name, type_attribute};
use crate::import::names;
use crate::{Sample, TableDefinition, Value};

/// The most constant keys that a table is assumed to have.
const MOST_CONSTANTS: usize = 20;

/// A sample, with the item type that its source gives.
pub(in crate::import) struct Labelled {
    pub(in crate::import) sample: Sample,
    pub(in crate::import) entity: Option<String>,
    /// The source's own names for its keys, by attribute.
    pub(in crate::import) aliases: BTreeMap<String, String>,
}

/// The samples of one item type.
pub(super) struct Group<'a> {
    /// A name for the type, not yet a Rust name.
    pub(super) name: String,
    /// The value of the type attribute.
    pub(super) entity: Option<String>,
    pub(super) rows: Vec<&'a Sample>,
    /// Whether its partition key is one constant.
    pub(super) constant: bool,
    /// The source's own names for the keys, by attribute.
    pub(super) aliases: BTreeMap<String, String>,
}

impl Group<'_> {
    /// The key that all its samples share, in a table without a sort key; `None` if it is already a
    /// constant.
    pub(super) fn only_key(&self, table: &TableDefinition) -> Option<String> {
        if self.constant || table.sk.is_some() {
            return None;
        }
        let mut keys = self.rows.iter().map(|row| row.get(&table.pk.name));
        let first = keys.next()??;
        let Value::S(text) = first else { return None };
        keys.all(|key| key == Some(first)).then(|| text.clone())
    }
}

/// The item types of a table.
pub(super) struct Groups<'a> {
    pub(super) type_attr: Option<String>,
    pub(super) groups: Vec<Group<'a>>,
}

/// The pattern of a key: constants are kept, values are left open.
pub(super) type Pattern = Vec<Option<String>>;

/// Sorts samples by item type.
pub(super) fn groups<'a>(
    table: &TableDefinition,
    one: &str,
    samples: &'a [Labelled],
    delimiter: char,
) -> Groups<'a> {
    let rows: Vec<_> = samples.iter().map(|labelled| &labelled.sample).collect();
    if samples.is_empty() {
        return Groups {
            type_attr: None,
            groups: Vec::new(),
        };
    }
    let cx = Keys { table, delimiter };
    let type_attr = type_attribute(&cx, &rows);
    let mut by_name: BTreeMap<String, Group<'a>> = BTreeMap::new();
    let labelled = samples.iter().all(|sample| sample.entity.is_some());
    if let Some(attr) = &type_attr {
        for sample in samples {
            let Some(Value::S(entity)) = sample.sample.get(attr) else {
                continue;
            };
            put(&mut by_name, entity, Some(entity.clone()), sample);
        }
    } else if labelled {
        for sample in samples {
            let name = sample.entity.as_deref().unwrap_or(one);
            put(&mut by_name, name, None, sample);
        }
    } else {
        return Groups {
            type_attr: None,
            groups: by_keys(&cx, one, &rows),
        };
    }
    let groups = by_name.into_values().collect();
    Groups { type_attr, groups }
}

fn put<'a>(
    groups: &mut BTreeMap<String, Group<'a>>,
    name: &str,
    entity: Option<String>,
    labelled: &'a Labelled,
) {
    // A facet holds many; `tasks` names many, and `Tasks` may be the name of one.
    let is_many = entity.is_none() || name.starts_with(|first: char| first.is_ascii_lowercase());
    let group = groups.entry(name.to_owned()).or_insert_with(|| Group {
        name: if is_many {
            names::singular(name)
        } else {
            name.to_owned()
        },
        entity,
        rows: Vec::new(),
        constant: false,
        aliases: labelled.aliases.clone(),
    });
    group.rows.push(&labelled.sample);
}

/// The keys of a table, and how they are composed.
pub(super) struct Keys<'t> {
    pub(super) table: &'t TableDefinition,
    pub(super) delimiter: char,
}

impl Keys<'_> {
    pub(super) fn patterns(&self, row: &Sample) -> (Pattern, Pattern) {
        let sk = self.table.sk.as_ref();
        let sk = sk.map(|sk| self.pattern(row, &sk.name));
        (
            self.pattern(row, &self.table.pk.name),
            sk.unwrap_or_default(),
        )
    }

    fn pattern(&self, row: &Sample, key: &str) -> Pattern {
        let Some(Value::S(text)) = row.get(key) else {
            return vec![None];
        };
        // The sort key `order` beside `order#7` repeats a constant.
        let is_key = |name: &str| {
            let sk = self.table.sk.as_ref();
            name == self.table.pk.name || sk.is_some_and(|sk| sk.name == name)
        };
        let stored = |token: &str, begins: bool| {
            let mut others = row.iter();
            others.any(|(name, value)| {
                name != key
                    && !is_type_name(name)
                    && !(begins && is_key(name))
                    && matches!(value, Value::S(text) if text == token)
            })
        };
        let tokens: Vec<_> = text.split(self.delimiter).collect();
        let mut pattern: Pattern = Vec::new();
        for (at, token) in tokens.iter().enumerate() {
            let follows_constant = at > 0
                && pattern[at - 1]
                    .as_deref()
                    .is_some_and(|before| !before.is_empty());
            let is_constant = match at {
                _ if token.is_empty() => true,
                _ if is_service(token) => true,
                0 if tokens.len() > 1 => leads(token, self.delimiter) && !stored(token, true),
                0 => is_tag(token) && is_generic(key) && !stored(token, false),
                _ if at + 1 < tokens.len() => {
                    leads(token, self.delimiter) && !follows_constant && !stored(token, false)
                }
                _ => is_tag(token) && !follows_constant && !stored(token, false),
            };
            pattern.push(is_constant.then(|| (*token).to_owned()));
        }
        pattern
    }
}

/// Sorts samples by the constants in their keys.
fn by_keys<'a>(cx: &Keys<'_>, one: &str, rows: &[&'a Sample]) -> Vec<Group<'a>> {
    let mut found: BTreeMap<(Pattern, Pattern), Vec<&'a Sample>> = BTreeMap::new();
    for row in rows {
        found.entry(cx.patterns(row)).or_default().push(row);
    }
    // That many first words are values, not constants.
    if found.len() > 24 && found.len() * 3 > rows.len() {
        return vec![Group {
            name: one.to_owned(),
            entity: None,
            rows: rows.to_vec(),
            constant: false,
            aliases: BTreeMap::new(),
        }];
    }
    let mut merged: Vec<((Pattern, Pattern), Vec<&'a Sample>)> = Vec::new();
    for (pattern, rows) in found {
        let same = merged.iter_mut().find(|(known, others)| {
            begins_alike(&known.0, &pattern.0)
                && begins_alike(&known.1, &pattern.1)
                && (known.1.is_empty() || have_same_attributes(others, &rows))
        });
        match same {
            Some((_, others)) => others.extend(rows),
            None => merged.push((pattern, rows)),
        }
    }
    let merged = merged.into_iter().flat_map(|(pattern, rows)| {
        let parts = disjoint(cx.table, rows);
        let constant = parts.len() > 1;
        let parts = parts.into_iter();
        parts.map(move |rows| (pattern.clone(), rows, constant))
    });
    let groups = merged.map(|(pattern, rows, constant)| Group {
        name: type_name(&pattern, one, &rows, cx),
        entity: None,
        rows,
        constant,
        aliases: BTreeMap::new(),
    });
    groups.collect()
}

fn begins_alike(a: &Pattern, b: &Pattern) -> bool {
    a.len() == b.len() && a.first() == b.first()
}

fn attributes(rows: &[&Sample]) -> BTreeSet<String> {
    rows.iter().flat_map(|row| row.keys().cloned()).collect()
}

fn have_same_attributes(a: &[&Sample], b: &[&Sample]) -> bool {
    attributes(a) == attributes(b)
}

/// Splits samples that share only key attributes: they are of two types.
fn disjoint<'a>(table: &TableDefinition, rows: Vec<&'a Sample>) -> Vec<Vec<&'a Sample>> {
    // Only a constant key could tell them apart, and a table has few of those.
    let keys: BTreeSet<_> = rows
        .iter()
        .filter_map(|row| match row.get(&table.pk.name) {
            Some(Value::S(text)) => Some(text.as_str()),
            _ => None,
        })
        .collect();
    if table.sk.is_some() || keys.len() > MOST_CONSTANTS {
        return vec![rows];
    }
    let keys = table.key_attributes();
    let own = |row: &Sample| -> BTreeSet<String> {
        let names = row
            .keys()
            .filter(|name| !keys.iter().any(|key| key.name == **name));
        names.cloned().collect()
    };
    let mut parts: Vec<(BTreeSet<String>, Vec<&'a Sample>)> = Vec::new();
    for row in rows {
        let names = own(row);
        let mut joined = (names, vec![row]);
        // One sample can connect two parts.
        let mut rest = Vec::new();
        for (known, rows) in parts {
            if joined.0.is_empty() || known.is_empty() || !known.is_disjoint(&joined.0) {
                joined.0.extend(known);
                joined.1.splice(0..0, rows);
            } else {
                rest.push((known, rows));
            }
        }
        rest.push(joined);
        parts = rest;
    }
    // Each has one value of a key attribute; otherwise nothing would tell the types apart.
    let is_constant = |rows: &[&Sample]| {
        let keys: BTreeSet<_> = rows
            .iter()
            .map(|row| row.get(&table.pk.name).map(Value::plain))
            .collect();
        keys.len() == 1
    };
    let parts: Vec<_> = parts.into_iter().map(|(_, rows)| rows).collect();
    if parts.len() > 1 && !(table.sk.is_none() && parts.iter().all(|rows| is_constant(rows))) {
        return vec![parts.into_iter().flatten().collect()];
    }
    parts
}

/// A name for an item type by the constants of its keys.
fn type_name((pk, sk): &(Pattern, Pattern), one: &str, rows: &[&Sample], cx: &Keys<'_>) -> String {
    const PLAIN: [&str; 9] = [
        "METADATA", "META", "INFO", "DETAILS", "DETAIL", "DATA", "ROOT", "SELF", "A",
    ];
    let last = |pattern: &Pattern| {
        let mut constants = pattern.iter().flatten().filter(|token| token.len() > 1);
        constants.next_back().cloned()
    };
    let is_constant = !sk.is_empty() && sk.iter().all(Option::is_some);
    if let (None, [row]) = (last(sk), rows)
        && cx.table.sk.is_none()
        && let Some(Value::S(key)) = row.get(&cx.table.pk.name)
        && let Some((_, tail)) = key.rsplit_once(cx.delimiter)
        && last(pk).is_some()
        && pk.len() == 2
        && is_word(tail)
    {
        return tail.to_owned();
    }
    match (last(pk), last(sk)) {
        (Some(pk), Some(sk)) if is_constant => {
            if PLAIN.contains(&sk.as_str()) || pk == sk {
                pk
            } else if sk.starts_with(&pk) {
                sk
            } else {
                format!("{pk}_{sk}")
            }
        }
        (_, Some(sk)) => sk,
        (Some(pk), None) => pk,
        (None, None) => one.to_owned(),
    }
}
