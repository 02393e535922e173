//! The options of a table, which no struct says and every deployment needs.

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
    /// By capacity, which each global index also has.
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
    /// The threshold: more than this many in a period are too many.
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
