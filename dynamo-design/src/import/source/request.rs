//! The keys, indexes and options that CloudFormation, `CreateTable` and `DescribeTable` write the
//! same way.

use serde_json::Value as Json;

use super::{at, each, is_true, number, text};
use crate::import::ImportError;
use crate::options::{
    Billing, Encryption, IndexOptions, InsightsMode, StreamView, TableClass, TableOptions,
    WarmThroughput,
};
use crate::{
    IndexDefinition, IndexKind, KeyAttribute, ProjectedAttributes, TableDefinition,
    VectorDefinition,
};
use dynamo_runtime::schema::{Distance, KeyKind};
use std::collections::BTreeMap;

/// Reads a table's keys and indexes.
pub(super) fn table(name: String, value: &Json) -> Result<TableDefinition, ImportError> {
    let kinds = Kinds::of(
        value,
        "AttributeDefinitions",
        "AttributeName",
        "AttributeType",
    )?;
    let (pk, sk) = keys(value, &kinds)?;
    let mut indexes = Vec::new();
    for (list, kind) in [
        ("GlobalSecondaryIndexes", IndexKind::Global),
        ("LocalSecondaryIndexes", IndexKind::Local),
    ] {
        for found in each(value, list) {
            indexes.push(index(found, kind, &kinds)?);
        }
    }
    for found in each(value, "VectorIndexes") {
        indexes.push(vector_index(found, &kinds)?);
    }
    // `DescribeTable` and CloudFormation use different names for the same things.
    let ttl = ["TimeToLiveSpecification", "TimeToLiveDescription"]
        .iter()
        .filter_map(|name| value.get(name))
        .find(|found| is_on(found))
        .and_then(|found| text(found, &["AttributeName"]))
        .map(str::to_owned);
    let mut pk = pk.into_iter();
    let first = pk.next().ok_or_else(|| no_partition_key(&name))?;
    Ok(TableDefinition {
        name,
        pk: first,
        sk: sk.into_iter().next(),
        indexes,
        ttl,
    })
}

fn is_on(ttl: &Json) -> bool {
    ttl.get("Enabled").is_some_and(is_true)
        || matches!(
            text(ttl, &["TimeToLiveStatus"]),
            Some("ENABLED" | "ENABLING")
        )
}

pub(super) fn no_partition_key(table: &str) -> ImportError {
    ImportError::new(format!(
        "table `{table}` has no partition key; add `KeySchema` with an element of `HASH`"
    ))
}

/// The types of key attributes, which are declared separately from the keys.
pub(super) struct Kinds(Vec<(String, KeyKind)>);

impl Kinds {
    pub(super) fn of(value: &Json, list: &str, name: &str, ty: &str) -> Result<Self, ImportError> {
        let mut kinds = Vec::new();
        for found in each(value, list) {
            let (Some(name), Some(ty)) = (text(found, &[name]), text(found, &[ty])) else {
                return Err(ImportError::new(format!(
                    "an element of `{list}` has no `{name}` and `{ty}` of text"
                )));
            };
            kinds.push((name.to_owned(), kind(name, ty)?));
        }
        Ok(Self(kinds))
    }

    /// The key attribute with this name.
    pub(super) fn key(&self, name: &str) -> Result<KeyAttribute, ImportError> {
        let mut kinds = self.0.iter();
        let found = kinds.find(|(known, _)| known == name);
        let (_, kind) = found.ok_or_else(|| {
            ImportError::new(format!(
                "the key `{name}` has no type; declare it among the table's attributes"
            ))
        })?;
        Ok(KeyAttribute {
            name: name.to_owned(),
            kind: *kind,
        })
    }
}

/// The type of a key attribute by DynamoDB's letter, or by the word that SAM and Workbench use.
pub(super) fn kind(attribute: &str, ty: &str) -> Result<KeyKind, ImportError> {
    match ty {
        "S" | "String" | "string" => Ok(KeyKind::Text),
        "N" | "Number" | "number" => Ok(KeyKind::Number),
        "B" | "Binary" | "binary" => Ok(KeyKind::Bytes),
        other => Err(ImportError::new(format!(
            "the key `{attribute}` is of the type `{other}`; keys are `S`, `N` or `B`"
        ))),
    }
}

fn keys(
    value: &Json,
    kinds: &Kinds,
) -> Result<(Vec<KeyAttribute>, Vec<KeyAttribute>), ImportError> {
    let (mut pk, mut sk) = (Vec::new(), Vec::new());
    for found in each(value, "KeySchema") {
        let name = text(found, &["AttributeName"])
            .ok_or_else(|| ImportError::new("an element of `KeySchema` has no `AttributeName`"))?;
        match text(found, &["KeyType"]) {
            Some("HASH") => pk.push(kinds.key(name)?),
            Some("RANGE") => sk.push(kinds.key(name)?),
            _ => {
                return Err(ImportError::new(format!(
                    "the key `{name}` is neither `HASH` nor `RANGE`; give its `KeyType`"
                )));
            }
        }
    }
    Ok((pk, sk))
}

