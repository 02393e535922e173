//! Item types that a source declares: a lock file, or a schema with templates.

use std::collections::BTreeSet;

use super::fields;
use super::types::{Place, infer};
use super::{Inference, queries};
use crate::contradiction::settle;
use crate::import::names;
use crate::import::outline::{
    CollectionOutline, EnumOutline, FieldOutline, IndexUse, ItemOutline, KeyOutline, NamedTypes,
    Piece, Role, TableOutline, Ty,
};
use crate::import::time::TimeForm;
use crate::{
    CollectionDesign, Design, FieldDesign, ItemDesign, KeyDesign, KeyText, QueryDesign, Sample,
    Types, Value,
};

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

/// Gives the fields of vector indexes their types, which a design knows by the index.
fn vectors(design: &Design, item: &ItemDesign, fields: &mut [FieldOutline]) {
    for query in &item.queries {
        let index = query
            .index
            .as_deref()
            .and_then(|name| design.table.index(name));
        let Some(vector) = index.and_then(|index| index.vector.as_ref()) else {
            continue;
        };
        for field in &mut *fields {
            if field.attribute.as_ref() == Some(&vector.attribute) {
                field.ty = Ty::Vector(vector.dimensions);
                field.questions.clear();
            }
        }
    }
}

/// Makes a sort key with an unpadded number a plain field: it does not sort like the numbers, so no
/// template is accepted.
fn sortable(attribute: &str, key: &mut KeyOutline, optional: bool, fields: &mut Vec<FieldOutline>) {
    let KeyOutline::Built(pieces) = &*key else {
        return;
    };
    let is_number = |name: &str| {
        let mut fields = fields.iter();
        let field = fields.find(|field| field.name == name);
        field.is_some_and(|field| {
            matches!(
                field.ty,
                Ty::Unsigned | Ty::Signed | Ty::Decimal | Ty::Float
            )
        })
    };
    let is_plain = |piece: &Piece| matches!(piece, Piece::Component(name, format) if format.is_empty() && is_number(name));
    if pieces.len() < 2 || !pieces.iter().any(is_plain) {
        return;
    }
    let name = names::snake(attribute);
    let name = names::free(&name, |name| fields.iter().any(|field| field.name == name));
    fields.push(FieldOutline {
        name: name.clone(),
        attribute: Some(attribute.to_owned()),
        ty: Ty::Text,
        optional,
        role: None,
        docs: fields::docs(attribute, &Ty::Text),
        questions: vec![
            "it has a number in it that is not padded, and so does not sort as numbers do; can it \
             be padded, as in `{number:08}`?"
                .to_owned(),
        ],
    });
    *key = KeyOutline::Own(name);
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

/// The values of a field in samples, and whether any sample lacks it.
fn values<'a>(item: &'a ItemDesign, attribute: &str) -> (Vec<&'a Value>, bool) {
    let found = item
        .samples
        .iter()
        .filter_map(|sample| sample.get(attribute));
    let found: Vec<_> = found.collect();
    let missing = found.len() < item.samples.len();
    (found, missing)
}

fn field_of(item: &ItemDesign, field: &FieldDesign, named: &mut NamedTypes) -> FieldOutline {
    let attribute = field.attribute.as_deref();
    let (values, missing) = attribute.map_or((Vec::new(), false), |name| values(item, name));
    let (word, optional) = match field.ty.as_deref() {
        Some(word) => match word.strip_suffix('?') {
            Some(word) => (Some(word), true),
            None => (Some(word), missing),
        },
        None => (None, missing),
    };
    let mut questions = Vec::new();
    let formats = formats(item, &field.name);
    let mut ty = match word {
        _ if !values.is_empty() => {
            let place = Place {
                owner: &item.name,
                field: &field.name,
                depth: 0,
            };
            let typed = infer(&values, &place, named);
            questions.extend(typed.questions);
            typed.ty
        }
        Some(word) => of_word(word, &mut questions),
        None if attribute.is_none() || !formats.is_empty() => Ty::Text,
        None => {
            questions.push("what is its type?".to_owned());
            Ty::Any
        }
    };
    let is_key = is_own_key(item, attribute);
    for format in &formats {
        ty = of_format(format, ty);
    }
    if is_key {
        ty = match ty {
            Ty::Time(TimeForm::EpochSeconds | TimeForm::EpochMillis) => Ty::Unsigned,
            Ty::Time(_) if !formats.iter().any(|format| is_precision(format)) => Ty::Text,
            other => other,
        };
    }
    if formats.iter().any(String::is_empty)
        && matches!(ty, Ty::Time(_))
        && is_sorted(item, &field.name)
    {
        ty = Ty::Text;
        questions.clear();
    }
    // An empty set needs no `Option`, and the modules written for these forms do not accept one.
    let takes_option = !matches!(
        ty,
        Ty::Set(_) | Ty::Time(TimeForm::Spaced | TimeForm::DayFirst | TimeForm::MonthFirst)
    );
    let optional = optional || field.optional && takes_option;
    FieldOutline {
        name: field.name.trim_start_matches("r#").to_owned(),
        attribute: field.attribute.clone(),
        docs: field.docs.clone().unwrap_or_else(|| match attribute {
            Some(attribute) => fields::docs(attribute, &ty),
            None => "Stored only inside a key.".to_owned(),
        }),
        ty,
        optional,
        role: None,
        questions,
    }
}

