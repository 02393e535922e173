//! Item types that are read together, because their partition keys are built alike.

use crate::ProjectedAttributes;
use crate::import::names;
use crate::import::outline::{
    CollectionOutline, ItemOutline, KeyOutline, NamedTypes, Piece, TableOutline, Ty,
};

/// Finds the collections of a table and of its indexes.
pub(super) fn find(table: &mut TableOutline, named: &mut NamedTypes) {
    if table.items.len() < 2 {
        return;
    }
    let mut found = Vec::new();
    if table.design.table.sk.is_some() {
        let keyed = table.items.iter().map(|item| (item, &item.pk));
        found.extend(alike(keyed.collect(), None));
    }
    for index in &table.design.table.indexes {
        if index.projection != ProjectedAttributes::All || index.sk.is_empty() {
            continue;
        }
        let keyed = table.items.iter().filter_map(|item| {
            let mut uses = item.indexes.iter().filter(|one| one.index == index.name);
            let one = uses.next()?;
            match (uses.next(), one.pk.as_slice()) {
                (None, [(_, key)]) => Some((item, key)),
                _ => None,
            }
        });
        found.extend(alike(keyed.collect(), Some(&index.name)));
    }
    for mut collection in found {
        collection.name = named.reserve(&collection.name, "Entry");
        table.collections.push(collection);
    }
}

/// The collections among item types with these partition keys.
fn alike(keyed: Vec<(&ItemOutline, &KeyOutline)>, index: Option<&str>) -> Vec<CollectionOutline> {
    let mut found: Vec<(Vec<Shape>, &KeyOutline, Vec<String>)> = Vec::new();
    for (item, key) in keyed {
        let Some(shape) = shape(item, key) else {
            continue;
        };
        match found.iter_mut().find(|(known, ..)| *known == shape) {
            Some((.., members)) => members.push(item.name.clone()),
            None => found.push((shape, key, vec![item.name.clone()])),
        }
    }
    let found = found.into_iter().filter(|(.., members)| members.len() > 1);
    found
        .map(|(_, key, members)| {
            let subject = subject(key);
            let words = names::words(&subject).join(" ");
            let docs = match index {
                None => format!(
                    "Everything in the partition of {}.",
                    names::with_article(&words)
                ),
                Some(index) => {
                    let words = names::with_article(&words);
                    format!("Everything that index `{index}` has of {words}.")
                }
            };
            let name = match index {
                None => format!("{subject}Item"),
                Some(index) => format!("{subject}In{}", names::pascal(index)),
            };
            CollectionOutline {
                name,
                docs,
                index: index.map(str::to_owned),
                query: None,
                members,
            }
        })
        .collect()
}

/// The shape of a key part, on which item types of a collection must agree.
#[derive(PartialEq)]
enum Shape {
    Text(String),
    Value(Ty, String),
}

fn shape(item: &ItemOutline, key: &KeyOutline) -> Option<Vec<Shape>> {
    let KeyOutline::Built(pieces) = key else {
        return None;
    };
    let shapes = pieces.iter().map(|piece| match piece {
        Piece::Literal(text) => Some(Shape::Text(text.clone())),
        Piece::Component(name, format) => {
            let field = item.field(name)?;
            Some(Shape::Value(field.ty.clone(), format.clone()))
        }
    });
    shapes.collect()
}

/// The subject of a partition: the beginning of its key.
fn subject(key: &KeyOutline) -> String {
    let KeyOutline::Built(pieces) = key else {
        return "Any".to_owned();
    };
    let literal = pieces.iter().find_map(|piece| match piece {
        Piece::Literal(text) if !names::words(text).is_empty() => Some(names::pascal(text)),
        _ => None,
    });
    let component = || key.components().first().map(|name| names::pascal(name));
    literal
        .or_else(component)
        .unwrap_or_else(|| "Any".to_owned())
}