fn index(value: &Json, kind: IndexKind, kinds: &Kinds) -> Result<IndexDefinition, ImportError> {
    let name = text(value, &["IndexName"])
        .ok_or_else(|| ImportError::new("an index has no `IndexName`"))?;
    let (pk, sk) = keys(value, kinds)?;
    if pk.is_empty() {
        return Err(ImportError::new(format!(
            "index `{name}` has no partition key; add `KeySchema` with an element of `HASH`"
        )));
    }
    Ok(IndexDefinition {
        name: name.to_owned(),
        kind,
        pk,
        sk,
        projection: projection(value.get("Projection")),
        vector: None,
    })
}

fn vector_index(value: &Json, kinds: &Kinds) -> Result<IndexDefinition, ImportError> {
    let name = text(value, &["IndexName"])
        .ok_or_else(|| ImportError::new("a vector index has no `IndexName`"))?;
    let lacks =
        |what: &str| ImportError::new(format!("the vector index `{name}` has no {what}; add it"));
    let attribute = text(value, &["VectorAttribute", "AttributeName"]);
    let attribute = attribute.ok_or_else(|| lacks("`VectorAttribute` with an `AttributeName`"))?;
    let dimensions = value.get("Dimensions").and_then(number);
    let dimensions = dimensions.and_then(|found| usize::try_from(found).ok());
    let (mut pk, mut filters) = (Vec::new(), Vec::new());
    for found in each(value, "SearchSchema") {
        let key = text(found, &["AttributeName"])
            .ok_or_else(|| lacks("`AttributeName` in an element of its `SearchSchema`"))?;
        match text(found, &["SearchSchemaElementType"]) {
            Some("HASH") => pk.push(kinds.key(key)?),
            _ => filters.push(kinds.key(key)?),
        }
    }
    let distance = text(value, &["DistanceFunction"]).unwrap_or(Distance::Cosine.name());
    Ok(IndexDefinition {
        name: name.to_owned(),
        kind: IndexKind::Vector,
        pk,
        sk: Vec::new(),
        projection: projection(value.get("Projection")),
        vector: Some(VectorDefinition {
            attribute: attribute.to_owned(),
            dimensions: dimensions.ok_or_else(|| lacks("`Dimensions`"))?,
            distance: self::distance(name, distance)?,
            filters,
        }),
    })
}

/// The distance function with DynamoDB's name.
pub(super) fn distance(index: &str, name: &str) -> Result<Distance, ImportError> {
    let all = [Distance::Cosine, Distance::Euclidean, Distance::DotProduct];
    let found = all.into_iter().find(|distance| distance.name() == name);
    found.ok_or_else(|| {
        ImportError::new(format!(
            "the vector index `{index}` compares by `{name}`; it is `COSINE`, `EUCLIDEAN` or \
             `DOT_PRODUCT`"
        ))
    })
}

/// The projection of an index; all attributes by default.
pub(super) fn projection(value: Option<&Json>) -> ProjectedAttributes {
    let Some(value) = value else {
        return ProjectedAttributes::All;
    };
    match text(value, &["ProjectionType"]) {
        Some("KEYS_ONLY") => ProjectedAttributes::KeysOnly,
        Some("INCLUDE") => {
            let names = each(value, "NonKeyAttributes").iter();
            let names = names.filter_map(Json::as_str).map(str::to_owned);
            ProjectedAttributes::Include(names.collect())
        }
        _ => ProjectedAttributes::All,
    }
}

/// The options of a table that these formats contain.
pub(super) fn options(value: &Json) -> TableOptions {
    TableOptions {
        billing: billing(value),
        point_in_time_recovery: at(
            value,
            &[
                "PointInTimeRecoverySpecification",
                "PointInTimeRecoveryEnabled",
            ],
        )
        .is_some_and(is_true),
        recovery_days: at(
            value,
            &["PointInTimeRecoverySpecification", "RecoveryPeriodInDays"],
        )
        .and_then(number),
        class: class(
            text(value, &["TableClass"])
                .or_else(|| text(value, &["TableClassSummary", "TableClass"])),
        ),
        warm_throughput: warm(value),
        indexes: indexes(value),
        contributor_insights: value
            .get("ContributorInsightsSpecification")
            .filter(|found| found.get("Enabled").is_some_and(is_true))
            .map(|found| insights(text(found, &["Mode"]))),
        resource_policy: policy(value),
        encryption: encryption(value),
        stream: stream(value),
        deletion_protection: value.get("DeletionProtectionEnabled").is_some_and(is_true),
        tags: each(value, "Tags")
            .iter()
            .filter_map(|tag| {
                let name = text(tag, &["Key"])?;
                let value = text(tag, &["Value"])?;
                Some((name.to_owned(), value.to_owned()))
            })
            .collect(),
        ..TableOptions::default()
    }
}

