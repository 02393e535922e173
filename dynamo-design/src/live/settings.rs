//! The options of a live table that have requests of their own: throughput, contributor insights, the
//! resource policy and replicas.

use aws_sdk_dynamodb::error::ProvideErrorMetadata;
use aws_sdk_dynamodb::types::{
    ContributorInsightsAction, ContributorInsightsMode, ContributorInsightsStatus,
    CreateGlobalTableWitnessGroupMemberAction, CreateReplicationGroupMemberAction,
    GlobalTableWitnessGroupUpdate, MultiRegionConsistency, OnDemandThroughput,
    ReplicationGroupUpdate, TableDescription,
};

use super::verify::{differ, limit, units, unless_unsupported};
use crate::Design;
use crate::options::{Billing, ReplicaConsistency, Replicas, TableOptions, WarmThroughput};
use dynamo_runtime::admin::{Difference, LiveTable};
use dynamo_runtime::{Db, Error};

/// Compares the warm throughput of the table, and the limits and warm throughput of its indexes.
pub(super) fn compare_throughput(
    table: &TableDescription,
    options: &TableOptions,
    differences: &mut Vec<Difference>,
) {
    let found = table.warm_throughput();
    let found = found.map(|warm| (warm.read_units_per_second(), warm.write_units_per_second()));
    compare_warm("the table", found, options.warm_throughput, differences);
    for index in table.global_secondary_indexes() {
        let name = index.index_name().unwrap_or_default();
        let Some(own) = options.indexes.get(name) else {
            continue;
        };
        let found = index.warm_throughput();
        let found = found.map(|warm| (warm.read_units_per_second(), warm.write_units_per_second()));
        compare_warm(
            &format!("`{name}`"),
            found,
            own.warm_throughput,
            differences,
        );
        let Billing::OnDemand {
            max_reads,
            max_writes,
        } = options.index_billing(name)
        else {
            continue;
        };
        let most = index.on_demand_throughput();
        let reads = most.and_then(OnDemandThroughput::max_read_request_units);
        let writes = most.and_then(OnDemandThroughput::max_write_request_units);
        let limits = [("read", reads, max_reads), ("write", writes, max_writes)];
        for (kind, found, declared) in limits {
            let option = format!("the maximum of {kind} units of `{name}`");
            differ(option, units(found), limit(declared), differences);
        }
    }
}

/// Warm throughput grows by itself, so that only less than declared is a difference.
fn compare_warm(
    of: &str,
    found: Option<(Option<i64>, Option<i64>)>,
    declared: Option<WarmThroughput>,
    differences: &mut Vec<Difference>,
) {
    let (Some((Some(reads), Some(writes))), Some(declared)) = (found, declared) else {
        return;
    };
    if reads < i64::from(declared.reads) || writes < i64::from(declared.writes) {
        let shown = |reads: i64, writes: i64| format!("{reads} reads and {writes} writes");
        differences.push(Difference::Option {
            option: format!("the warm throughput of {of}"),
            found: shown(reads, writes),
            declared: shown(declared.reads.into(), declared.writes.into()),
        });
    }
}

/// Compares the regions of the declared replicas and their consistency; others are left alone.
pub(super) fn compare_replicas(
    table: &TableDescription,
    options: &TableOptions,
    differences: &mut Vec<Difference>,
) {
    let Some(replicas) = &options.replicas else {
        return;
    };
    for region in missing_regions(table, replicas) {
        let option = format!("the replica in `{region}`");
        differ(option, "absent", "present", differences);
    }
    let found = table.multi_region_consistency();
    let found = found.map_or("EVENTUAL", MultiRegionConsistency::as_str);
    if !table.replicas().is_empty() {
        let declared = replicas.consistency.as_str();
        differ("the consistency of replicas", found, declared, differences);
    }
}

fn missing_regions(table: &TableDescription, replicas: &Replicas) -> Vec<String> {
    let is_there = |region: &str| {
        let mut found = table.replicas().iter();
        found.any(|replica| replica.region_name() == Some(region))
    };
    let regions = replicas.regions.iter();
    regions
        .filter(|region| !is_there(region))
        .cloned()
        .collect()
}

impl Design {
    /// The mode of contributor insights, `None` if they are off; an error if an engine has none.
    async fn insights(&self, db: &Db, name: &str) -> Result<Option<Option<String>>, Error> {
        let request = db.client().describe_contributor_insights().table_name(name);
        let described = match request.send().await {
            Ok(described) => described,
            Err(error) => {
                unless_unsupported("DescribeContributorInsights", name, error)?;
                return Ok(None);
            }
        };
        let status = described.contributor_insights_status();
        let is_on = matches!(
            status,
            Some(ContributorInsightsStatus::Enabled | ContributorInsightsStatus::Enabling)
        );
        let mode = described.contributor_insights_mode();
        let mode = mode.map_or(
            "ACCESSED_AND_THROTTLED_KEYS",
            ContributorInsightsMode::as_str,
        );
        Ok(Some(is_on.then(|| mode.to_owned())))
    }