/// Whether an attribute is itself a key somewhere.
fn is_own_key(item: &ItemDesign, attribute: Option<&str>) -> bool {
    let keys = item
        .queries
        .iter()
        .flat_map(|query| query.pk.iter().chain(&query.sk));
    let mut own = keys.filter(|key| !key.built);
    own.any(|key| Some(key.attribute.as_str()) == attribute)
}

/// Whether a field is in a sort key without a format.
fn is_sorted(item: &ItemDesign, field: &str) -> bool {
    let keys = item.queries.iter().flat_map(|query| &query.sk);
    let mut texts = keys.flat_map(|key| &key.template);
    texts.any(|text| matches!(text, KeyText::Component(name) if name == field))
}

/// The formats that a field has in keys; empty text if it has none.
fn formats(item: &ItemDesign, field: &str) -> Vec<String> {
    let keys = item
        .queries
        .iter()
        .flat_map(|query| query.pk.iter().chain(&query.sk));
    let texts = keys.flat_map(|key| &key.template);
    let formats = texts.filter_map(|text| match text {
        KeyText::Component(written) => {
            let (name, format) = split(written);
            (name == field).then(|| format.to_owned())
        }
        KeyText::Literal(_) => None,
    });
    formats.collect()
}

/// A component's field and format: `price:neg` is `price` and `:neg`.
fn split(component: &str) -> (&str, &str) {
    match component.find(':') {
        Some(at) => component.split_at(at),
        None => (component, ""),
    }
}

fn is_precision(format: &str) -> bool {
    matches!(format, ":seconds" | ":millis" | ":micros" | ":nanos")
}

/// The type that a format needs.
fn of_format(format: &str, found: Ty) -> Ty {
    match (format, &found) {
        (_, Ty::Time(_)) if is_precision(format) => found,
        (_, _) if is_precision(format) => Ty::Time(TimeForm::Rfc3339),
        (":neg" | ":sortable", Ty::Unsigned | Ty::Signed | Ty::Decimal | Ty::Float) => found,
        (":neg" | ":sortable", _) => Ty::Decimal,
        (_, Ty::Unsigned) => found,
        (padded, _) if padded.starts_with(":0") => Ty::Unsigned,
        _ => found,
    }
}

/// The type by DynamoDB's name, or by the word of a schema.
pub(super) fn of_word(word: &str, questions: &mut Vec<String>) -> Ty {
    match word {
        "S" | "string" | "uuid" => Ty::Text,
        "N" => {
            questions.push("whole numbers or fractions? `u64` or `i64` reads better".to_owned());
            Ty::Decimal
        }
        "integer" => Ty::Signed,
        "decimal" | "float" | "number" => Ty::Decimal,
        "BOOL" | "boolean" => Ty::Bool,
        "B" | "binary" => Ty::Bytes,
        "SS" => Ty::Set(Box::new(Ty::Text)),
        "NS" => Ty::Set(Box::new(Ty::Decimal)),
        "BS" => Ty::Set(Box::new(Ty::Bytes)),
        "L" | "array" => Ty::List(Box::new(Ty::Any)),
        "M" | "object" => Ty::Map(Box::new(Ty::Any)),
        _ => match word.strip_prefix("array of ") {
            Some(element) => Ty::List(Box::new(of_word(element, &mut Vec::new()))),
            None => {
                questions.push(format!("the source calls its type `{word}`; which is it?"));
                Ty::Any
            }
        },
    }
}

fn key_of(design: &Design, fields: &[FieldOutline], key: &KeyDesign) -> KeyOutline {
    let table = &design.table;
    let is_primary = key.attribute == table.pk.name
        || table.sk.as_ref().is_some_and(|sk| sk.name == key.attribute);
    let mut own = fields.iter();
    let own = own.find(|field| field.attribute.as_deref() == Some(&key.attribute));
    if key.built {
        return KeyOutline::Built(pieces(&key.template));
    }
    match own {
        Some(field) => match key.template.as_slice() {
            [KeyText::Component(written)] if !split(written).1.is_empty() => {
                KeyOutline::OwnAs(field.name.clone(), split(written).1.to_owned())
            }
            _ => KeyOutline::Own(field.name.clone()),
        },
        None if is_primary => KeyOutline::OfTable,
        None if design.type_attr.as_ref() == Some(&key.attribute) => KeyOutline::TypeAttr,
        None => KeyOutline::Built(pieces(&key.template)),
    }
}

