//! Names of query methods, by the purpose of an index.

use std::collections::BTreeSet;

use super::tokens::is_generic;
use crate::import::names;
use crate::import::outline::{IndexUse, ItemOutline, KeyOutline, Piece};

/// Names that every item type already has.
const TAKEN: [&str; 4] = ["key", "query", "scan", "put"];

/// Names the query method of every use of an index that has none.
pub(in crate::import) fn name(item: &mut ItemOutline) {
    let given = item.indexes.iter().map(|one| one.method.clone());
    let mut taken: BTreeSet<String> = given.filter(|name| !name.is_empty()).collect();
    taken.extend(TAKEN.map(str::to_owned));
    let count =
        |index: &str, uses: &[IndexUse]| uses.iter().filter(|one| one.index == index).count();
    for at in 0..item.indexes.len() {
        let one = &item.indexes[at];
        if !one.method.is_empty() {
            continue;
        }
        let is_alone = count(&one.index, &item.indexes) == 1;
        let mut candidates: Vec<String> = Vec::new();
        candidates.extend(said(&one.index).filter(|_| is_alone));
        let pk = parts(&one.pk);
        let called = called(&one.index).filter(|_| is_alone && pk.len() > 1);
        candidates.extend(called);
        candidates.extend(tag(&one.pk));
        candidates.extend(by(&pk));
        let sk = parts(&one.sk);
        if parts(&one.pk).is_empty() {
            candidates.extend(by(&sk));
        }
        let both: Vec<_> = parts(&one.pk).into_iter().chain(sk).collect();
        candidates.extend(by(&both));
        let default = format!("query_{}", names::snake(&one.index));
        let free = candidates.into_iter().find(|name| !taken.contains(name));
        let method = free.unwrap_or_else(|| names::free(&default, |name| taken.contains(name)));
        taken.insert(method.clone());
        item.indexes[at].method = method;
    }
}

/// The query name in the name of an index: `orders_by_owner` is `by_owner`.
fn said(index: &str) -> Option<String> {
    let words = names::words(index);
    let at = words.iter().position(|word| word == "by")?;
    let words: Vec<_> = words[at..].iter().map(String::as_str).collect();
    let words: Vec<_> = words
        .into_iter()
        .filter(|word| !matches!(*word, "index" | "gsi" | "lsi"))
        .collect();
    (words.len() > 1).then(|| words.join("_"))
}

/// The name of an index without the words that every index has.
fn called(index: &str) -> Option<String> {
    let words = names::words(index).into_iter();
    let words = words.filter(|word| {
        let word = word.trim_end_matches(|last: char| last.is_ascii_digit());
        !matches!(word, "" | "index" | "idx" | "gsi" | "lsi" | "gs" | "ls")
    });
    let words: Vec<_> = words.collect();
    (!words.is_empty()).then(|| format!("by_{}", words.join("_")))
}

/// The constant before several fields, which names them together: `REPO#{owner}#{name}`.
fn tag(keys: &[(String, KeyOutline)]) -> Option<String> {
    let [(_, KeyOutline::Built(pieces))] = keys else {
        return None;
    };
    let [Piece::Literal(first), rest @ ..] = pieces.as_slice() else {
        return None;
    };
    let is_plain = |piece: &Piece| match piece {
        Piece::Literal(text) => names::words(text).is_empty(),
        Piece::Component(..) => true,
    };
    let fields = rest
        .iter()
        .filter(|piece| matches!(piece, Piece::Component(..)));
    let words = names::words(first);
    let is_tag = words.len() == 1 && words[0].len() > 1;
    (is_tag && fields.count() > 1 && rest.iter().all(is_plain)).then(|| format!("by_{}", words[0]))
}

/// The fields of a key, without their `_id` suffix, or else the constant it begins with.
fn parts(keys: &[(String, KeyOutline)]) -> Vec<String> {
    let parts = keys.iter().flat_map(|(attribute, key)| match key {
        KeyOutline::Own(_) if is_generic(attribute) => Vec::new(),
        KeyOutline::Built(pieces) if key.components().is_empty() => pieces
            .iter()
            .filter_map(|piece| match piece {
                Piece::Literal(text) => Some(names::snake(text)),
                Piece::Component(..) => None,
            })
            .collect(),
        KeyOutline::TypeAttr => vec!["type".to_owned()],
        _ => key
            .components()
            .iter()
            .map(|name| {
                // The last name of `address.city`.
                let name = name.rsplit('.').next().unwrap_or(name);
                name.strip_suffix("_id")
                    .filter(|rest| !rest.is_empty())
                    .unwrap_or(name)
                    .to_owned()
            })
            .collect::<Vec<_>>(),
    });
    parts.collect()
}

fn by(parts: &[String]) -> Option<String> {
    let mut seen = BTreeSet::new();
    let parts: Vec<_> = parts
        .iter()
        .filter(|part| seen.insert(part.as_str()))
        .take(3)
        .cloned()
        .collect();
    (!parts.is_empty()).then(|| format!("by_{}", parts.join("_and_")))
}
