//! A live table: DynamoDB's description of it, and a bounded, slow sample of its items.

use std::time::Duration;

use aws_sdk_dynamodb::types::{
    AttributeDefinition, ConsumedCapacity, IndexStatus, KeySchemaElement, KeyType, Projection,
    ProjectionType, ReturnConsumedCapacity, ScalarAttributeType, SearchSchemaElementType,
    TableDescription, VectorIndexDescription,
};

use super::{design, live_options, request, type_name};
use crate::import::ImportError;
use crate::value::sample;
use crate::{
    Design, IndexDefinition, IndexKind, KeyAttribute, ProjectedAttributes, Sample, TableDefinition,
    VectorDefinition,
};
use dynamo_runtime::schema::KeyKind;
use dynamo_runtime::{Db, Error};

/// The longest pause between two pages, in seconds.
const LONGEST: f64 = 60.0;

/// How much of a live table is read.
#[derive(Debug, Clone)]
pub struct LiveSample {
    /// The most items.
    pub items: usize,
    /// The most capacity units per second.
    pub units_per_second: u32,
}

/// Describes a table, with notes about what could not be read of it.
pub(in crate::import) async fn describe(
    db: &Db,
    name: &str,
) -> Result<(Design, Vec<String>), ImportError> {
    let failed = |error: Error| ImportError::new(error.to_string());
    let described = db.live_table(name).describe().await.map_err(failed)?;
    let described = described.ok_or_else(|| {
        ImportError::new(format!(
            "there is no table `{name}` in this account and region"
        ))
    })?;
    let mut design = design(type_name(name), definition(name, &described)?);
    let mut notes = Vec::new();
    live_options::read(db, &described, &mut design, &mut notes).await;
    Ok((design, notes))
}

fn definition(name: &str, described: &TableDescription) -> Result<TableDefinition, ImportError> {
    let keys =
        |schema: &[KeySchemaElement], role: &KeyType| -> Result<Vec<KeyAttribute>, ImportError> {
            let elements = schema.iter().filter(|element| element.key_type() == role);
            elements
                .map(|element| key(described, element.attribute_name()))
                .collect()
        };
    let mut indexes = Vec::new();
    let gone = |status: Option<&IndexStatus>| status == Some(&IndexStatus::Deleting);
    for index in described.global_secondary_indexes() {
        if !gone(index.index_status()) {
            indexes.push(IndexDefinition {
                name: index.index_name().unwrap_or_default().to_owned(),
                kind: IndexKind::Global,
                pk: keys(index.key_schema(), &KeyType::Hash)?,
                sk: keys(index.key_schema(), &KeyType::Range)?,
                projection: projection(index.projection()),
                vector: None,
            });
        }
    }
    for index in described.local_secondary_indexes() {
        indexes.push(IndexDefinition {
            name: index.index_name().unwrap_or_default().to_owned(),
            kind: IndexKind::Local,
            pk: keys(index.key_schema(), &KeyType::Hash)?,
            sk: keys(index.key_schema(), &KeyType::Range)?,
            projection: projection(index.projection()),
            vector: None,
        });
    }
    for index in described.vector_indexes() {
        if !gone(index.index_status()) {
            indexes.push(vector_index(described, index)?);
        }
    }
    // Engines list indexes in any order.
    indexes.sort_by(|a, b| a.name.cmp(&b.name));
    let mut pk = keys(described.key_schema(), &KeyType::Hash)?.into_iter();
    Ok(TableDefinition {
        name: name.to_owned(),
        pk: pk.next().ok_or_else(|| request::no_partition_key(name))?,
        sk: keys(described.key_schema(), &KeyType::Range)?
            .into_iter()
            .next(),
        indexes,
        ttl: None,
    })
}

fn vector_index(
    described: &TableDescription,
    index: &VectorIndexDescription,
) -> Result<IndexDefinition, ImportError> {
    let name = index.index_name().unwrap_or_default();
    let (mut pk, mut filters) = (Vec::new(), Vec::new());
    for element in index.search_schema() {
        let key = key(described, element.attribute_name())?;
        match element.search_schema_element_type() {
            SearchSchemaElementType::Hash => pk.push(key),
            _ => filters.push(key),
        }
    }
    let dimensions = index
        .dimensions()
        .and_then(|found| usize::try_from(found).ok());
    let distance = index.distance_function().map_or("", |found| found.as_str());
    let attribute = index.vector_attribute();
    Ok(IndexDefinition {
        name: name.to_owned(),
        kind: IndexKind::Vector,
        pk,
        sk: Vec::new(),
        projection: projection(index.projection()),
        vector: Some(VectorDefinition {
            attribute: attribute
                .map_or("", |found| found.attribute_name())
                .to_owned(),
            dimensions: dimensions.unwrap_or_default(),
            distance: request::distance(name, distance)?,
            filters,
        }),
    })
}

fn key(described: &TableDescription, name: &str) -> Result<KeyAttribute, ImportError> {
    let mut definitions = described.attribute_definitions().iter();
    let found = definitions.find(|found| found.attribute_name() == name);
    let kind = match found.map(AttributeDefinition::attribute_type) {
        Some(ScalarAttributeType::S) => KeyKind::Text,
        Some(ScalarAttributeType::N) => KeyKind::Number,
        Some(ScalarAttributeType::B) => KeyKind::Bytes,
        _ => {
            return Err(ImportError::new(format!(
                "the key `{name}` has no type that is known"
            )));
        }
    };
    Ok(KeyAttribute {
        name: name.to_owned(),
        kind,
    })
}

fn projection(found: Option<&Projection>) -> ProjectedAttributes {
    match found.and_then(Projection::projection_type) {
        Some(ProjectionType::KeysOnly) => ProjectedAttributes::KeysOnly,
        Some(ProjectionType::Include) => {
            let names = found.map_or(&[][..], Projection::non_key_attributes);
            ProjectedAttributes::Include(names.to_vec())
        }
        _ => ProjectedAttributes::All,
    }
}

/// Reads some items, no faster than allowed.
pub(in crate::import) async fn items(
    db: &Db,
    name: &str,
    asked: &LiveSample,
) -> Result<Vec<Sample>, ImportError> {
    let mut found: Vec<Sample> = Vec::new();
    let mut start = None;
    // A page may cost at most one second's units; an item costs at least half a unit.
    let page = i32::try_from(asked.units_per_second.max(1).saturating_mul(2)).unwrap_or(i32::MAX);
    while found.len() < asked.items {
        let left = i32::try_from(asked.items - found.len()).unwrap_or(i32::MAX);
        let request = db.client().scan().table_name(name).limit(left.min(page));
        let request = request.return_consumed_capacity(ReturnConsumedCapacity::Total);
        let answer = request.set_exclusive_start_key(start.take()).send().await;
        let answer = answer
            .map_err(|error| ImportError::new(Error::from_sdk("Scan", name, error).to_string()))?;
        let consumed = answer
            .consumed_capacity()
            .and_then(ConsumedCapacity::capacity_units);
        start = answer.last_evaluated_key().cloned();
        for item in answer.items.unwrap_or_default() {
            found.extend(sample(item));
        }
        if start.is_none() || found.len() >= asked.items {
            break;
        }
        let pause = consumed.unwrap_or(0.0) / f64::from(asked.units_per_second.max(1));
        tokio::time::sleep(Duration::from_secs_f64(pause.clamp(0.0, LONGEST))).await;
    }
    Ok(found)
}
