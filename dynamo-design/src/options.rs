//! The options of a table that structs do not declare, but a deployment needs.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The options of a table: billing, backups, encryption, streams, alarms.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct TableOptions {
    /// How reads and writes are billed.
    pub billing: Billing,
    /// Whether the table can be restored to any second of the last 35 days; the default of the
    /// parameter in templates.
    pub point_in_time_recovery: bool,
    /// How many days back it can be restored to, from 1 to 35; 35 by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recovery_days: Option<u32>,
    /// The class of its storage.
    #[serde(skip_serializing_if = "TableClass::is_standard")]
    pub class: TableClass,
    /// The warm throughput, if it is more than DynamoDB starts with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub warm_throughput: Option<WarmThroughput>,
    /// The options of global indexes, by name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub indexes: BTreeMap<String, IndexOptions>,
    /// The keys that CloudWatch Contributor Insights counts, if it is on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contributor_insights: Option<InsightsMode>,
    /// The table's resource policy, as JSON.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resource_policy: Option<String>,
    /// Its replicas in other regions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replicas: Option<Replicas>,
    /// The key that encrypts it.
    pub encryption: Encryption,
    /// The content of its stream, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stream: Option<StreamView>,
    /// Whether deleting it is refused.
    pub deletion_protection: bool,
    /// Its tags.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub tags: BTreeMap<String, String>,
    /// The alarms.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub alarms: Vec<Alarm>,
    /// The variables in its name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub variables: BTreeMap<String, Variable>,
}

/// How reads and writes are billed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Billing {
    /// Per request.
    OnDemand {
        /// The most read units per second, if there is a limit.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        max_reads: Option<u32>,
        /// The most write units per second, if there is a limit.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        max_writes: Option<u32>,
    },
    /// By provisioned capacity. Each global index has the same capacity.
    Provisioned {
        /// Read units per second.
        reads: u32,
        /// Write units per second.
        writes: u32,
    },
}

impl Default for Billing {
    fn default() -> Self {
        Self::OnDemand {
            max_reads: None,
            max_writes: None,
        }
    }
}

/// The class of a table's storage.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TableClass {
    /// For tables that are read and written all the time.
    #[default]
    Standard,
    /// Cheaper to store, but more expensive to read and write.
    InfrequentAccess,
}

impl TableClass {
    /// Returns DynamoDB's name for it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Standard => "STANDARD",
            Self::InfrequentAccess => "STANDARD_INFREQUENT_ACCESS",
        }
    }

    #[expect(
        clippy::trivially_copy_pass_by_ref,
        reason = "serde passes a reference"
    )]
    const fn is_standard(&self) -> bool {
        matches!(self, Self::Standard)
    }
}

/// The units per second that a table or an index can take at once, without scaling up first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct WarmThroughput {
    /// Read units per second.
    pub reads: u32,
    /// Write units per second.
    pub writes: u32,
}

/// The options in which a global index differs from its table.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct IndexOptions {
    /// The most read units per second, if the limit differs from the table's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_reads: Option<u32>,
    /// The most write units per second, if the limit differs from the table's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_writes: Option<u32>,
    /// The units that it takes at once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub warm_throughput: Option<WarmThroughput>,
}

/// The keys that CloudWatch Contributor Insights counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum InsightsMode {
    /// The keys that are read, written and throttled most.
    AccessedAndThrottledKeys,
    /// Only the keys that are throttled most, which costs less.
    ThrottledKeys,
}

impl InsightsMode {
    /// Returns DynamoDB's name for it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::AccessedAndThrottledKeys => "ACCESSED_AND_THROTTLED_KEYS",
            Self::ThrottledKeys => "THROTTLED_KEYS",
        }
    }
}

/// The replicas of a table in other regions.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Replicas {
    /// The other regions.
    pub regions: Vec<String>,
    /// Whether a read in one region shows a write in another.
    #[serde(default)]
    pub consistency: ReplicaConsistency,
    /// The region that takes part in writes but stores no items, for strong consistency.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub witness: Option<String>,
}

/// Whether a read in one region shows a write in another.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ReplicaConsistency {
    /// After about a second.
    #[default]
    Eventual,
    /// At once, if it is a consistent read.
    Strong,
}

