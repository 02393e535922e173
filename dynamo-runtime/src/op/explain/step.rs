//! One request of an explanation, from the plain value that would be sent.

use super::ExplainedRequest;
use crate::item::ItemType;
use crate::op::visible::Visible;
use crate::op::write::unique::CLAIM;
use crate::schema::{ItemSchema, KeyDefinition, Projection, TableSchema};
use crate::wire::{ApiOperation, Attributes, Call, Request, typed};

/// The bytes of a write unit.
///
/// <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/read-write-operations.html>
const WRITE_UNIT_BYTES: usize = 1024;

/// A request that is being explained.
pub(in crate::op) struct Step {
    explained: ExplainedRequest,
}

impl Step {
    /// A request that is sent on its own.
    pub(in crate::op) fn of(request: &Request) -> Self {
        let mut step = Self::named(Call::One(request).name(), request.table.to_string());
        step.explained.index = request.index;
        step.explained.parts = parts(request);
        match request.operation {
            ApiOperation::Get => step.reads(1, per_read(request.consistent)),
            ApiOperation::Query | ApiOperation::Scan => {
                let each = per_read(request.consistent);
                step.explained.read_units = each;
                step.explained.cost = format!(
                    "at least {} per page; {each} per 4 KB read",
                    units(each, "read")
                );
                if request.filter.is_some() {
                    step.note("items that the filter leaves out are read and billed");
                }
            }
            ApiOperation::Search => {
                "billed by the bytes that the search looks at".clone_into(&mut step.explained.cost);
            }
            ApiOperation::Put
            | ApiOperation::Update
            | ApiOperation::Delete
            | ApiOperation::Check => {
                step.writes(units_of(request), 1.0);
            }
        }
        step
    }

    /// Several operations in one request, or in several of the same kind.
    pub(in crate::op) fn together(operation: &'static str, tables: &[&str]) -> Self {
        Self::named(operation, tables.join(", "))
    }

    fn named(operation: &'static str, table: String) -> Self {
        Self {
            explained: ExplainedRequest {
                operation,
                table,
                index: None,
                requests: 1,
                read_units: 0.0,
                write_units: 0.0,
                parts: Vec::new(),
                cost: String::new(),
                notes: Vec::new(),
            },
        }
    }

    /// Adds the operations of a transaction, which costs twice as much as they do.
    pub(in crate::op) fn transacting(mut self, requests: &[Request]) -> Self {
        for request in requests {
            let (name, text) = operation_of(request);
            self.part(name, text);
            for (name, text) in parts(request) {
                self.part(name, text);
            }
        }
        if requests
            .iter()
            .any(|one| one.operation != ApiOperation::Get)
        {
            let units = requests.iter().map(units_of).sum::<f64>();
            self.writes(units, 2.0);
        } else {
            self.reads(requests.len(), 2.0);
        }
        self
    }

    /// Sets in how many requests it is sent at least.
    pub(in crate::op) fn in_requests(mut self, requests: usize) -> Self {
        self.explained.requests = requests;
        self
    }

    /// Sends it several times, with other keys.
    pub(in crate::op) fn times(mut self, requests: usize) -> Self {
        self.explained.read_units *= count(requests);
        self.in_requests(requests)
    }

    /// Sets the cost of reading this many items by their keys.
    pub(in crate::op) fn reading(mut self, items: usize, consistent: bool) -> Self {
        self.reads(items, per_read(consistent));
        self
    }

    /// Sets the cost of this many writes.
    pub(in crate::op) fn writing(mut self, items: usize) -> Self {
        self.writes(count(items), 1.0);
        self
    }

    pub(in crate::op) fn with_part(mut self, name: &'static str, text: impl Into<String>) -> Self {
        self.part(name, text.into());
        self
    }

    fn part(&mut self, name: &'static str, text: String) {
        self.explained.parts.push((name, text));
    }

    fn note(&mut self, note: &str) {
        self.explained.notes.push(note.to_owned());
    }

    pub(in crate::op) fn with_note(mut self, note: impl Into<String>) -> Self {
        self.explained.notes.push(note.into());
        self
    }

