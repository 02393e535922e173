//! The span of a request, by OpenTelemetry's conventions for databases and for DynamoDB.
//!
//! Spans hold names and numbers, never a key or a value. The fields of a span that nobody listens to
//! are not computed.
//!
//! <https://opentelemetry.io/docs/specs/semconv/db/dynamodb/>

use tracing::Span;
use tracing::field::Empty;

use super::call::Call;
use super::request::{ApiOperation, Origin};
use super::sdk::Refused;
use super::tally::Tally;
use crate::db::Db;

/// The span of one request, with all its attempts.
pub(super) fn of(db: &Db, call: &Call<'_>) -> Span {
    let one = match call {
        Call::One(request) => Some(*request),
        _ => None,
    };
    let origin = one.map(|request| request.origin);
    let paged = one.filter(|request| request.is_paged());
    tracing::debug_span!(
        "dynamo.request",
        "otel.name" = name(call),
        "otel.kind" = "client",
        "otel.status_code" = Empty,
        "db.system.name" = "aws.dynamodb",
        "db.operation.name" = call.name(),
        "db.collection.name" = call.only_table(),
        "db.query.summary" = origin.map(Origin::summary),
        "db.operation.batch.size" = call.batch_size(),
        "db.response.status_code" = Empty,
        "error.type" = Empty,
        "cloud.region" = db.client().config().region().map(AsRef::as_ref),
        "aws.dynamodb.table_names" = ?call.tables(),
        "aws.dynamodb.index_name" = one.and_then(|request| request.index),
        "aws.dynamodb.limit" = one.and_then(|request| request.limit),
        "aws.dynamodb.consistent_read" = one
            .filter(|request| request.operation == ApiOperation::Get || request.is_paged())
            .map(|request| request.consistent),
        "aws.dynamodb.scan_forward" = one
            .filter(|request| request.operation == ApiOperation::Query)
            .map(|request| !request.descending),
        "aws.dynamodb.select" = paged.filter(|request| request.counts).map(|_| "COUNT"),
        "aws.dynamodb.projection" = one.and_then(projection),
        "aws.dynamodb.segment" = one.and_then(|request| request.segment).map(|all| all.0),
        "aws.dynamodb.total_segments" = one.and_then(|request| request.segment).map(|all| all.1),
        "aws.dynamodb.count" = Empty,
        "aws.dynamodb.scanned_count" = Empty,
        "aws.dynamodb.consumed_capacity" = Empty,
    )
}

/// The span of an operation that sends several requests, around theirs.
pub(crate) fn of_operation(item: &'static str, method: &'static str) -> Span {
    tracing::debug_span!(
        "dynamo.operation",
        "otel.name" = Origin { item, method }.summary(),
        "otel.kind" = "internal",
    )
}

/// The name of a span: the generated method or, for several operations together, the request and
/// its table.
fn name(call: &Call<'_>) -> String {
    match (call, call.only_table()) {
        (Call::One(request), _) => request.origin.summary(),
        (_, Some(table)) => format!("{} {table}", call.name()),
        (_, None) => call.name().to_owned(),
    }
}

fn projection(request: &super::Request) -> Option<String> {
    let projection = request.projection.as_deref()?;
    Some(request.expressions.with_names(projection))
}

/// Adds the counts and the capacity that an answer reports.
pub(super) fn record_answer(span: &Span, tally: &Tally, body: &[u8]) {
    if let Some(count) = tally.count {
        span.record("aws.dynamodb.count", count);
    }
    if let Some(scanned) = tally.scanned {
        span.record("aws.dynamodb.scanned_count", scanned);
    }
    let capacity = tally.capacity.clone().and_then(|at| body.get(at));
    if let Some(capacity) = capacity.and_then(|json| str::from_utf8(json).ok()) {
        span.record("aws.dynamodb.consumed_capacity", capacity);
    }
}

/// Adds the kind of a failure.
pub(super) fn record_failure(span: &Span, refused: &Refused) {
    let kind = refused.kind();
    span.record("otel.status_code", "ERROR");
    span.record("error.type", kind);
    if let Some(code) = refused.code() {
        span.record("db.response.status_code", code);
    }
}
