//! The options of a live table: from its description, and from the requests that each of the others
//! needs. Whatever an account may not read is a note, not an error.

use std::error::Error as StdError;

use aws_sdk_dynamodb::error::{ProvideErrorMetadata, SdkError};
use aws_sdk_dynamodb::types::ProvisionedThroughputDescription as Throughput;
use aws_sdk_dynamodb::types::{
    BillingMode, ContributorInsightsMode, ContributorInsightsStatus,
    GlobalSecondaryIndexDescription, MultiRegionConsistency, OnDemandThroughput,
    PointInTimeRecoveryStatus, SseType, TableClass as SdkTableClass, TableDescription,
    TimeToLiveStatus,
};

use super::{replicas, request};
use crate::Design;
use crate::options::{Billing, Encryption, IndexOptions, Replicas, WarmThroughput};
use dynamo_runtime::Db;

/// The warm throughput that every table has without asking for it:
/// <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/warm-throughput.html>
const USUALLY_WARM: WarmThroughput = WarmThroughput {
    reads: 12_000,
    writes: 4_000,
};

/// Reads the options and the TTL of a table into its design.
pub(super) async fn read(
    db: &Db,
    described: &TableDescription,
    design: &mut Design,
    notes: &mut Vec<String>,
) {
    let name = design.table.name.clone();
    from_description(described, design, notes);
    let mut reader = Reader { db, name, notes };
    reader.ttl(design).await;
    reader.recovery(design).await;
    reader.insights(design).await;
    if let Some(arn) = described.table_arn() {
        reader.policy(arn, design).await;
        reader.tags(arn, design).await;
    }
}

fn from_description(described: &TableDescription, design: &mut Design, notes: &mut Vec<String>) {
    let options = &mut design.options;
    options.billing = billing(described);
    let class = described.table_class_summary();
    let class = class.and_then(|class| class.table_class());
    options.class = request::class(class.map(SdkTableClass::as_str));
    options.deletion_protection = described.deletion_protection_enabled().unwrap_or(false);
    let stream = described
        .stream_specification()
        .filter(|stream| stream.stream_enabled());
    let view = stream.and_then(|stream| stream.stream_view_type());
    options.stream = view.and_then(|view| request::stream_view(view.as_str()));
    let sse = described
        .sse_description()
        .filter(|sse| sse.sse_type() == Some(&SseType::Kms));
    if let Some(sse) = sse {
        let key = sse.kms_master_key_arn();
        options.encryption = key.map_or(Encryption::AwsManaged, |key| {
            Encryption::Key(key.to_owned())
        });
    }
    options.replicas = replicas_of(described);
    let found = described.warm_throughput();
    let found = found.map(|warm| (warm.read_units_per_second(), warm.write_units_per_second()));
    options.warm_throughput = warm(found, described);
    for index in described.global_secondary_indexes() {
        let own = index_options(index, described);
        let own = request::own_limits(&options.billing, own);
        if own != IndexOptions::default() {
            let name = index.index_name().unwrap_or_default();
            options.indexes.insert(name.to_owned(), own);
        }
    }
    let is_warm = |index: &IndexOptions| index.warm_throughput.is_some();
    if options.warm_throughput.is_some() || options.indexes.values().any(is_warm) {
        notes.push(format!(
            "`{}` takes more at once than a new table does; it may have been asked for, or have grown: \
             remove `warm_throughput` if a new table needs none",
            design.table.name
        ));
    }
}

fn is_on_demand(described: &TableDescription) -> bool {
    let mode = described.billing_mode_summary();
    mode.and_then(|mode| mode.billing_mode()) == Some(&BillingMode::PayPerRequest)
}

/// A count of units; -1 means that there is no limit.
fn units(units: Option<i64>) -> Option<u32> {
    units.and_then(|units| u32::try_from(units).ok())
}

fn billing(described: &TableDescription) -> Billing {
    let capacity = described.provisioned_throughput();
    let reads = units(capacity.and_then(Throughput::read_capacity_units));
    let writes = units(capacity.and_then(Throughput::write_capacity_units));
    match (is_on_demand(described), reads, writes) {
        (false, Some(reads @ 1..), Some(writes @ 1..)) => Billing::Provisioned { reads, writes },
        _ => {
            let most = described.on_demand_throughput();
            Billing::OnDemand {
                max_reads: units(most.and_then(OnDemandThroughput::max_read_request_units)),
                max_writes: units(most.and_then(OnDemandThroughput::max_write_request_units)),
            }
        }
    }
}

/// The warm throughput, if it is more than a table has anyway.
fn warm(
    found: Option<(Option<i64>, Option<i64>)>,
    described: &TableDescription,
) -> Option<WarmThroughput> {
    let (reads, writes) = found?;
    let (reads, writes) = (units(reads)?, units(writes)?);
    let is_more = reads > USUALLY_WARM.reads || writes > USUALLY_WARM.writes;
    // A table with a capacity is as warm as that.
    (is_more && is_on_demand(described)).then_some(WarmThroughput { reads, writes })
}

