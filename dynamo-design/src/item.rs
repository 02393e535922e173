//! An item type in a design: its fields and queries.

use serde::{Deserialize, Serialize};

use super::Sample;
use dynamo_runtime::schema::{CounterSchema, FieldSchema, ItemSchema, KeySpec, QuerySchema};
use dynamo_runtime::schema::{KeyKind, Part};

/// An item type.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ItemDesign {
    /// The struct's name.
    pub name: String,
    /// The name stored in the table's type attribute.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entity: Option<String>,
    /// Its description: the first paragraph of the struct's docs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub docs: Option<String>,
    /// The purpose of reading an item by its key, if it is described.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key_docs: Option<String>,
    /// The fields, in the struct's order.
    pub fields: Vec<FieldDesign>,
    /// The ways to query it: first by the table's own keys, then each index method.
    pub queries: Vec<QueryDesign>,
    /// The attributes of the unique fields.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unique: Vec<String>,
    /// The generated methods that read an item by a unique field.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lookups: Vec<LookupDesign>,
    /// The counters of other items that its writes maintain.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub counted: Vec<CountDesign>,
    /// The attributes of the fields that are counters, which the writes of other items maintain.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub counters: Vec<String>,
    /// The seconds after the first write when an item expires.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ttl_after: Option<u64>,
    /// The attribute that is checked and incremented on every write.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// The attribute that marks an item as deleted; reads leave such items out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub soft_delete: Option<String>,
    /// Sample items, as they are stored.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub samples: Vec<Sample>,
}

/// A method that reads an item by a unique field, through the claim on its value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LookupDesign {
    /// The generated method.
    pub method: String,
    /// The field's name.
    pub field: String,
}

/// A counter of another item that the writes of an item type maintain.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CountDesign {
    /// The item type with the counter.
    pub item: String,
    /// The table of that type.
    pub table: String,
    /// The field that counts.
    pub field: String,
    /// The key of its item: fields of the counted item, and `shard(16)`.
    pub key: Vec<String>,
    /// The condition under which an item is counted, as written in the declaration.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<String>,
    /// Whether the item with the counter is created if it does not exist.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub upsert: bool,
    /// The partition key of the item with the counter.
    pub pk: KeyDesign,
}

/// A field of an item.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FieldDesign {
    /// The field's name.
    pub name: String,
    /// The attribute it is stored under; `None` if it has no attribute of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attribute: Option<String>,
    /// DynamoDB's name of the type it is stored as; `None` if its own code decides that.
    #[serde(default, rename = "type", skip_serializing_if = "Option::is_none")]
    pub ty: Option<String>,
    /// The format of its text or number, such as `RFC 3339 time` or `u64`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub format: Option<String>,
    /// Whether the attribute may be missing.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub optional: bool,
    /// The function whose value a missing attribute has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default: Option<String>,
    /// The variants of an enum without data.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub variants: Vec<VariantDesign>,
    /// Its description: the first paragraph of the field's docs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub docs: Option<String>,
}

/// A variant of an enum that is stored as text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct VariantDesign {
    /// The text it is stored as.
    pub stored: String,
    /// Its name in Rust: `Status::Open`.
    pub name: String,
}

/// A way to query items: the keys of the table or of one index, and their templates.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct QueryDesign {
    /// The generated method.
    pub method: String,
    /// The index, or `None` for the table itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub index: Option<String>,
    /// The generated method that scans the index.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scan: Option<String>,
    /// The condition under which an item is in the index with these keys, as written in the
    /// declaration.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<String>,
    /// Its purpose, if it is described.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub docs: Option<String>,
    /// The partition key attributes.
    pub pk: Vec<KeyDesign>,
    /// The sort key attributes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sk: Vec<KeyDesign>,
}

/// A key attribute and its template.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeyDesign {
    /// The attribute's name.
    pub attribute: String,
    /// The attribute's type.
    pub kind: KeyKind,
    /// Its template.
    pub template: Vec<KeyText>,
    /// Whether it is written in addition to the fields; if not, it is a field's own attribute or a
    /// key of the table.
    pub built: bool,
    /// An example of such a key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub example: Option<String>,
}

/// A part of a template.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum KeyText {
    /// Literal text.
    Literal(String),
    /// A field's value, and how it is written, as in `client_id` or `price:neg`.
    Component(String),
}