fn pieces(template: &[KeyText]) -> Vec<Piece> {
    let pieces = template.iter().map(|text| match text {
        KeyText::Literal(text) => Piece::Literal(text.clone()),
        KeyText::Component(written) => {
            let (name, format) = split(written);
            Piece::Component(name.to_owned(), format.to_owned())
        }
    });
    pieces.collect()
}

/// Gives the field that collects other attributes its type. A design says only that it has no
/// attribute of its own and is in no key.
fn flatten(design: &Design, item: &ItemDesign, fields: &mut Vec<FieldOutline>) {
    let mut found = false;
    fields.retain_mut(|field| {
        let is_open = field.attribute.is_none() && formats(item, &field.name).is_empty();
        if !is_open {
            return true;
        }
        if found || !nested_in_keys(item, &field.name) {
            found = true;
            field.ty = Ty::Map(Box::new(Ty::Any));
            field.role = Some(Role::Flatten);
            field.questions =
                vec!["does it take up other attributes, or is it not stored?".to_owned()];
        }
        true
    });
    let _ = design;
}

/// Whether no template reaches into a field.
fn nested_in_keys(item: &ItemDesign, field: &str) -> bool {
    formats(item, field)
        .iter()
        .any(|format| format.starts_with('.'))
}

/// The roles of fields in a design.
fn roles(item: &ItemDesign, fields: &mut [FieldOutline]) {
    for field in fields {
        let attribute = field.attribute.as_deref();
        if attribute.is_none() {
            continue;
        }
        if item.version.as_deref() == attribute {
            field.role = Some(Role::Version);
            field.ty = Ty::Unsigned;
            field.questions.clear();
        } else if item.soft_delete.as_deref() == attribute {
            field.role = Some(Role::SoftDelete);
            field.optional = true;
        } else if item
            .unique
            .iter()
            .any(|name| Some(name.as_str()) == attribute)
        {
            let lookup = item
                .lookups
                .iter()
                .find(|lookup| lookup.field == field.name);
            field.role = Some(Role::Unique(lookup.map(|lookup| lookup.method.clone())));
        } else if matches!(field.role, Some(Role::Version | Role::SoftDelete)) {
            field.role = None;
        }
    }
}

fn ttl(design: &Design, item: &ItemDesign, fields: &mut [FieldOutline]) {
    let Some(ttl) = &design.table.ttl else { return };
    let mut fields = fields.iter_mut();
    let Some(field) = fields.find(|field| field.attribute.as_ref() == Some(ttl)) else {
        return;
    };
    field.ty = Ty::Unsigned;
    field.questions.clear();
    if let Some(seconds) = item.ttl_after {
        let (number, unit) = match seconds {
            _ if seconds % 86_400 == 0 => (seconds / 86_400, 'd'),
            _ if seconds % 3600 == 0 => (seconds / 3600, 'h'),
            _ if seconds % 60 == 0 => (seconds / 60, 'm'),
            _ => (seconds, 's'),
        };
        field.role = Some(Role::TtlAfter(format!("{number}{unit}")));
        field.optional = true;
    }
}

/// Creates the enums that a condition names: `self.side == Side::Buy` has `Side` with `Buy`.
fn enums_of(when: &str, fields: &mut [FieldOutline], named: &mut NamedTypes) {
    for comparison in when.split(['&', '|', '(', ')']) {
        let Some((left, right)) = comparison.split_once("==") else {
            continue;
        };
        let Some(field) = left.trim().strip_prefix("self.") else {
            continue;
        };
        let Some((ty, variant)) = right.trim().split_once("::") else {
            continue;
        };
        let field = field.trim_start_matches("r#");
        let is_name = |text: &str| text.chars().all(|letter| letter.is_ascii_alphanumeric());
        let mut fields = fields.iter_mut();
        let Some(field) = fields.find(|known| known.name == field) else {
            continue;
        };
        if !is_name(ty) || !is_name(variant) || named.structs.contains_key(ty) {
            continue;
        }
        let found = named
            .enums
            .entry(ty.to_owned())
            .or_insert_with(|| EnumOutline {
                docs: format!("The `{}` of an item.", field.name),
                values: Vec::new(),
                questions: vec!["which other values are there?".to_owned()],
            });
        if !found
            .values
            .iter()
            .any(|value| names::pascal(value) == variant)
        {
            found.values.push(variant.to_owned());
        }
        field.ty = Ty::Named(ty.to_owned());
        field.questions.clear();
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
