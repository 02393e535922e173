//! How a table is run: what no struct says and every deployment needs.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// How a table is run: billing, backups, encryption, streams, alarms.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct TableOptions {
    /// How reads and writes are paid for.
    pub billing: Billing,
    /// Whether the table can be restored to any second of the last 35 days; the default of the
    /// parameter in templates.
    pub point_in_time_recovery: bool,
    /// Which key encrypts it.
    pub encryption: Encryption,
    /// What its stream carries, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stream: Option<StreamView>,
    /// Whether deleting it is refused.
    pub deletion_protection: bool,
    /// Its tags.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub tags: BTreeMap<String, String>,
    /// When to raise an alarm.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub alarms: Vec<Alarm>,
    /// What the variables in its name may be.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub variables: BTreeMap<String, Variable>,
}

/// How reads and writes are paid for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Billing {
    /// By request.
    OnDemand {
        /// The most read units a second, if there is a limit.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        max_reads: Option<u32>,
        /// The most write units a second, if there is a limit.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        max_writes: Option<u32>,
    },
    /// By capacity, which each global index has as well.
    Provisioned {
        /// Read units a second.
        reads: u32,
        /// Write units a second.
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

/// Which key encrypts a table. Every table is encrypted.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Encryption {
    /// A key that DynamoDB owns, free of charge.
    #[default]
    AwsOwned,
    /// The account's `aws/dynamodb` key in KMS.
    AwsManaged,
    /// A key of your own in KMS: its id, ARN or alias.
    Key(String),
}

/// What a table's stream carries of a change.
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
    /// Returns the name DynamoDB has for it.
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
    /// What is added to the table's name to name the alarm.
    pub name: String,
    /// What is counted.
    pub metric: Metric,
    /// More than this many in a period are too many.
    pub threshold: u32,
    /// The length of a period in seconds.
    pub period: u32,
    /// How many periods in a row there must be too many.
    pub periods: u32,
}

/// What an alarm counts.
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
    /// Returns the name CloudWatch has for it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::ThrottledRequests => "ThrottledRequests",
            Self::SystemErrors => "SystemErrors",
            Self::ConditionalCheckFailedRequests => "ConditionalCheckFailedRequests",
        }
    }

    /// The operations it is counted by; none if it is counted by table alone.
    ///
    /// <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/metrics-dimensions.html>
    pub(super) const fn operations(self) -> &'static [&'static str] {
        match self {
            // An alarm takes up to ten metrics, and these are the ten operations on items.
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

/// What a variable in a table's name may be.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Variable {
    /// The values it may have, the default first; any if there are none.
    pub values: Vec<String>,
}
