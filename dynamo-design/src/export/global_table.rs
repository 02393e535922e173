//! Tables with replicas in CloudFormation, where most options belong to a replica.

use super::tree::{Call, Tree, list, map};
use crate::options::{ReplicaConsistency, Replicas};

/// The options of a table that each replica has on its own.
const OF_REPLICAS: [&str; 6] = [
    "PointInTimeRecoverySpecification",
    "DeletionProtectionEnabled",
    "TableClass",
    "ContributorInsightsSpecification",
    "ResourcePolicy",
    "Tags",
];

/// The properties of an `AWS::DynamoDB::GlobalTable`, made from those of a table.
pub(super) fn global_table(mut table: Tree, replicas: &Replicas) -> Tree {
    let mut replica = map([]);
    for name in OF_REPLICAS {
        replica = replica.with_some(name, table.take(name));
    }
    if let Some(mut encryption) = table.take("SSESpecification") {
        let key = encryption.take("KMSMasterKeyId");
        let key = key.map(|key| map([("KMSMasterKeyId", key)]));
        replica = replica.with_some("SSESpecification", key);
        table = table.with("SSESpecification", encryption);
    }
    let (writes, reads) = split_limits(&mut table);
    table = table.with_some("WriteOnDemandThroughputSettings", writes);
    replica = replica.with_some("ReadOnDemandThroughputSettings", reads);
    if let Some(Tree::List(indexes)) = table.take("GlobalSecondaryIndexes") {
        let (indexes, of_replica): (Vec<_>, Vec<_>) = indexes.into_iter().map(index).unzip();
        let of_replica: Vec<_> = of_replica.into_iter().flatten().collect();
        table = table.with("GlobalSecondaryIndexes", Tree::List(indexes));
        let of_replica = (!of_replica.is_empty()).then_some(Tree::List(of_replica));
        replica = replica.with_some("GlobalSecondaryIndexes", of_replica);
    }
    let is_strong = replicas.consistency == ReplicaConsistency::Strong;
    if is_strong {
        // Its replicas do not follow a stream, and it has none unless it is asked for.
        table = table.with("MultiRegionConsistency", replicas.consistency.as_str());
    }
    let witness = replicas.witness.as_ref();
    let witness = witness.map(|region| list([map([("Region", region.into())])]));
    let own = Call::Ref.of("AWS::Region");
    let regions = [own].into_iter();
    let regions = regions.chain(replicas.regions.iter().map(Tree::from));
    let all = regions.map(|region| in_region(region, &replica));
    table
        .with_some("GlobalTableWitnesses", witness)
        .with("Replicas", Tree::List(all.collect()))
}

fn in_region(region: Tree, replica: &Tree) -> Tree {
    let mut entries = vec![("Region".to_owned(), region)];
    if let Tree::Map(others) = replica {
        entries.extend(others.iter().cloned());
    }
    Tree::Map(entries)
}

/// A global index, and what each replica says about it.
fn index(mut index: Tree) -> (Tree, Option<Tree>) {
    let (writes, reads) = split_limits(&mut index);
    let of_replica = reads.and_then(|reads| {
        let name = index.get("IndexName")?.clone();
        Some(map([
            ("IndexName", name),
            ("ReadOnDemandThroughputSettings", reads),
        ]))
    });
    let index = index.with_some("WriteOnDemandThroughputSettings", writes);
    (index, of_replica)
}

/// Takes the limits of on-demand units: those of writes are the table's, those of reads a replica's.
fn split_limits(properties: &mut Tree) -> (Option<Tree>, Option<Tree>) {
    let Some(mut limits) = properties.take("OnDemandThroughput") else {
        return (None, None);
    };
    let (reads, writes) = ("MaxReadRequestUnits", "MaxWriteRequestUnits");
    let writes = limits.take(writes).map(|units| map([(writes, units)]));
    let reads = limits.take(reads).map(|units| map([(reads, units)]));
    (writes, reads)
}
