//! Comparing a live table and its options with its design.

use aws_sdk_dynamodb::error::{ProvideErrorMetadata, SdkError};
use aws_sdk_dynamodb::types::{
    BillingMode, OnDemandThroughput, PointInTimeRecoveryDescription, PointInTimeRecoveryStatus,
    SseDescription, SseStatus, SseType, TableDescription, Tag,
};

use super::settings::{compare_replicas, compare_throughput};
use crate::Design;
use crate::options::{Billing, Encryption, TableOptions};
use dynamo_runtime::admin::{Difference, Verified};
use dynamo_runtime::{Db, Error};

impl Design {
    /// Compares the live table with the design: like [`Db::verify_table`], plus billing, backups,
    /// encryption, stream, protection, tags and the other [`TableOptions`].
    ///
    /// # Errors
    ///
    /// Returns [`Error::Sdk`] if the table cannot be described; and the errors of
    /// [`table_name`](Self::table_name).
    pub async fn verify(&self, db: &Db) -> Result<Verified, Error> {
        let table = db.live_table(self.table_name(db)?);
        let Some(described) = table.describe().await? else {
            return Ok(Verified::new(table.name(), vec![Difference::NoTable]));
        };
        let mut differences = table.differences(&described, &self.table).await?;
        compare_options(&described, &self.options, &mut differences);
        compare_throughput(&described, &self.options, &mut differences);
        compare_replicas(&described, &self.options, &mut differences);
        compare_backups(db, table.name(), &self.options, &mut differences).await?;
        self.compare_insights(db, table.name(), &mut differences)
            .await?;
        if let Some(arn) = described.table_arn() {
            compare_tags(db, table.name(), arn, &self.options, &mut differences).await?;
            self.compare_policy(db, table.name(), arn, &mut differences)
                .await?;
        }
        Ok(Verified::new(table.name(), differences))
    }

    /// Returns the physical name of the table, with the variables of the `Db` filled in.
    ///
    /// # Errors
    ///
    /// Returns [`Error::UnknownVariable`] if it has a variable without a value, [`Error::Table`] if
    /// the result is not a table name.
    pub fn table_name(&self, db: &Db) -> Result<String, Error> {
        db.fill_variables(&self.table.name)
    }
}

async fn compare_backups(
    db: &Db,
    name: &str,
    options: &TableOptions,
    differences: &mut Vec<Difference>,
) -> Result<(), Error> {
    if let Some((status, days)) = recovery(db, name).await? {
        let on = status == PointInTimeRecoveryStatus::Enabled;
        let declared = options.point_in_time_recovery;
        differ("point-in-time recovery", on, declared, differences);
        if let (true, Some(found), Some(declared)) = (on, days, options.recovery_days) {
            let (found, declared) = (found.to_string(), declared.to_string());
            differ(
                "the days of point-in-time recovery",
                found,
                declared,
                differences,
            );
        }
    }
    Ok(())
}

/// Whether the table can be restored to any second, and of how many days; `None` on an engine without backups.
pub(super) async fn recovery(
    db: &Db,
    name: &str,
) -> Result<Option<(PointInTimeRecoveryStatus, Option<i32>)>, Error> {
    let request = db.client().describe_continuous_backups().table_name(name);
    let described = match request.send().await {
        Ok(described) => described,
        Err(error) => {
            unless_unsupported("DescribeContinuousBackups", name, error)?;
            return Ok(None);
        }
    };
    let backups = described.continuous_backups_description();
    let recovery = backups.and_then(|backups| backups.point_in_time_recovery_description());
    let status = recovery.and_then(|recovery| recovery.point_in_time_recovery_status());
    let status = status.map_or(PointInTimeRecoveryStatus::Disabled, Clone::clone);
    let days = recovery.and_then(PointInTimeRecoveryDescription::recovery_period_in_days);
    Ok(Some((status, days)))
}

/// Compares the declared tags; others are left alone.
async fn compare_tags(
    db: &Db,
    name: &str,
    arn: &str,
    options: &TableOptions,
    differences: &mut Vec<Difference>,
) -> Result<(), Error> {
    if options.tags.is_empty() {
        return Ok(());
    }
    let request = db.client().list_tags_of_resource().resource_arn(arn);
    let found = match request.send().await {
        Ok(found) => found,
        Err(error) => return unless_unsupported("ListTagsOfResource", name, error),
    };
    for (tag, value) in &options.tags {
        let mut tags = found.tags().iter();
        let found = tags.find(|found| found.key() == tag).map(Tag::value);
        if found != Some(value) {
            differences.push(Difference::Option {
                option: format!("the tag `{tag}`"),
                found: found.map_or_else(|| "absent".to_owned(), |found| format!("`{found}`")),
                declared: format!("`{value}`"),
            });
        }
    }
    Ok(())
}

