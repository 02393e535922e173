//! Why DynamoDB throttled a request: which table or index, reads or writes, and which limit.

use std::error::Error as StdError;
use std::fmt;

use aws_sdk_dynamodb::types::ThrottlingReason;
use aws_sdk_dynamodb::types::error::{
    ProvisionedThroughputExceededException, RequestLimitExceeded, ThrottlingException,
};

use super::told::causes;

/// A limit that a throttled request exceeded, as DynamoDB reports it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Throttling {
    table: String,
    index: Option<String>,
    is_write: bool,
    limit: ThrottlingLimit,
}

/// The kind of limit that a throttled request exceeded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ThrottlingLimit {
    /// The capacity that is provisioned for the table or the index.
    ProvisionedCapacity,
    /// The configured maximum of on-demand throughput.
    MaximumOnDemand,
    /// The throughput of one partition: too many requests go to one partition key.
    Partition,
    /// The account's quota for one table.
    AccountQuota,
    /// A limit that this version does not know.
    Other,
}

impl Throttling {
    /// Returns the physical name of the table.
    #[must_use]
    pub fn table(&self) -> &str {
        &self.table
    }

    /// Returns the index that the limit applies to; `None` if it is the table's own.
    #[must_use]
    pub fn index(&self) -> Option<&str> {
        self.index.as_deref()
    }

    /// Returns whether writes, not reads, exceeded the limit.
    #[must_use]
    pub fn is_write(&self) -> bool {
        self.is_write
    }

    /// Returns which limit it is.
    #[must_use]
    pub fn limit(&self) -> ThrottlingLimit {
        self.limit
    }

    /// Reads a reason such as `IndexWriteKeyRangeThroughputExceeded` and the ARN it is about.
    fn of(reason: &ThrottlingReason) -> Option<Self> {
        let word = reason.reason()?;
        let rest = word
            .strip_prefix("Table")
            .or_else(|| word.strip_prefix("Index"))?;
        let (is_write, limit) = match rest.strip_prefix("Write") {
            Some(limit) => (true, limit),
            None => (false, rest.strip_prefix("Read")?),
        };
        let limit = match limit {
            "ProvisionedThroughputExceeded" => ThrottlingLimit::ProvisionedCapacity,
            "MaxOnDemandThroughputExceeded" => ThrottlingLimit::MaximumOnDemand,
            "KeyRangeThroughputExceeded" => ThrottlingLimit::Partition,
            "AccountLimitExceeded" => ThrottlingLimit::AccountQuota,
            _ => ThrottlingLimit::Other,
        };
        // arn:aws:dynamodb:REGION:ACCOUNT:table/NAME/index/NAME
        let mut names = reason.resource().unwrap_or_default().split('/').skip(1);
        let table = names.next().unwrap_or_default().to_owned();
        let index = names.nth(1).map(str::to_owned);
        Some(Self {
            table,
            index,
            is_write,
            limit,
        })
    }
}

impl Throttling {
    fn write_problem(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let access = if self.is_write {
            "writes to"
        } else {
            "reads of"
        };
        match &self.index {
            Some(index) => write!(f, "{access} index `{index}`")?,
            None => write!(f, "{access} the table")?,
        }
        f.write_str(match self.limit {
            ThrottlingLimit::ProvisionedCapacity => " exceed its provisioned capacity",
            ThrottlingLimit::MaximumOnDemand => " exceed its maximum on-demand throughput",
            ThrottlingLimit::Partition => " exceed the throughput of one partition",
            ThrottlingLimit::AccountQuota => " exceed the account's quota for one table",
            ThrottlingLimit::Other => " exceed a limit",
        })
    }

    fn cure(&self) -> &'static str {
        match self.limit {
            ThrottlingLimit::ProvisionedCapacity => {
                "raise the capacity, or switch to on-demand billing"
            }
            ThrottlingLimit::MaximumOnDemand => "raise the maximum",
            ThrottlingLimit::Partition => "spread the load over more partition keys",
            ThrottlingLimit::AccountQuota => "ask AWS to raise the quota",
            ThrottlingLimit::Other => "slow down",
        }
    }
}

impl fmt::Display for Throttling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_all(std::slice::from_ref(self), f)
    }
}

/// Writes the limits that a request exceeded, and then what to do about each kind.
pub(super) fn write_all(all: &[Throttling], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for (number, throttling) in all.iter().enumerate() {
        f.write_str(if number == 0 { "" } else { " and " })?;
        throttling.write_problem(f)?;
    }
    let mut cures: Vec<&str> = Vec::new();
    for cure in all.iter().map(Throttling::cure) {
        if !cures.contains(&cure) {
            cures.push(cure);
        }
    }
    write!(f, "; {}", cures.join(", and "))
}

/// The limits that a failed attempt exceeded; `None` if it was not throttled.
pub(crate) fn throttled(error: &(dyn StdError + 'static)) -> Option<Vec<Throttling>> {
    causes(error).find_map(limits)
}

/// The reasons in an SDK error, if it has any.
pub(super) fn reasons(error: &(dyn StdError + 'static)) -> Vec<Throttling> {
    limits(error).unwrap_or_default()
}

/// The limits in an error that says that a request was throttled.
fn limits(error: &(dyn StdError + 'static)) -> Option<Vec<Throttling>> {
    let reasons = if let Some(error) = error.downcast_ref::<ThrottlingException>() {
        error.throttling_reasons()
    } else if let Some(error) = error.downcast_ref::<ProvisionedThroughputExceededException>() {
        error.throttling_reasons()
    } else if let Some(error) = error.downcast_ref::<RequestLimitExceeded>() {
        error.throttling_reasons()
    } else {
        return None;
    };
    Some(reasons.iter().filter_map(Throttling::of).collect())
}
