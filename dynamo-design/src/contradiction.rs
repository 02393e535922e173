//! Options of a table that cannot be together, or that DynamoDB refuses.

use crate::options::{Billing, ReplicaConsistency, Replicas, StreamView, WarmThroughput};
use crate::{Design, IndexKind};

/// The days that a table can be restored to:
/// <https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_PointInTimeRecoverySpecification.html>
const RECOVERY_DAYS: std::ops::RangeInclusive<u32> = 1..=35;

/// The regions of a table whose replicas are strongly consistent, with the witness:
/// <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/V2globaltables_HowItWorks.html>
const STRONG_REGIONS: usize = 3;

/// The first contradiction among the options of a design.
pub(super) fn contradiction(design: &Design) -> Option<String> {
    recovery(design)
        .or_else(|| warm(design.options.warm_throughput))
        .or_else(|| indexes(design))
        .or_else(|| policy(design))
        .or_else(|| replicas(design, design.options.replicas.as_ref()?))
}

/// Removes the options of an imported table that no design can have, and returns a question about each.
#[cfg(feature = "import")]
pub(super) fn settle(design: &mut Design) -> Vec<String> {
    let mut reasons = Vec::new();
    if let Some(reason) = recovery(design) {
        reasons.push(reason);
        design.options.recovery_days = None;
    }
    if let Some(reason) = warm(design.options.warm_throughput) {
        reasons.push(reason);
        design.options.warm_throughput = None;
    }
    if let Some(reason) = indexes(design) {
        reasons.push(reason);
        design.options.indexes.clear();
    }
    if let Some(reason) = policy(design) {
        reasons.push(reason);
        design.options.resource_policy = None;
    }
    let replicated = design.options.replicas.as_ref();
    if let Some(reason) = replicated.and_then(|found| replicas(design, found)) {
        reasons.push(reason);
        design.options.replicas = None;
    }
    reasons
        .into_iter()
        .map(|reason| format!("the table {reason}; it is left out here. What is meant?"))
        .collect()
}

fn recovery(design: &Design) -> Option<String> {
    let days = design.options.recovery_days?;
    if !RECOVERY_DAYS.contains(&days) {
        return Some(format!(
            "has a recovery period of {days} days; DynamoDB keeps 1 to 35 days"
        ));
    }
    (!design.options.point_in_time_recovery).then(|| {
        "has a recovery period, but point-in-time recovery is off; remove one of the two".to_owned()
    })
}

fn warm(units: Option<WarmThroughput>) -> Option<String> {
    let units = units?;
    (units.reads == 0 || units.writes == 0)
        .then(|| "has a warm throughput of 0 units; write at least 1 of each".to_owned())
}

fn indexes(design: &Design) -> Option<String> {
    design.options.indexes.iter().find_map(|(name, options)| {
        match design.table.index(name).map(|index| index.kind) {
            None => return Some(format!("has no index `{name}` to set options of")),
            Some(IndexKind::Global) => {}
            Some(IndexKind::Local | IndexKind::Vector) => {
                return Some(format!(
                    "sets options of `{name}`, but only a global index has a throughput of its own"
                ));
            }
        }
        let is_limited = options.max_reads.is_some() || options.max_writes.is_some();
        if is_limited && matches!(design.options.billing, Billing::Provisioned { .. }) {
            return Some(format!(
                "limits the on-demand units of `{name}`, but is billed by capacity; remove the limit, or \
                 bill it per request"
            ));
        }
        warm(options.warm_throughput)
    })
}

fn policy(design: &Design) -> Option<String> {
    let policy = design.options.resource_policy.as_ref()?;
    let parsed = serde_json::from_str::<serde_json::Value>(policy);
    let is_policy = parsed.is_ok_and(|policy| policy.get("Statement").is_some());
    (!is_policy).then(|| {
        "has a resource policy that is not a JSON object with a `Statement`; write an IAM policy".to_owned()
    })
}

fn replicas(design: &Design, replicas: &Replicas) -> Option<String> {
    let regions = &replicas.regions;
    let (mut seen, witness) = (Vec::new(), replicas.witness.as_ref());
    for region in regions.iter().chain(witness) {
        if seen.contains(&region) {
            return Some(format!("names the region `{region}` of its replicas twice"));
        }
        seen.push(region);
    }
    if regions.is_empty() {
        return Some("has replicas in no region; name at least one other region".to_owned());
    }
    if matches!(design.options.billing, Billing::Provisioned { .. }) {
        return Some(
            "has replicas and is billed by capacity, which needs auto scaling that a design does not \
             describe; bill it per request"
                .to_owned(),
        );
    }
    match replicas.consistency {
        ReplicaConsistency::Eventual if witness.is_some() => Some(
            "has a witness, but its replicas are eventually consistent; remove the witness, or make \
             them strongly consistent"
                .to_owned(),
        ),
        ReplicaConsistency::Eventual => {
            (design.options.stream != Some(StreamView::NewAndOldImages)).then(|| {
                "has replicas, which follow its stream; add `stream(StreamView::NewAndOldImages)`".to_owned()
            })
        }
        ReplicaConsistency::Strong => strong(design, seen.len() + 1),
    }
}

/// The limits of replicas that are strongly consistent.
fn strong(design: &Design, regions: usize) -> Option<String> {
    let mut indexes = design.table.indexes.iter();
    if regions != STRONG_REGIONS {
        Some(format!(
            "has strongly consistent replicas in {regions} regions, its own included; they need exactly \
             {STRONG_REGIONS}, one of which may be a witness"
        ))
    } else if design.table.ttl.is_some() {
        Some("has a TTL, which tables with strongly consistent replicas cannot have".to_owned())
    } else if indexes.any(|index| index.kind == IndexKind::Local) {
        Some(
            "has a local index, which tables with strongly consistent replicas cannot have"
                .to_owned(),
        )
    } else {
        None
    }
}
