//! A live table against its design, with how it is run.

use aws_sdk_dynamodb::error::{ProvideErrorMetadata, SdkError};
use aws_sdk_dynamodb::types::{
    BillingMode, OnDemandThroughput, PointInTimeRecoveryStatus, SseDescription, SseStatus, SseType,
    TableDescription, Tag,
};

use super::declared::{Declared, DeclaredIndex, Key};
use super::difference::{Difference, Verified};
use crate::db::Db;
use crate::design::{Billing, Design, Encryption, KeyAttribute, Projection, TableOptions};
use crate::error::Error;

impl Db {
    /// Compares a table with its design: as [`verify_table`](Self::verify_table), and billing,
    /// backups, encryption, stream, protection and tags as well.
    ///
    /// # Errors
    ///
    /// [`Error::Sdk`] where the table cannot be described, [`Error::Table`] where its name has a
    /// variable that was not given.
    pub async fn verify(&self, design: &Design) -> Result<Verified, Error> {
        let name = self.design_name(design)?;
        let found = self.compare(&name, &Declared::from(design)).await?;
        let mut differences = found.differences;
        if let Some(table) = &found.table {
            described(table, &design.options, &mut differences);
            self.backups(&name, &design.options, &mut differences)
                .await?;
            if let Some(arn) = table.table_arn() {
                self.tags(&name, arn, &design.options, &mut differences)
                    .await?;
            }
        }
        Ok(Verified::new(&name, differences))
    }

    /// Returns the physical name of a design's table.
    ///
    /// # Errors
    ///
    /// [`Error::Table`] where it has a variable that was not given, or what comes out is not a table
    /// name.
    pub fn design_name(&self, design: &Design) -> Result<String, Error> {
        let missing = |variable: &str| Error::Table {
            table: design.table.clone(),
            reason: format!("needs the variable `{variable}` in its name"),
        };
        self.fill(&design.table, missing)
    }

    async fn backups(
        &self,
        name: &str,
        options: &TableOptions,
        differences: &mut Vec<Difference>,
    ) -> Result<(), Error> {
        if let Some(status) = self.recovery(name).await? {
            let on = status == PointInTimeRecoveryStatus::Enabled;
            let declared = options.point_in_time_recovery;
            differ("point-in-time recovery", on, declared, differences);
        }
        Ok(())
    }

    /// Whether the table can be restored to any second; `None` on an engine without backups.
    pub(super) async fn recovery(
        &self,
        name: &str,
    ) -> Result<Option<PointInTimeRecoveryStatus>, Error> {
        let request = self.client().describe_continuous_backups().table_name(name);
        let described = match request.send().await {
            Ok(described) => described,
            Err(error) => {
                unless_unsupported("DescribeContinuousBackups", name, error)?;
                return Ok(None);
            }
        };
        let backups = described.continuous_backups_description();
        let status = backups
            .and_then(|backups| backups.point_in_time_recovery_description())
            .and_then(|recovery| recovery.point_in_time_recovery_status());
        Ok(Some(
            status.map_or(PointInTimeRecoveryStatus::Disabled, Clone::clone),
        ))
    }

    /// Tags that are declared; others are the account's own affair.
    async fn tags(
        &self,
        name: &str,
        arn: &str,
        options: &TableOptions,
        differences: &mut Vec<Difference>,
    ) -> Result<(), Error> {
        if options.tags.is_empty() {
            return Ok(());
        }
        let request = self.client().list_tags_of_resource().resource_arn(arn);
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
}

/// Passes over what an engine does not offer: it is no difference of the table.
fn unless_unsupported<E, R>(
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

/// What `DescribeTable` tells of a table's options.
fn described(table: &TableDescription, options: &TableOptions, differences: &mut Vec<Difference>) {
    let mode = table
        .billing_mode_summary()
        .and_then(|mode| mode.billing_mode());
    let by_request = mode == Some(&BillingMode::PayPerRequest);
    let billed = |by_request| {
        if by_request {
            "by request"
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

/// A limit as DynamoDB tells it: -1 is none.
fn units(units: Option<i64>) -> String {
    let units = units.filter(|units| *units >= 0);
    units.map_or_else(|| "none".to_owned(), |units| units.to_string())
}

fn limit(units: Option<u32>) -> String {
    units.map_or_else(|| "none".to_owned(), |units| units.to_string())
}

/// Which kind of key encrypts a table. Which key of KMS it is has several names, by ARN, id and
/// alias, so it is not compared.
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

fn differ<T: PartialEq + Shown>(
    option: &'static str,
    found: T,
    declared: T,
    differences: &mut Vec<Difference>,
) {
    if found != declared {
        differences.push(Difference::Option {
            option: option.to_owned(),
            found: found.shown(),
            declared: declared.shown(),
        });
    }
}

trait Shown {
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

impl<'a> From<&'a Design> for Declared<'a> {
    fn from(design: &'a Design) -> Self {
        let key = |key: &'a KeyAttribute| Key {
            name: &key.name,
            kind: key.kind,
        };
        let indexes = design.indexes.iter().map(|index| DeclaredIndex {
            name: &index.name,
            kind: index.kind,
            pk: index.pk.iter().map(key).collect(),
            sk: index.sk.iter().map(key).collect(),
            projected: match &index.projection {
                Projection::All => None,
                Projection::KeysOnly => Some(Vec::new()),
                Projection::Include(names) => Some(names.iter().map(String::as_str).collect()),
            },
        });
        Self {
            pk: key(&design.pk),
            sk: design.sk.as_ref().map(key),
            indexes: indexes.collect(),
            ttl: design.ttl.as_deref(),
        }
    }
}