fn index_options(
    index: &GlobalSecondaryIndexDescription,
    described: &TableDescription,
) -> IndexOptions {
    let most = index.on_demand_throughput();
    let found = index.warm_throughput();
    let found = found.map(|warm| (warm.read_units_per_second(), warm.write_units_per_second()));
    IndexOptions {
        max_reads: units(most.and_then(OnDemandThroughput::max_read_request_units)),
        max_writes: units(most.and_then(OnDemandThroughput::max_write_request_units)),
        warm_throughput: warm(found, described),
    }
}

/// The replicas in other regions than the table's own, which its ARN names.
fn replicas_of(described: &TableDescription) -> Option<Replicas> {
    let own = described.table_arn().and_then(|arn| arn.split(':').nth(3));
    let regions = described.replicas().iter();
    let regions = regions.filter_map(|replica| replica.region_name());
    let regions = regions.filter(|region| Some(*region) != own);
    let regions = regions.map(str::to_owned).collect();
    let is_strong = described.multi_region_consistency() == Some(&MultiRegionConsistency::Strong);
    let witness = described.global_table_witnesses().first();
    let witness = witness.and_then(|witness| witness.region_name());
    replicas(regions, is_strong, witness)
}

/// Sends the requests that read one option each.
struct Reader<'a> {
    db: &'a Db,
    name: String,
    notes: &'a mut Vec<String>,
}

impl Reader<'_> {
    /// The answer, or a note about why there is none; an engine without the operation has no such
    /// option.
    fn known<T, E, R>(&mut self, what: &str, answer: Result<T, SdkError<E, R>>) -> Option<T>
    where
        E: ProvideErrorMetadata + StdError + 'static,
        R: std::fmt::Debug,
    {
        let error = match answer {
            Ok(answer) => return Some(answer),
            Err(error) => error,
        };
        match error.code() {
            Some("UnknownOperationException" | "PolicyNotFoundException") => {}
            code => {
                let code = code.unwrap_or("no answer");
                let name = &self.name;
                self.notes
                    .push(format!("{what} of `{name}` could not be read ({code})"));
            }
        }
        None
    }

    async fn ttl(&mut self, design: &mut Design) {
        let request = self.db.client().describe_time_to_live();
        let answer = request.table_name(&self.name).send().await;
        let answer = self.known("the TTL", answer);
        let found = answer.and_then(|answer| answer.time_to_live_description);
        let is_on = |status: Option<&TimeToLiveStatus>| {
            matches!(
                status,
                Some(TimeToLiveStatus::Enabled | TimeToLiveStatus::Enabling)
            )
        };
        let found = found.filter(|found| is_on(found.time_to_live_status()));
        design.table.ttl = found.and_then(|found| found.attribute_name);
    }

    async fn recovery(&mut self, design: &mut Design) {
        let request = self.db.client().describe_continuous_backups();
        let answer = request.table_name(&self.name).send().await;
        let answer = self.known("point-in-time recovery", answer);
        let found = answer.and_then(|answer| answer.continuous_backups_description);
        let found = found.and_then(|found| found.point_in_time_recovery_description);
        let is_on = |status: Option<&PointInTimeRecoveryStatus>| {
            status == Some(&PointInTimeRecoveryStatus::Enabled)
        };
        let Some(found) = found.filter(|found| is_on(found.point_in_time_recovery_status())) else {
            return;
        };
        design.options.point_in_time_recovery = true;
        let days = found.recovery_period_in_days();
        let days = days.and_then(|days| u32::try_from(days).ok());
        // As many as without saying so.
        design.options.recovery_days = days.filter(|days| *days != 35);
    }

    async fn insights(&mut self, design: &mut Design) {
        let request = self.db.client().describe_contributor_insights();
        let answer = request.table_name(&self.name).send().await;
        let answer = self.known("contributor insights", answer);
        let is_on = |status: Option<&ContributorInsightsStatus>| {
            matches!(
                status,
                Some(ContributorInsightsStatus::Enabled | ContributorInsightsStatus::Enabling)
            )
        };
        let answer = answer.filter(|answer| is_on(answer.contributor_insights_status()));
        design.options.contributor_insights = answer.map(|answer| {
            let mode = answer.contributor_insights_mode();
            request::insights(mode.map(ContributorInsightsMode::as_str))
        });
    }

    async fn policy(&mut self, arn: &str, design: &mut Design) {
        let request = self.db.client().get_resource_policy();
        let answer = request.resource_arn(arn).send().await;
        let answer = self.known("the resource policy", answer);
        design.options.resource_policy = answer.and_then(|answer| answer.policy);
    }

    async fn tags(&mut self, arn: &str, design: &mut Design) {
        let mut next = None;
        loop {
            let request = self.db.client().list_tags_of_resource().resource_arn(arn);
            let answer = request.set_next_token(next.take()).send().await;
            let Some(answer) = self.known("the tags", answer) else {
                return;
            };
            for tag in answer.tags() {
                // AWS sets these itself.
                if !tag.key().starts_with("aws:") {
                    let tags = &mut design.options.tags;
                    tags.insert(tag.key().to_owned(), tag.value().to_owned());
                }
            }
            next = answer.next_token;
            if next.is_none() {
                return;
            }
        }
    }
}
