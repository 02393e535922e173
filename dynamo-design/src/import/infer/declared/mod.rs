//! Item types that a source declares: a lock file, or a schema with templates.

mod component;
mod role;
mod stored;

use std::collections::BTreeSet;

use super::{Inference, fields, queries};
use crate::contradiction::settle;
use crate::import::names;
use crate::import::outline::{
    CollectionOutline, FieldOutline, IndexUse, ItemOutline, KeyOutline, Piece, TableOutline,
};
use crate::{CollectionDesign, Design, ItemDesign, KeyDesign, QueryDesign, Sample, Types};

use self::component::{key_of, sortable};
use self::role::{enums_of, flatten, roles, ttl, vectors};
use self::stored::field_of;
pub(super) use self::stored::of_word;

impl Inference {
    /// The item types that a design declares, with field types from samples.
    pub(in crate::import) fn declared(&mut self, mut design: Design) -> TableOutline {
        let items = std::mem::take(&mut design.items);
        let collections = std::mem::take(&mut design.collections);
        let shared = items.len() > 1 || design.type_attr.is_some();
        for item in &items {
            self.named.reserve(&item.name, "Item");
        }
        if shared {
            // Several items may each declare the table, under the name of the first.
            let suffix = if items.iter().any(|item| item.name == design.name) {
                "Table"
            } else {
                ""
            };
            design.name = self
                .named
                .reserve(&format!("{}{suffix}", design.name), "Table");
        }
        let outlines = items.iter().map(|item| self.item_of(&design, item));
        let items: Vec<_> = outlines.collect();
        let collections = collections.into_iter();
        let collections = collections.map(|collection| collection_of(collection, &items));
        let collections: Vec<_> = collections.collect();
        for collection in &collections {
            self.named.reserve(&collection.name, "Collection");
        }
        let questions = settle(&mut design);
        TableOutline {
            by_attribute: design.types == Types::ByAttribute,
            delimiter: delimiter(&items),
            design,
            items,
            collections,
            questions,
        }
    }

    fn item_of(&mut self, design: &Design, item: &ItemDesign) -> ItemOutline {
        let mut made: Vec<FieldOutline> = Vec::new();
        for field in &item.fields {
            made.push(field_of(item, field, &mut self.named));
        }
        vectors(design, item, &mut made);
        flatten(design, item, &mut made);
        let mut queries = item.queries.iter();
        let primary = queries.next();
        let key = |key: &KeyDesign| key_of(design, &made, key);
        let pk = primary.and_then(|query| query.pk.first()).map(key);
        let sk = primary.and_then(|query| query.sk.first()).map(key);
        let indexes = queries.map(|query| index_use(query, key));
        let mut indexes: Vec<_> = indexes.collect();
        let mut sk = sk;
        if let (Some(key), Some(sort)) = (&mut sk, &design.table.sk) {
            sortable(&sort.name, key, false, &mut made);
        }
        for (attribute, key) in indexes.iter_mut().flat_map(|one| &mut one.sk) {
            sortable(attribute, key, true, &mut made);
        }
        for one in &indexes {
            if let Some(when) = &one.when {
                enums_of(when, &mut made, &mut self.named);
            }
        }
        for used in [&pk, &sk].into_iter().flatten() {
            for name in used.components() {
                let mut fields = made.iter_mut();
                if let Some(field) = fields.find(|field| field.name == name) {
                    field.optional = false;
                }
            }
        }
        let primary: BTreeSet<String> = [&pk, &sk]
            .into_iter()
            .flatten()
            .flat_map(KeyOutline::components)
            .map(str::to_owned)
            .collect();
        let rows: Vec<&Sample> = item.samples.iter().collect();
        roles(item, &mut made);
        if !rows.is_empty() {
            fields::roles(&mut made, &rows, &primary);
            roles(item, &mut made);
        }
        ttl(design, item, &mut made);
        let fallback = || KeyOutline::Own(names::snake(&design.table.pk.name));
        let mut outline = ItemOutline {
            name: item.name.clone(),
            entity: item.entity.clone(),
            docs: item
                .docs
                .clone()
                .unwrap_or_else(|| format!("An item of `{}`.", design.table.name)),
            fields: made,
            pk: pk.unwrap_or_else(fallback),
            sk,
            indexes,
            questions: Vec::new(),
            samples: item.samples.clone(),
        };
        queries::name(&mut outline);
        outline
    }
}

fn index_use(query: &QueryDesign, key: impl Fn(&KeyDesign) -> KeyOutline) -> IndexUse {
    let keys = |keys: &[KeyDesign]| {
        let keys = keys.iter();
        keys.map(|one| (one.attribute.clone(), key(one))).collect()
    };
    IndexUse {
        index: query.index.clone().unwrap_or_default(),
        pk: keys(&query.pk),
        sk: keys(&query.sk),
        method: query.method.clone(),
        scan: query.scan.clone(),
        when: query.when.clone(),
    }
}

fn collection_of(collection: CollectionDesign, items: &[ItemOutline]) -> CollectionOutline {
    let uses = |member: &str| {
        let item = items.iter().find(|item| item.name == member);
        let index = collection.index.as_deref();
        item.map_or(0, |item| {
            let uses = item.indexes.iter();
            uses.filter(|one| Some(one.index.as_str()) == index).count()
        })
    };
    let several = collection
        .members
        .iter()
        .any(|member| uses(&member.item) > 1);
    let query = collection
        .members
        .first()
        .map(|member| member.query.clone());
    CollectionOutline {
        docs: collection
            .docs
            .unwrap_or_else(|| "Items that are read together.".to_owned()),
        name: collection.name,
        index: collection.index,
        query: query.filter(|_| several),
        members: collection
            .members
            .into_iter()
            .map(|member| member.item)
            .collect(),
    }
}

/// The delimiter between components in the templates.
fn delimiter(items: &[ItemOutline]) -> char {
    let keys = items.iter().flat_map(|item| {
        let indexes = item
            .indexes
            .iter()
            .flat_map(|one| one.pk.iter().chain(&one.sk));
        let indexes = indexes.map(|(_, key)| key);
        [&item.pk].into_iter().chain(&item.sk).chain(indexes)
    });
    let mut between = None;
    for key in keys {
        let KeyOutline::Built(pieces) = key else {
            continue;
        };
        for window in pieces.windows(2) {
            if let [Piece::Literal(text), Piece::Component(..)] = window {
                between = between.or_else(|| text.chars().next_back());
            }
            if let [Piece::Component(..), Piece::Literal(text)] = window {
                between = between.or_else(|| text.chars().next());
            }
        }
    }
    between.filter(char::is_ascii_punctuation).unwrap_or('#')
}
