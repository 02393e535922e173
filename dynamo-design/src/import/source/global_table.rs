//! Tables with replicas in CloudFormation, written like tables without: most options of theirs
//! belong to a replica.

use serde_json::{Map, Value as Json, json};

use super::{at, each, number, text};

/// The options that each replica has on its own.
const OF_REPLICAS: [&str; 8] = [
    "PointInTimeRecoverySpecification",
    "DeletionProtectionEnabled",
    "TableClass",
    "ContributorInsightsSpecification",
    "ResourcePolicy",
    "Tags",
    "SSESpecification",
    "KinesisStreamSpecification",
];

/// The properties of a table, with those of the replica in its own region.
pub(super) fn as_table(properties: &Json) -> Json {
    let (Some(replica), Some(map)) = (own_replica(properties), properties.as_object()) else {
        return properties.clone();
    };
    let mut table = map.clone();
    for name in OF_REPLICAS {
        let Some(found) = replica.get(name) else {
            continue;
        };
        match (table.get_mut(name), found) {
            // The table says that it is encrypted, the replica by which key.
            (Some(Json::Object(known)), Json::Object(found)) => known.extend(found.clone()),
            (Some(_), _) => {}
            (None, _) => {
                table.insert(name.to_owned(), found.clone());
            }
        }
    }
    throughput(&mut table, replica);
    let indexes = each(properties, "GlobalSecondaryIndexes").iter();
    let indexes = indexes.map(|index| {
        let mut made = index.as_object().cloned().unwrap_or_default();
        let name = text(index, &["IndexName"]);
        let mut replicas = each(replica, "GlobalSecondaryIndexes").iter();
        let of_replica = replicas.find(|found| text(found, &["IndexName"]) == name);
        throughput(&mut made, of_replica.unwrap_or(&Json::Null));
        Json::Object(made)
    });
    let indexes: Vec<_> = indexes.collect();
    if !indexes.is_empty() {
        table.insert("GlobalSecondaryIndexes".to_owned(), Json::Array(indexes));
    }
    Json::Object(table)
}

/// The replica in the region of the stack, or else the first.
fn own_replica(properties: &Json) -> Option<&Json> {
    let replicas = each(properties, "Replicas");
    let mut own = replicas.iter();
    let is_own = |replica: &&Json| {
        replica
            .get("Region")
            .is_some_and(|region| !region.is_string())
    };
    own.find(is_own).or_else(|| replicas.first())
}

/// Joins the throughput of writes, which is the table's, and that of reads, which is the replica's.
fn throughput(table: &mut Map<String, Json>, replica: &Json) {
    let own = Json::Object(table.clone());
    let writes = ["WriteOnDemandThroughputSettings", "MaxWriteRequestUnits"];
    let reads = ["ReadOnDemandThroughputSettings", "MaxReadRequestUnits"];
    let writes = at(&own, &writes).and_then(number);
    let reads = at(replica, &reads).and_then(number);
    if writes.is_some() || reads.is_some() {
        table.insert(
            "OnDemandThroughput".to_owned(),
            json!({ "MaxReadRequestUnits": reads, "MaxWriteRequestUnits": writes }),
        );
    }
    let writes = capacity(&own, "Write");
    let reads = capacity(replica, "Read");
    if let (Some(reads), Some(writes)) = (reads, writes) {
        table.insert(
            "ProvisionedThroughput".to_owned(),
            json!({ "ReadCapacityUnits": reads, "WriteCapacityUnits": writes }),
        );
    }
}

/// The capacity of one kind: given, or where its scaling begins.
fn capacity(holder: &Json, kind: &str) -> Option<u32> {
    let settings = holder.get(format!("{kind}ProvisionedThroughputSettings"))?;
    let given = settings.get(format!("{kind}CapacityUnits"));
    let scaling = settings.get(format!("{kind}CapacityAutoScalingSettings"));
    let begins = scaling.and_then(|scaling| {
        let seed = scaling.get("SeedCapacity");
        seed.or_else(|| scaling.get("MinCapacity"))
    });
    given.or(begins).and_then(number)
}
