//! Indexes that no sample is in: one item type declares each, with a question about it.

use super::keys::key_type;
use super::{docs, queries};
use crate::import::names;
use crate::import::outline::{FieldOutline, IndexUse, ItemOutline, KeyOutline, Ty};
use crate::{Design, IndexDefinition, KeyAttribute, ProjectedAttributes};

/// Gives an attribute that an index holds and no sample has to an item type of that index: the
/// derives accept only attributes that some item type stores.
pub(super) fn give_projected(design: &Design, items: &mut [ItemOutline]) {
    let keys = design.table.key_attributes();
    for index in &design.table.indexes {
        let ProjectedAttributes::Include(names) = &index.projection else {
            continue;
        };
        for attribute in names {
            let stored = items.iter().flat_map(|item| &item.fields);
            let mut stored = stored.filter_map(|field| field.attribute.as_ref());
            let is_type = design.type_attr.as_ref() == Some(attribute);
            let is_known = is_type
                || stored.any(|stored| stored == attribute)
                || keys.iter().any(|key| key.name == *attribute);
            let is_in = |item: &ItemOutline| item.indexes.iter().any(|one| one.index == index.name);
            let Some(at) = items.iter().position(is_in).filter(|_| !is_known) else {
                continue;
            };
            let name = names::snake(attribute);
            let name = names::free(&name, |name| items[at].field(name).is_some());
            items[at].fields.push(FieldOutline {
                name,
                attribute: Some(attribute.clone()),
                docs: docs::of_field(attribute, &Ty::Text),
                ty: Ty::Text,
                optional: true,
                role: None,
                questions: vec![format!(
                    "index `{}` holds it and no sample does; what is its type?",
                    index.name
                )],
            });
        }
    }
}

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
