//! A live table: DynamoDB's description of it, and a bounded, slow sample of its items.

use std::time::Duration;

use aws_sdk_dynamodb::types::ProvisionedThroughputDescription as Throughput;
use aws_sdk_dynamodb::types::TableClass as SdkTableClass;
use aws_sdk_dynamodb::types::{
    AttributeDefinition, ConsumedCapacity, IndexStatus, KeySchemaElement, KeyType, Projection,
    ProjectionType, ReturnConsumedCapacity, ScalarAttributeType, SearchSchemaElementType,
    TableDescription, TimeToLiveStatus, VectorIndexDescription,
};

use super::{design, request, type_name};
use crate::import::ImportError;
use crate::options::{Billing, Encryption};
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

/// Describes a table.
pub(in crate::import) async fn describe(db: &Db, name: &str) -> Result<Design, ImportError> {
    let failed = |error: Error| ImportError::new(error.to_string());
    let described = db.live_table(name).describe().await.map_err(failed)?;
    let described = described.ok_or_else(|| {
        ImportError::new(format!(
            "there is no table `{name}` in this account and region"
        ))
    })?;
    let mut design = design(type_name(name), definition(name, &described)?);
    let ttl = db
        .client()
        .describe_time_to_live()
        .table_name(name)
        .send()
        .await;
    // Some engines have no TTL.
    if let Ok(ttl) = ttl
        && let Some(ttl) = ttl.time_to_live_description()
        && ttl.time_to_live_status() == Some(&TimeToLiveStatus::Enabled)
    {
        design.table.ttl = ttl.attribute_name().map(str::to_owned);
    }
    options(&described, &mut design);
    Ok(design)
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

fn options(described: &TableDescription, design: &mut Design) {
    let options = &mut design.options;
    let throughput = described.provisioned_throughput();
    let units = |units: Option<i64>| {
        units
            .and_then(|units| u32::try_from(units).ok())
            .filter(|units| *units > 0)
    };
    let reads = units(throughput.and_then(Throughput::read_capacity_units));
    let writes = units(throughput.and_then(Throughput::write_capacity_units));
    if let (Some(reads), Some(writes)) = (reads, writes) {
        options.billing = Billing::Provisioned { reads, writes };
    }
    let class = described.table_class_summary();
    let class = class.and_then(|class| class.table_class());
    options.class = request::class(class.map(SdkTableClass::as_str));
    options.deletion_protection = described.deletion_protection_enabled().unwrap_or(false);
    let stream = described
        .stream_specification()
        .filter(|stream| stream.stream_enabled());
    let view = stream.and_then(|stream| stream.stream_view_type());
    options.stream = view.and_then(|view| request::stream_view(view.as_str()));
    if let Some(key) = described
        .sse_description()
        .and_then(|sse| sse.kms_master_key_arn())
    {
        options.encryption = Encryption::Key(key.to_owned());
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