    pub(super) async fn compare_insights(
        &self,
        db: &Db,
        name: &str,
        differences: &mut Vec<Difference>,
    ) -> Result<(), Error> {
        let Some(declared) = self.options.contributor_insights else {
            return Ok(());
        };
        if let Some(found) = self.insights(db, name).await? {
            let found = found.unwrap_or_else(|| "off".to_owned());
            let declared = declared.as_str().to_owned();
            differ("contributor insights", found, declared, differences);
        }
        Ok(())
    }

    /// Enables contributor insights if they are off or count other keys.
    pub(super) async fn switch_insights_on(&self, db: &Db, name: &str) -> Result<bool, Error> {
        let Some(mode) = self.options.contributor_insights else {
            return Ok(false);
        };
        match self.insights(db, name).await? {
            None => return Ok(false),
            Some(Some(found)) if found == mode.as_str() => return Ok(false),
            Some(_) => {}
        }
        db.client()
            .update_contributor_insights()
            .table_name(name)
            .contributor_insights_action(ContributorInsightsAction::Enable)
            .contributor_insights_mode(ContributorInsightsMode::from(mode.as_str()))
            .send()
            .await
            .map_err(|error| Error::from_sdk("UpdateContributorInsights", name, error))?;
        Ok(true)
    }

    pub(super) async fn compare_policy(
        &self,
        db: &Db,
        name: &str,
        arn: &str,
        differences: &mut Vec<Difference>,
    ) -> Result<(), Error> {
        let Some(declared) = &self.options.resource_policy else {
            return Ok(());
        };
        let request = db.client().get_resource_policy().resource_arn(arn);
        let found = match request.send().await {
            Ok(found) => found.policy,
            Err(error) if error.code() == Some("PolicyNotFoundException") => None,
            Err(error) => return unless_unsupported("GetResourcePolicy", name, error),
        };
        let parsed = |text: &str| serde_json::from_str::<serde_json::Value>(text).ok();
        let same = found.as_deref().and_then(parsed) == parsed(declared);
        if !same {
            differences.push(Difference::Option {
                option: "the resource policy".to_owned(),
                found: if found.is_some() { "another" } else { "absent" }.to_owned(),
                declared: "that of the design".to_owned(),
            });
        }
        Ok(())
    }

    /// Adds the replicas that the table lacks, and returns their regions.
    pub(super) async fn add_replicas(
        &self,
        db: &Db,
        table: &LiveTable<'_>,
    ) -> Result<Vec<String>, Error> {
        let Some(replicas) = &self.options.replicas else {
            return Ok(Vec::new());
        };
        let described = table.wait_until_active().await?;
        let missing = missing_regions(&described, replicas);
        // Strongly consistent replicas are added all at once, others one by one.
        let steps: Vec<&[String]> = match replicas.consistency {
            _ if missing.is_empty() => Vec::new(),
            ReplicaConsistency::Strong => vec![&missing],
            ReplicaConsistency::Eventual => missing.chunks(1).collect(),
        };
        for regions in steps {
            self.add_regions(db, table.name(), replicas, regions)
                .await?;
            table.wait_until_active().await?;
        }
        Ok(missing)
    }

    async fn add_regions(
        &self,
        db: &Db,
        name: &str,
        replicas: &Replicas,
        regions: &[String],
    ) -> Result<(), Error> {
        let mut request = db.client().update_table().table_name(name);
        for region in regions {
            let create = CreateReplicationGroupMemberAction::builder().region_name(region);
            let create = create.build().map_err(|error| self.fault(&error))?;
            let update = ReplicationGroupUpdate::builder().create(create);
            request = request.replica_updates(update.build());
        }
        if replicas.consistency == ReplicaConsistency::Strong {
            request = request.multi_region_consistency(MultiRegionConsistency::Strong);
            if let Some(region) = &replicas.witness {
                let create = CreateGlobalTableWitnessGroupMemberAction::builder();
                let create = create.region_name(region).build();
                let create = create.map_err(|error| self.fault(&error))?;
                let update = GlobalTableWitnessGroupUpdate::builder().create(create);
                request = request.global_table_witness_updates(update.build());
            }
        }
        request
            .send()
            .await
            .map_err(|error| Error::from_sdk("UpdateTable", name, error))?;
        Ok(())
    }
}
