//! Data models of NoSQL Workbench for DynamoDB.

use super::tree::{Tree, list, map};
use crate::{
    Design, IndexDefinition, IndexKind, ItemDesign, KeyAttribute, KeyDesign, Model,
    ProjectedAttributes, Sample, Value,
};

/// Models are compared, so they do not contain the time of writing.
const DATE: &str = "Jan 01, 2025, 12:00 AM";

impl Design {
    /// Returns the table with its sample items as a NoSQL Workbench data model, which Workbench
    /// imports as JSON. Each item type is a facet.
    #[must_use]
    pub fn workbench(&self) -> String {
        model(&self.name, &[self]).to_json()
    }
}

impl Model {
    /// Returns the tables with their sample items as a NoSQL Workbench data model.
    #[must_use]
    pub fn workbench(&self) -> String {
        model(&self.name, &self.designs()).to_json()
    }
}

fn model(name: &str, designs: &[&Design]) -> Tree {
    let description = designs.iter().find_map(|design| design.docs.as_deref());
    map([
        ("ModelName", name.into()),
        (
            "ModelMetadata",
            map([
                ("Author", "dynamo-runtime".into()),
                ("DateCreated", DATE.into()),
                ("DateLastModified", DATE.into()),
                ("Description", description.unwrap_or_default().into()),
                ("AWSService", "Amazon DynamoDB".into()),
                ("Version", "3.0".into()),
            ]),
        ),
        (
            "DataModel",
            list(designs.iter().map(|design| table(design))),
        ),
    ])
}

fn table(design: &Design) -> Tree {
    let sk = design.table.sk.as_ref();
    let keys = key_attributes(&design.table.pk, sk);
    let is_key = |name: &str| name == design.table.pk.name || sk.is_some_and(|sk| sk.name == name);
    let others = design.attributes();
    let others = others.into_iter().filter(|(name, _)| !is_key(name));
    let others = others.map(|(name, ty)| {
        map([
            ("AttributeName", name.into()),
            ("AttributeType", ty.unwrap_or_else(|| "S".to_owned()).into()),
        ])
    });
    let facets = design.items.iter().map(|item| facet(design, item));
    let global = design.table.indexes.iter();
    let global = global.filter(|index| index.kind == IndexKind::Global);
    let local = design.table.indexes.iter();
    let local: Vec<_> = local
        .filter(|index| index.kind == IndexKind::Local)
        .map(index)
        .collect();
    let samples = design.items.iter().flat_map(|item| &item.samples);
    map([
        ("TableName", design.default_name().into()),
        ("KeyAttributes", keys),
        ("NonKeyAttributes", list(others)),
        ("TableFacets", list(facets)),
        ("GlobalSecondaryIndexes", list(global.map(index))),
        ("LocalSecondaryIndexes", Tree::List(local)),
        ("TableData", list(samples.map(item_data))),
        ("DataAccess", map([("MySql", map([]))])),
        ("SampleDataFormats", map([])),
        ("BillingMode", design.billing_mode().into()),
    ])
}

fn facet(design: &Design, item: &ItemDesign) -> Tree {
    let primary = item.primary();
    let pk = primary.and_then(|query| query.pk.first());
    let sk = primary.and_then(|query| query.sk.first());
    let alias = map([])
        .with_some("PartitionKeyAlias", pk.map(KeyDesign::text))
        .with_some("SortKeyAlias", sk.map(KeyDesign::text));
    let keys: Vec<_> = [Some(&design.table.pk), design.table.sk.as_ref()]
        .into_iter()
        .flatten()
        .map(|key| key.name.as_str())
        .collect();
    let names = design.attributes_of(item).into_iter();
    let names = names
        .map(|(name, _)| name)
        .filter(|name| !keys.contains(&name.as_str()));
    map([
        ("FacetName", (&item.name).into()),
        ("KeyAttributeAlias", alias),
        ("TableData", list(item.samples.iter().map(item_data))),
        ("NonKeyAttributes", list(names)),
        ("DataAccess", map([("MySql", map([]))])),
    ])
}

fn key_attributes(pk: &KeyAttribute, sk: Option<&KeyAttribute>) -> Tree {
    let key = |key: &KeyAttribute| {
        map([
            ("AttributeName", (&key.name).into()),
            ("AttributeType", key.kind.letter().into()),
        ])
    };
    map([("PartitionKey", key(pk))]).with_some("SortKey", sk.map(key))
}

fn index(index: &IndexDefinition) -> Tree {
    let projection = map([("ProjectionType", index.projection.type_name().into())]);
    let projection = match &index.projection {
        ProjectedAttributes::Include(names) => projection.with("NonKeyAttributes", list(names)),
        ProjectedAttributes::All | ProjectedAttributes::KeysOnly => projection,
    };
    // Only the first of several: Workbench has one attribute per key.
    let keys = match index.pk.first() {
        Some(pk) => key_attributes(pk, index.sk.first()),
        None => map([]),
    };
    map([
        ("IndexName", (&index.name).into()),
        ("KeyAttributes", keys),
        ("Projection", projection),
    ])
}

fn item_data(sample: &Sample) -> Tree {
    Tree::Map(
        sample
            .iter()
            .map(|(name, value)| (name.clone(), data(value)))
            .collect(),
    )
}

/// A value in DynamoDB's JSON.
pub(super) fn data(value: &Value) -> Tree {
    let inner = match value {
        Value::S(text) | Value::N(text) | Value::B(text) => text.into(),
        Value::Bool(value) | Value::Null(value) => Tree::Bool(*value),
        Value::M(map) => item_data(map),
        Value::L(values) => list(values.iter().map(data)),
        Value::Texts(set) | Value::Numbers(set) | Value::Binaries(set) => list(set),
    };
    map([(value.type_name(), inner)])
}