impl ItemDesign {
    pub(super) fn new(schema: &ItemSchema) -> Self {
        let attribute = |number: &usize| schema.fields[*number].attribute;
        Self {
            name: schema.name.to_owned(),
            entity: schema.entity.map(str::to_owned),
            docs: text(schema.docs),
            key_docs: None,
            fields: fields(schema),
            queries: schema
                .queries
                .iter()
                .map(|found| query(schema, found))
                .collect(),
            unique: schema
                .unique
                .iter()
                .filter_map(attribute)
                .map(str::to_owned)
                .collect(),
            lookups: schema
                .lookups
                .iter()
                .map(|(field, method)| LookupDesign {
                    method: (*method).to_owned(),
                    field: schema.fields[*field].name.to_owned(),
                })
                .collect(),
            counted: schema
                .counted
                .iter()
                .map(|found| count(schema, found))
                .collect(),
            counters: schema
                .counters
                .iter()
                .filter_map(attribute)
                .map(str::to_owned)
                .collect(),
            ttl_after: schema.ttl_after,
            version: schema.roles.version.map(str::to_owned),
            soft_delete: schema.roles.soft_delete.map(str::to_owned),
            samples: Vec::new(),
        }
    }

    /// The field that an attribute stores.
    pub(super) fn field_of(&self, attribute: &str) -> Option<&FieldDesign> {
        let mut fields = self.fields.iter();
        fields.find(|field| field.attribute.as_deref() == Some(attribute))
    }

    /// Returns the query by the keys of the table.
    #[must_use]
    pub fn primary(&self) -> Option<&QueryDesign> {
        self.queries.first()
    }

    /// Returns the queries over an index, or over the table itself.
    pub fn queries_of<'a>(
        &'a self,
        index: Option<&'a str>,
    ) -> impl Iterator<Item = &'a QueryDesign> {
        self.queries
            .iter()
            .filter(move |query| query.index.as_deref() == index)
    }
}

fn text(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| text.to_owned())
}

fn fields(schema: &ItemSchema) -> Vec<FieldDesign> {
    let docs = schema.field_docs.iter().copied().map(Some);
    let docs = docs.chain(std::iter::repeat(None));
    let fields = schema.fields.iter().zip(docs);
    fields
        .map(|(field, docs)| FieldDesign {
            name: field.name.to_owned(),
            attribute: field.attribute.map(str::to_owned),
            ty: field.stored_as().map(str::to_owned),
            format: field.format().map(str::to_owned),
            optional: field.optional,
            default: field.default.map(str::to_owned),
            variants: variants(field),
            docs: docs.and_then(text),
        })
        .collect()
}

fn variants(field: &FieldSchema) -> Vec<VariantDesign> {
    let names = field.variants.iter();
    let variants = field
        .choices()
        .zip(names)
        .map(|(stored, name)| VariantDesign {
            stored: stored.to_owned(),
            name: (*name).to_owned(),
        });
    variants.collect()
}

fn count(schema: &ItemSchema, counter: &CounterSchema) -> CountDesign {
    let when = counter
        .when
        .and_then(|number| schema.conditions.get(number));
    let item = counter.item();
    CountDesign {
        item: item.name.to_owned(),
        table: counter.table().name.to_owned(),
        field: counter.field.to_owned(),
        key: counter.key.iter().map(|&part| part.to_owned()).collect(),
        when: when.map(|&text| text.to_owned()),
        upsert: counter.upsert,
        pk: key(item, &item.queries[0].pk[0]),
    }
}

fn query(schema: &ItemSchema, query: &QuerySchema) -> QueryDesign {
    let when = query.when.and_then(|number| schema.conditions.get(number));
    QueryDesign {
        method: query.method.to_owned(),
        index: query.index.map(str::to_owned),
        scan: query.scan.map(str::to_owned),
        when: when.map(|&text| text.to_owned()),
        docs: None,
        pk: query.pk.iter().map(|spec| key(schema, spec)).collect(),
        sk: query.sk.iter().map(|spec| key(schema, spec)).collect(),
    }
}

fn key(schema: &ItemSchema, spec: &KeySpec) -> KeyDesign {
    KeyDesign {
        attribute: spec.attribute.to_owned(),
        kind: spec.template.kind(),
        template: spec.template.parts.iter().map(part).collect(),
        built: spec.built,
        example: schema.example(spec),
    }
}

fn part(part: &Part) -> KeyText {
    match part {
        Part::Literal(text) => KeyText::Literal((*text).to_owned()),
        Part::Component { name, format, .. } => KeyText::Component(format!("{name}{format}")),
    }
}
