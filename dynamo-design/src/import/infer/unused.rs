//! Indexes that no sample is in: one item type declares each, with a question about it.

use super::keys::key_type;
use super::{docs, queries};
use crate::import::names;
use crate::import::outline::{FieldOutline, IndexUse, ItemOutline, KeyOutline, Ty};
use crate::{Design, IndexDefinition, KeyAttribute};

/// Puts the first item type into every unused index, with optional fields.
pub(super) fn give_to_the_first(design: &Design, items: &mut [ItemOutline]) {
    let is_used = |index: &&IndexDefinition, items: &[ItemOutline]| {
        let mut uses = items.iter().flat_map(|item| &item.indexes);
        uses.any(|one| one.index == index.name)
    };
    for index in &design.table.indexes {
        // A vector cannot be made up.
        if is_used(&index, items) || index.vector.is_some() {
            continue;
        }
        if let Some(first) = items.first_mut() {
            add(design, index, first);
        }
    }
}

fn add(design: &Design, index: &IndexDefinition, item: &mut ItemOutline) {
    let mut keys = |keys: &[KeyAttribute]| -> Vec<(String, KeyOutline)> {
        let keys = keys.iter();
        keys.map(|one| (one.name.clone(), key(design, index, one, item)))
            .collect()
    };
    let (pk, sk) = (keys(&index.pk), keys(&index.sk));
    item.indexes.push(IndexUse {
        index: index.name.clone(),
        pk,
        sk,
        method: String::new(),
        scan: None,
        when: None,
    });
    queries::name(item);
}

fn key(
    design: &Design,
    index: &IndexDefinition,
    key: &KeyAttribute,
    item: &mut ItemOutline,
) -> KeyOutline {
    let sk = design.table.sk.as_ref();
    if design.table.pk.name == key.name || sk.is_some_and(|sk| sk.name == key.name) {
        return KeyOutline::OfTable;
    }
    if design.type_attr.as_ref() == Some(&key.name) {
        return KeyOutline::TypeAttr;
    }
    let mut known = item.fields.iter();
    if let Some(field) = known.find(|field| field.attribute.as_ref() == Some(&key.name)) {
        return KeyOutline::Own(field.name.clone());
    }
    let ty = key_type(key, &Ty::Text);
    let name = names::snake(&key.name);
    let name = names::free(&name, |name| item.field(name).is_some());
    item.fields.push(FieldOutline {
        name: name.clone(),
        attribute: Some(key.name.clone()),
        docs: docs::of_field(&key.name, &ty),
        ty,
        optional: true,
        role: None,
        questions: vec![format!(
            "no sample is in index `{}`; which items are?",
            index.name
        )],
    });
    KeyOutline::Own(name)
}
