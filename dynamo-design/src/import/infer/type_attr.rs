//! The attribute that holds the item type of each item.

use std::collections::{BTreeMap, BTreeSet};

use super::groups::{Keys, Pattern};
use crate::import::names;
use crate::{Sample, Value};

/// Names of attributes that hold the item type and nothing else.
const TYPE_NAMES: [&str; 12] = [
    "entitytype",
    "entity",
    "type",
    "itemtype",
    "recordtype",
    "objecttype",
    "et",
    "kind",
    "edbe",
    "model",
    "typename",
    "datatype",
];

/// Of these, the names that could be an attribute like any other.
const WEAK_NAMES: [&str; 3] = ["type", "kind", "model"];

pub(super) fn is_type_name(attribute: &str) -> bool {
    let letters = attribute.chars().filter(char::is_ascii_alphanumeric);
    let name = letters.collect::<String>().to_ascii_lowercase();
    TYPE_NAMES.contains(&name.as_str())
}

/// The attribute that tells item types apart: every sample has it, and keys depend on it.
pub(super) fn type_attribute(cx: &Keys<'_>, rows: &[&Sample]) -> Option<String> {
    let first = rows.first()?;
    let keys = cx.table.key_attributes();
    let is_key = |name: &str| keys.iter().any(|key| key.name == name);
    let candidates = first
        .keys()
        .filter(|name| is_type_name(name) && !is_key(name));
    let mut candidates: Vec<_> = candidates.collect();
    candidates.sort_by_key(|name| {
        let lower: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
        let lower = lower.to_ascii_lowercase();
        TYPE_NAMES.iter().position(|known| *known == lower)
    });
    candidates
        .into_iter()
        .find(|name| tells_types(cx, rows, name))
        .cloned()
}

fn tells_types(cx: &Keys<'_>, rows: &[&Sample], attribute: &str) -> bool {
    let mut patterns: BTreeMap<&str, BTreeSet<(Pattern, Pattern)>> = BTreeMap::new();
    for row in rows {
        let Some(Value::S(entity)) = row.get(attribute) else {
            return false;
        };
        patterns.entry(entity).or_default().insert(cx.patterns(row));
    }
    if patterns
        .keys()
        .any(|entity| names::words(entity).is_empty())
    {
        return false;
    }
    let lower = attribute.to_ascii_lowercase();
    let weak = WEAK_NAMES.contains(&lower.as_str());
    let constant = |pattern: &Pattern| pattern.iter().flatten().any(|token| !token.is_empty());
    let mut seen: BTreeSet<&(Pattern, Pattern)> = BTreeSet::new();
    let apart = patterns
        .values()
        .flatten()
        .all(|pattern| seen.insert(pattern));
    // One type in all samples: its name is in its keys, or the attribute has no other use.
    if patterns.len() == 1 {
        let names_it = patterns.iter().any(|(entity, patterns)| {
            patterns.iter().any(|(pk, sk)| {
                pk.iter()
                    .chain(sk)
                    .flatten()
                    .any(|token| token.eq_ignore_ascii_case(entity))
            })
        });
        return names_it || !weak;
    }
    if weak {
        let constants = patterns
            .values()
            .flatten()
            .all(|(pk, sk)| constant(pk) || constant(sk));
        return apart && constants || is_in_keys(cx, rows, attribute);
    }
    patterns.len() * 2 <= rows.len() || apart
}

/// Whether the keys of most types have the type's name in them, and those of some have not: an
/// attribute like any other does not follow the keys.
fn is_in_keys(cx: &Keys<'_>, rows: &[&Sample], attribute: &str) -> bool {
    let letters = |text: &str| -> String {
        let letters = text.chars().filter(char::is_ascii_alphanumeric);
        letters.collect::<String>().to_ascii_lowercase()
    };
    let mut types: BTreeMap<&str, bool> = BTreeMap::new();
    let mut shapes = BTreeSet::new();
    for row in rows {
        let Some(Value::S(entity)) = row.get(attribute) else {
            return false;
        };
        let name = letters(entity);
        let keys = [Some(&cx.table.pk), cx.table.sk.as_ref()];
        let keys = keys.into_iter().flatten();
        let mut tokens = keys.flat_map(|key| match row.get(&key.name) {
            Some(Value::S(text)) => text.split(cx.delimiter).collect(),
            _ => Vec::new(),
        });
        let is_named = tokens.any(|token| letters(token) == name);
        let known = types.entry(entity).or_insert(true);
        *known &= is_named;
        shapes.insert(cx.patterns(row));
    }
    let named = types.values().filter(|named| **named).count();
    shapes.len() > 1 && named * 2 >= types.len() && named > 1
}