impl ReplicaConsistency {
    /// Returns DynamoDB's name for it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Eventual => "EVENTUAL",
            Self::Strong => "STRONG",
        }
    }
}

impl TableOptions {
    /// The billing of a global index: that of the table, with limits of its own.
    pub(super) fn index_billing(&self, index: &str) -> Billing {
        match (&self.billing, self.indexes.get(index)) {
            (
                Billing::OnDemand {
                    max_reads,
                    max_writes,
                },
                Some(own),
            ) => Billing::OnDemand {
                max_reads: own.max_reads.or(*max_reads),
                max_writes: own.max_writes.or(*max_writes),
            },
            (billing, _) => billing.clone(),
        }
    }

    /// The warm throughput of a global index.
    pub(super) fn index_warm(&self, index: &str) -> Option<WarmThroughput> {
        self.indexes.get(index)?.warm_throughput
    }
}

/// The key that encrypts a table. Every table is encrypted.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Encryption {
    /// A key that DynamoDB owns, free of charge.
    #[default]
    AwsOwned,
    /// The account's `aws/dynamodb` key in KMS.
    AwsManaged,
    /// Your own KMS key: its id, ARN or alias.
    Key(String),
}

/// The content of a table's stream for each change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum StreamView {
    /// The keys.
    KeysOnly,
    /// The item after it.
    NewImage,
    /// The item before it.
    OldImage,
    /// The item before and after it.
    NewAndOldImages,
}

impl StreamView {
    /// Returns DynamoDB's name for it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::KeysOnly => "KEYS_ONLY",
            Self::NewImage => "NEW_IMAGE",
            Self::OldImage => "OLD_IMAGE",
            Self::NewAndOldImages => "NEW_AND_OLD_IMAGES",
        }
    }
}

/// An alarm on a metric of the table, summed over all operations.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Alarm {
    /// The suffix that is added to the table's name to name the alarm.
    pub name: String,
    /// The metric that is counted.
    pub metric: Metric,
    /// The threshold: the alarm counts periods with more than this many.
    pub threshold: u32,
    /// The length of a period in seconds.
    pub period: u32,
    /// How many periods in a row must exceed the threshold.
    pub periods: u32,
}

/// The metric that an alarm counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub enum Metric {
    /// Requests that were throttled.
    ThrottledRequests,
    /// Requests that DynamoDB failed to serve.
    SystemErrors,
    /// Writes whose condition did not hold.
    ConditionalCheckFailedRequests,
}

impl Metric {
    /// Returns CloudWatch's name for it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::ThrottledRequests => "ThrottledRequests",
            Self::SystemErrors => "SystemErrors",
            Self::ConditionalCheckFailedRequests => "ConditionalCheckFailedRequests",
        }
    }

    /// The operations it is counted by; empty if it is counted only by table.
    ///
    /// <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/metrics-dimensions.html>
    pub(super) const fn operations(self) -> &'static [&'static str] {
        match self {
            // An alarm accepts up to ten metrics, and these are the ten operations on items.
            Self::ThrottledRequests | Self::SystemErrors => &[
                "GetItem",
                "PutItem",
                "UpdateItem",
                "DeleteItem",
                "Query",
                "Scan",
                "BatchGetItem",
                "BatchWriteItem",
                "TransactGetItems",
                "TransactWriteItems",
            ],
            Self::ConditionalCheckFailedRequests => &[],
        }
    }
}

impl Alarm {
    /// More than ten throttled requests in five minutes, twice in a row.
    #[must_use]
    pub fn throttled() -> Self {
        Self {
            name: "throttled".to_owned(),
            metric: Metric::ThrottledRequests,
            threshold: 10,
            period: 300,
            periods: 2,
        }
    }

    /// More than five errors of DynamoDB itself in five minutes.
    #[must_use]
    pub fn system_errors() -> Self {
        Self {
            name: "system-errors".to_owned(),
            metric: Metric::SystemErrors,
            threshold: 5,
            period: 300,
            periods: 1,
        }
    }
}

/// A variable in a table's name.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Variable {
    /// The values it may have, the default first; empty if it may have any.
    pub values: Vec<String>,
}