/// Ignores what an engine does not offer: it is not a difference of the table.
pub(super) fn unless_unsupported<E, R>(
    operation: &'static str,
    name: &str,
    error: SdkError<E, R>,
) -> Result<(), Error>
where
    E: ProvideErrorMetadata + std::error::Error + Send + Sync + 'static,
    R: std::fmt::Debug + Send + Sync + 'static,
{
    match error.code() {
        Some("UnknownOperationException") => Ok(()),
        _ => Err(Error::from_sdk(operation, name, error)),
    }
}

/// Compares the options that `DescribeTable` reports.
fn compare_options(
    table: &TableDescription,
    options: &TableOptions,
    differences: &mut Vec<Difference>,
) {
    let mode = table
        .billing_mode_summary()
        .and_then(|mode| mode.billing_mode());
    let by_request = mode == Some(&BillingMode::PayPerRequest);
    let billed = |by_request| {
        if by_request {
            "per request"
        } else {
            "by capacity"
        }
    };
    let declared = matches!(options.billing, Billing::OnDemand { .. });
    differ(
        "the billing",
        billed(by_request),
        billed(declared),
        differences,
    );
    if let (
        true,
        Billing::OnDemand {
            max_reads,
            max_writes,
        },
    ) = (by_request, &options.billing)
    {
        let most = table.on_demand_throughput();
        let reads = most.and_then(OnDemandThroughput::max_read_request_units);
        let writes = most.and_then(OnDemandThroughput::max_write_request_units);
        differ(
            "the maximum of read units",
            units(reads),
            limit(*max_reads),
            differences,
        );
        differ(
            "the maximum of write units",
            units(writes),
            limit(*max_writes),
            differences,
        );
    }
    let class = table.table_class_summary();
    let class = class.and_then(|class| class.table_class());
    let found = class.map_or("STANDARD", |class| class.as_str());
    differ("the class", found, options.class.as_str(), differences);
    let protected = table.deletion_protection_enabled().unwrap_or(false);
    differ(
        "deletion protection",
        protected,
        options.deletion_protection,
        differences,
    );
    let stream = table
        .stream_specification()
        .filter(|stream| stream.stream_enabled());
    let stream = stream.and_then(|stream| stream.stream_view_type());
    let found = stream.map_or("off", |view| view.as_str());
    let declared = options.stream.map_or("off", |view| view.as_str());
    differ("the stream", found, declared, differences);
    differ(
        "the encryption",
        encrypted(table),
        declared_key(&options.encryption),
        differences,
    );
}

/// A limit as DynamoDB reports it: -1 means none.
pub(super) fn units(units: Option<i64>) -> String {
    let units = units.filter(|units| *units >= 0);
    units.map_or_else(|| "none".to_owned(), |units| units.to_string())
}

pub(super) fn limit(units: Option<u32>) -> String {
    units.map_or_else(|| "none".to_owned(), |units| units.to_string())
}

/// The kind of key that encrypts a table. A KMS key has several names, by ARN, id and alias, so the
/// key itself is not compared.
fn encrypted(table: &TableDescription) -> &'static str {
    let sse = table.sse_description();
    let on = |status: &SseStatus| {
        matches!(
            status,
            SseStatus::Enabled | SseStatus::Enabling | SseStatus::Updating
        )
    };
    let is_kms = |sse: &SseDescription| {
        sse.status().is_some_and(on) && sse.sse_type() == Some(&SseType::Kms)
    };
    if sse.is_some_and(is_kms) { KMS } else { OWNED }
}

const KMS: &str = "by a key of KMS";
const OWNED: &str = "by DynamoDB's own key";

fn declared_key(encryption: &Encryption) -> &'static str {
    match encryption {
        Encryption::AwsOwned => OWNED,
        Encryption::AwsManaged | Encryption::Key(_) => KMS,
    }
}

pub(super) fn differ<T: PartialEq + Shown>(
    option: impl Into<String>,
    found: T,
    declared: T,
    differences: &mut Vec<Difference>,
) {
    if found != declared {
        differences.push(Difference::Option {
            option: option.into(),
            found: found.shown(),
            declared: declared.shown(),
        });
    }
}

pub(super) trait Shown {
    fn shown(self) -> String;
}

impl Shown for bool {
    fn shown(self) -> String {
        if self { "on" } else { "off" }.to_owned()
    }
}

impl Shown for &str {
    fn shown(self) -> String {
        self.to_owned()
    }
}

impl Shown for String {
    fn shown(self) -> String {
        self
    }
}
