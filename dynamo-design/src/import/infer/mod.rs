//! From tables and sample items to item types. Every inference is checked against every sample; one
//! that does not fit all of them is not made, and reported.

mod apart;
mod collections;
mod columns;
pub(super) mod declared;
mod docs;
mod fields;
mod groups;
mod indexes;
mod item;
mod keys;
mod queries;
mod search;
mod taken;
mod templates;
mod texts;
mod tokens;
mod ttl;
mod type_attr;
mod types;
mod unused;
mod vectors;

use std::collections::{BTreeMap, BTreeSet};

use self::groups::Group;
pub(super) use self::groups::Labelled;
use super::names;
use super::outline::{FieldOutline, ItemOutline, NamedTypes, TableOutline};
use crate::contradiction::settle;
use crate::{Design, Types, Value};

/// The shared state of the inference of several tables.
#[derive(Default)]
pub(super) struct Inference {
    pub(super) named: NamedTypes,
    pub(super) notes: Vec<String>,
    /// The attributes that a source declares for tables, for those without samples.
    pub(super) attributes: Vec<(String, Vec<(String, String)>)>,
}

impl Inference {
    /// The item types of a table, from its samples.
    pub(super) fn table(&mut self, mut design: Design, samples: &[Labelled]) -> TableOutline {
        let delimiter = delimiter(&design, samples);
        let one = names::singular(&names::pascal(&design.name));
        let found = groups::groups(&design.table, &one, samples, delimiter);
        design.type_attr = found.type_attr;
        let mut groups = found.groups;
        let (items, by_attribute) = loop {
            let mark = self.notes.len();
            let taken = self.named.mark();
            let items = self.items(&design, &groups, delimiter);
            match apart::first_overlap(&items, delimiter) {
                None => break (items, false),
                Some(_) if design.type_attr.is_some() => break (items, true),
                Some((first, second)) => {
                    self.notes.truncate(mark);
                    self.named.back_to(taken);
                    // One item each: its key identifies its type.
                    let keys = [first, second].map(|at| groups[at].only_key(&design.table));
                    if keys.iter().all(Option::is_some) && keys[0] != keys[1] {
                        groups[first].constant = true;
                        groups[second].constant = true;
                        continue;
                    }
                    let rows = groups.remove(second).rows;
                    groups[first].rows.extend(rows);
                }
            }
        };
        let mut questions = settle(&mut design);
        let items = if items.is_empty() {
            questions.push(
                "there were no sample items; add the fields, and templates for keys that are built"
                    .to_owned(),
            );
            let bare = Group {
                name: one,
                entity: None,
                rows: Vec::new(),
                constant: false,
                aliases: BTreeMap::new(),
            };
            let mut item = self.item(&design, &bare, delimiter, false);
            self.add_declared(&design, &mut item);
            vec![item]
        } else {
            items
        };
        if by_attribute {
            design.types = Types::ByAttribute;
        }
        let shared = items.len() > 1 || design.type_attr.is_some();
        let mut items = items;
        if shared {
            unused::give_to_the_first(&design, &mut items);
            unused::give_projected(&design, &mut items);
            design.name = self.named.reserve(&names::pascal(&design.name), "Table");
        } else if let [only] = items.as_slice() {
            design.name.clone_from(&only.name);
        }
        let mut outline = TableOutline {
            design,
            delimiter,
            by_attribute,
            items,
            collections: Vec::new(),
            questions,
        };
        collections::find(&mut outline, &mut self.named);
        outline
    }

    /// Adds the attributes that a source declares, but no sample has.
    fn add_declared(&self, design: &Design, item: &mut ItemOutline) {
        let mut tables = self.attributes.iter();
        let Some((_, attributes)) = tables.find(|(table, _)| *table == design.table.name) else {
            return;
        };
        for (attribute, ty) in attributes {
            let mut known = item.fields.iter();
            if known.any(|field| field.attribute.as_ref() == Some(attribute)) {
                continue;
            }
            let name = names::snake(attribute);
            let name = names::free(&name, |name| item.field(name).is_some());
            let mut questions = Vec::new();
            let ty = declared::of_word(ty, &mut questions);
            item.fields.push(FieldOutline {
                name,
                attribute: Some(attribute.clone()),
                docs: docs::of_field(attribute, &ty),
                ty,
                optional: true,
                role: None,
                questions,
            });
        }
    }

    fn items(
        &mut self,
        design: &Design,
        groups: &[Group<'_>],
        delimiter: char,
    ) -> Vec<ItemOutline> {
        let shared = groups.len() > 1 || design.type_attr.is_some();
        let items = groups.iter();
        items
            .map(|group| self.item(design, group, delimiter, shared))
            .collect()
    }

    fn item(
        &mut self,
        design: &Design,
        group: &Group<'_>,
        delimiter: char,
        shared: bool,
    ) -> ItemOutline {
        let name = self.named.reserve(&names::pascal(&group.name), "Item");
        // Attributes that fit no template become fields, one at a time, until every sample fits.
        let mut own = BTreeSet::new();
        loop {
            let taken = self.named.mark();
            let cx = item::Context {
                design,
                delimiter,
                shared,
                own: &own,
            };
            match item::build(&cx, &name, group, &mut self.named) {
                Ok(item) => return item,
                Err(fault) => {
                    self.notes.push(fault.note);
                    self.named.back_to(taken);
                    own.insert(fault.attribute);
                }
            }
        }
    }
}

fn delimiter(design: &Design, samples: &[Labelled]) -> char {
    let keys = design.table.key_attributes();
    let texts = samples.iter().flat_map(|labelled| {
        keys.iter()
            .filter_map(|key| match labelled.sample.get(&key.name) {
                // An id has its own punctuation.
                Some(Value::S(text))
                    if tokens::is_generic(&key.name) || text.contains(['#', '|']) =>
                {
                    Some(text.as_str())
                }
                _ => None,
            })
    });
    tokens::delimiter(texts)
}
