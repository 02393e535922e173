//! Explaining an operation without sending it: its requests as text, and their minimum cost.

mod step;

pub(in crate::op) use self::step::Step;

use std::fmt;

/// An operation as it would be sent: its requests, their minimum cost, and what is read but not
/// returned. Returned by `explain(&db)` of each operation.
///
/// It names tables, indexes and attributes. Values stay placeholders such as `:v0`, so you can log
/// it. `Display` shows it as text:
///
/// ```
/// # use dynamo_runtime::{Db, Error, Item};
/// # #[derive(Item)]
/// # #[table(name = "orders", pk = "customer", sk = "id")]
/// # #[gsi(name = "ByStatus", pk = "status", sk = "total", query = "by_status")]
/// # struct Order { customer: String, id: u32, status: String, total: u32, note: String }
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Error> {
/// # let db = Db::embedded().await?;
/// let large = Order::by_status("open").range(Order::TOTAL.ge(100)).filter(Order::NOTE.eq("urgent"));
/// let explained = large.explain(&db)?.to_string();
/// assert_eq!(explained, "\
/// Order::by_status
///   Query on `orders`, index `ByStatus`
///     key condition: status = :v0 AND total >= :v1
///     filter: note = :v2
///     cost: at least 0.5 read units per page; 0.5 per 4 KB read
///     note: items that the filter leaves out are read and billed
/// ");
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Explanation {
    /// The method that sends it: `Order::by_status`.
    pub method: String,
    /// Its requests, in the order in which they are sent; empty if it would send nothing.
    pub requests: Vec<ExplainedRequest>,
}

/// One request of an operation, or several that differ only in their keys.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct ExplainedRequest {
    /// DynamoDB's name for the request: `Query`.
    pub operation: &'static str,
    /// The physical name of the table; several are separated by commas.
    pub table: String,
    /// The index that is read.
    pub index: Option<&'static str>,
    /// The minimum number of such requests.
    pub requests: usize,
    /// The minimum number of read units that they consume.
    pub read_units: f64,
    /// The minimum number of write units that they consume.
    pub write_units: f64,
    /// The parts of the request with their names, such as `key condition` and `status = :v0`.
    pub parts: Vec<(&'static str, String)>,
    /// The cost in words.
    pub cost: String,
    /// Remarks on items that are checked or left out, but billed.
    pub notes: Vec<String>,
}

impl Explanation {
    pub(in crate::op) fn of(method: String, steps: impl IntoIterator<Item = Step>) -> Self {
        let requests = steps.into_iter().map(Step::finish);
        Self {
            method,
            requests: requests.collect(),
        }
    }

    /// The same operation in several segments at once.
    pub(in crate::op) fn in_segments(mut self, segments: u32) -> Self {
        for request in &mut self.requests {
            request.requests *= usize::try_from(segments).unwrap_or(usize::MAX);
            request.read_units *= f64::from(segments);
            request.parts.push(("segments", segments.to_string()));
        }
        self
    }

    /// Adds a request that follows.
    pub(in crate::op) fn then(mut self, step: Step) -> Self {
        self.requests.push(step.finish());
        self
    }

    /// Returns the minimum number of read units that it consumes.
    #[must_use]
    pub fn read_units(&self) -> f64 {
        self.requests.iter().map(|request| request.read_units).sum()
    }

    /// Returns the minimum number of write units that it consumes.
    #[must_use]
    pub fn write_units(&self) -> f64 {
        let requests = self.requests.iter();
        requests.map(|request| request.write_units).sum()
    }
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.method)?;
        if self.requests.is_empty() {
            return writeln!(f, "  sends nothing");
        }
        self.requests.iter().try_for_each(|request| request.fmt(f))
    }
}

impl fmt::Display for ExplainedRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "  {} on ", self.operation)?;
        for (number, table) in self.table.split(", ").enumerate() {
            let separator = if number == 0 { "" } else { ", " };
            write!(f, "{separator}`{table}`")?;
        }
        if let Some(index) = self.index {
            write!(f, ", index `{index}`")?;
        }
        if self.requests > 1 {
            write!(f, ", {} requests", self.requests)?;
        }
        writeln!(f)?;
        for (name, text) in &self.parts {
            writeln!(f, "    {name}: {text}")?;
        }
        writeln!(f, "    cost: {}", self.cost)?;
        let mut notes = self.notes.iter();
        notes.try_for_each(|note| writeln!(f, "    note: {note}"))
    }
}