fn billing(value: &Json) -> Billing {
    let mode = text(value, &["BillingMode"])
        .or_else(|| text(value, &["BillingModeSummary", "BillingMode"]));
    let units = |list: &str, name: &str| at(value, &[list, name]).and_then(number);
    let provisioned = |name| units("ProvisionedThroughput", name).filter(|units| *units > 0);
    let reads = provisioned("ReadCapacityUnits");
    let writes = provisioned("WriteCapacityUnits");
    match (mode, reads, writes) {
        (None | Some("PROVISIONED"), Some(reads), Some(writes)) => {
            Billing::Provisioned { reads, writes }
        }
        _ => Billing::OnDemand {
            max_reads: units("OnDemandThroughput", "MaxReadRequestUnits"),
            max_writes: units("OnDemandThroughput", "MaxWriteRequestUnits"),
        },
    }
}

/// The class of a table's storage by its name.
pub(super) fn class(name: Option<&str>) -> TableClass {
    match name {
        Some("STANDARD_INFREQUENT_ACCESS") => TableClass::InfrequentAccess,
        _ => TableClass::Standard,
    }
}

/// The mode of contributor insights by its name.
pub(super) fn insights(name: Option<&str>) -> InsightsMode {
    match name {
        Some("THROTTLED_KEYS") => InsightsMode::ThrottledKeys,
        _ => InsightsMode::AccessedAndThrottledKeys,
    }
}

fn warm(value: &Json) -> Option<WarmThroughput> {
    let units = |name: &str| at(value, &["WarmThroughput", name]).and_then(number);
    let reads = units("ReadUnitsPerSecond")?;
    let writes = units("WriteUnitsPerSecond")?;
    // A description has the status of it as well: every table has some, asked for or not.
    let is_described = at(value, &["WarmThroughput", "Status"]).is_some();
    (!is_described).then_some(WarmThroughput { reads, writes })
}

/// The options of indexes that are not those of the table.
fn indexes(value: &Json) -> BTreeMap<String, IndexOptions> {
    let table = billing(value);
    let indexes = each(value, "GlobalSecondaryIndexes").iter();
    let indexes = indexes.filter_map(|index| {
        let name = text(index, &["IndexName"])?.to_owned();
        let most = |name: &str| at(index, &["OnDemandThroughput", name]).and_then(number);
        let options = IndexOptions {
            max_reads: most("MaxReadRequestUnits"),
            max_writes: most("MaxWriteRequestUnits"),
            warm_throughput: warm(index),
        };
        Some((name, own_limits(&table, options)))
    });
    let indexes = indexes.filter(|(_, options)| *options != IndexOptions::default());
    indexes.collect()
}

/// The options of an index without the limits that are the table's.
pub(super) fn own_limits(table: &Billing, mut options: IndexOptions) -> IndexOptions {
    if let Billing::OnDemand {
        max_reads,
        max_writes,
    } = table
    {
        options.max_reads = options.max_reads.filter(|units| Some(*units) != *max_reads);
        options.max_writes = options
            .max_writes
            .filter(|units| Some(*units) != *max_writes);
    }
    options
}

/// A resource policy: an object in templates, text in requests.
fn policy(value: &Json) -> Option<String> {
    match value.get("ResourcePolicy")? {
        Json::String(text) => Some(text.clone()),
        found => found.get("PolicyDocument").map(ToString::to_string),
    }
}

fn encryption(value: &Json) -> Encryption {
    let asked = value.get("SSESpecification").filter(|found| {
        ["SSEEnabled", "Enabled"]
            .iter()
            .any(|name| found.get(name).is_some_and(is_true))
    });
    let described = value
        .get("SSEDescription")
        .filter(|found| text(found, &["SSEType"]) == Some("KMS"));
    let key = asked
        .and_then(|found| text(found, &["KMSMasterKeyId"]))
        .or_else(|| described.and_then(|found| text(found, &["KMSMasterKeyArn"])));
    match key {
        Some(key) => Encryption::Key(key.to_owned()),
        None if asked.is_some() || described.is_some() => Encryption::AwsManaged,
        None => Encryption::AwsOwned,
    }
}

fn stream(value: &Json) -> Option<StreamView> {
    let stream = value.get("StreamSpecification")?;
    if stream.get("StreamEnabled").is_some_and(|on| !is_true(on)) {
        return None;
    }
    stream_view(text(stream, &["StreamViewType"])?)
}

pub(super) fn stream_view(name: &str) -> Option<StreamView> {
    [
        StreamView::KeysOnly,
        StreamView::NewImage,
        StreamView::OldImage,
        StreamView::NewAndOldImages,
    ]
    .into_iter()
    .find(|view| view.as_str() == name)
}