    /// Notes the indexes of the table, which a write may have to follow.
    pub(in crate::op) fn with_indexes(self, of: &ItemType, item: Option<&Attributes>) -> Self {
        let is_in = |keys: &[KeyDefinition]| {
            let mut keys = keys.iter();
            item.is_none_or(|item| keys.all(|key| item.contains_key(key.name)))
        };
        let indexes = of.table.indexes.iter();
        let indexes = indexes.filter(|index| is_in(index.pk) && is_in(index.sk));
        let names: Vec<_> = indexes
            .map(|index| match index.projection {
                Projection::All => format!("`{}`", index.name),
                Projection::KeysOnly | Projection::Include(_) => {
                    format!("`{}`, for the attributes it holds", index.name)
                }
            })
            .collect();
        if names.is_empty() {
            return self;
        }
        self.with_note(format!(
            "each index entry that changes costs a write as well: {}",
            names.join("; ")
        ))
    }

    /// Notes which stored items count as absent.
    pub(in crate::op) fn guarded(self, of: &ItemType, visible: Visible) -> Self {
        self.guarded_all(of.table, std::slice::from_ref(&of.schema), visible)
    }

    /// The same for several item types of a table.
    pub(in crate::op) fn guarded_all(
        mut self,
        table: &TableSchema,
        items: &[&ItemSchema],
        visible: Visible,
    ) -> Self {
        let soft_delete = items.iter().filter_map(|item| item.roles.soft_delete);
        let mut names: Vec<_> = soft_delete.filter(|_| !visible.deleted).collect();
        names.dedup();
        for name in names {
            self.note(&format!("soft-deleted items count as absent (`{name}`)"));
        }
        if let Some(name) = table.ttl.filter(|_| !visible.expired) {
            self.note(&format!("expired items count as absent (`{name}`)"));
        }
        self
    }

    fn reads(&mut self, items: usize, each: f64) {
        let least = each * count(items);
        self.explained.read_units = least;
        self.explained.cost = format!(
            "at least {}; {each} per 4 KB of each item",
            units(least, "read")
        );
    }

    fn writes(&mut self, least: f64, each: f64) {
        let least = least * each;
        self.explained.write_units = least;
        self.explained.cost = format!(
            "at least {}; {each} per KB of each item, before or after the write, whichever is larger",
            units(least, "write")
        );
    }

    pub(super) fn finish(self) -> ExplainedRequest {
        self.explained
    }
}

/// `1 read unit`, `0.5 read units`.
fn units(number: f64, kind: &str) -> String {
    let plural = if (number - 1.0).abs() < f64::EPSILON {
        ""
    } else {
        "s"
    };
    format!("{number} {kind} unit{plural}")
}

/// The read units per 4 KB.
fn per_read(consistent: bool) -> f64 {
    if consistent { 1.0 } else { 0.5 }
}

/// The write units that a request consumes at least.
fn units_of(request: &Request) -> f64 {
    match request.operation {
        ApiOperation::Put => count(request.size.div_ceil(WRITE_UNIT_BYTES).max(1)),
        _ => 1.0,
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "no request has that many operations"
)]
fn count(number: usize) -> f64 {
    number as f64
}

/// The name of a request in a transaction, and its table.
fn operation_of(request: &Request) -> (&'static str, String) {
    let name = match request.operation {
        _ if request.origin.method == CLAIM => "claim",
        ApiOperation::Get => "get",
        ApiOperation::Put => "put",
        ApiOperation::Update => "update item",
        ApiOperation::Delete => "delete",
        _ => "check",
    };
    (
        name,
        format!("{} in `{}`", request.origin.item, request.table),
    )
}

/// The parts of a request with names in place of their placeholders.
fn parts(request: &Request) -> Vec<(&'static str, String)> {
    let mut parts = Vec::new();
    let names: Vec<_> = match request.operation {
        ApiOperation::Put => Vec::new(),
        _ => request.key.iter().map(|(name, _)| *name).collect(),
    };
    if !names.is_empty() {
        parts.push(("key", names.join(", ")));
    }
    if request.operation == ApiOperation::Put {
        let mut names: Vec<_> = typed::item(&request.item).into_keys().collect();
        names.sort_unstable();
        parts.push(("attributes", names.join(", ")));
    }
    let expressions = [
        ("key condition", &request.key_condition),
        ("update", &request.update),
        ("condition", &request.condition),
        ("filter", &request.filter),
        ("projection", &request.projection),
    ];
    for (name, expression) in expressions {
        if let Some(expression) = expression {
            parts.push((name, request.expressions.with_names(expression)));
        }
    }
    if request.consistent {
        parts.push(("consistent", "yes".to_owned()));
    }
    if request.descending {
        parts.push(("order", "descending".to_owned()));
    }
    if let Some(limit) = request.limit {
        parts.push(("limit", limit.to_string()));
    }
    if let Some((segment, total)) = request.segment {
        parts.push(("segment", format!("{segment} of {total}")));
    }
    parts
}
