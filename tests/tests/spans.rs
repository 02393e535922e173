//! Each request has a span by OpenTelemetry's conventions, which carries no stored value.

//!
//! A program of its own, with one subscriber for all tests: `tracing` decides once per span whether
//! anyone listens, and a test without a subscriber must not decide that for the others.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Once;

use dynamo_runtime::{Db, Item, Meter};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "spans", pk = "id", sk = "at")]
#[gsi(
    name = "ByText",
    pk = "text",
    sk = "at",
    query = "by_text",
    scan = "all_by_text"
)]
struct Secret {
    id: String,
    at: u64,
    text: String,
}

fn secret() -> Secret {
    Secret {
        id: "hush-id".into(),
        at: 424_242,
        text: "hush-text".into(),
    }
}

thread_local! {
    /// The spans of this thread's test.
    static SPANS: RefCell<Vec<Fields>> = const { RefCell::new(Vec::new()) };
}

/// Keeps the spans of this library, with their fields as text.
struct Spans;

#[derive(Clone, Default)]
struct Fields(BTreeMap<&'static str, String>);

impl Fields {
    fn get(&self, field: &str) -> &str {
        self.0.get(field).map_or("", String::as_str)
    }
}

impl Visit for Fields {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.0.insert(field.name(), format!("{value:?}"));
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.0.insert(field.name(), value.to_owned());
    }
}

impl Subscriber for Spans {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.is_span() && metadata.name().starts_with("dynamo.")
    }

    fn new_span(&self, span: &Attributes<'_>) -> Id {
        let mut fields = Fields::default();
        span.record(&mut fields);
        SPANS.with_borrow_mut(|spans| {
            spans.push(fields);
            Id::from_u64(spans.len() as u64)
        })
    }

    fn record(&self, id: &Id, values: &Record<'_>) {
        let at = usize::try_from(id.into_u64()).expect("a number") - 1;
        SPANS.with_borrow_mut(|spans| values.record(&mut spans[at]));
    }

    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn event(&self, _: &Event<'_>) {}
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}

/// Listens to spans, before anything is sent.
fn listen() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| tracing::subscriber::set_global_default(Spans).expect("a subscriber"));
}

/// The spans of some operations.
async fn spans_of(operations: impl AsyncFnOnce()) -> Vec<Fields> {
    SPANS.with_borrow_mut(Vec::clear);
    operations().await;
    let spans = SPANS.with_borrow_mut(std::mem::take);
    for span in &spans {
        let text = format!("{:?}", span.0);
        assert!(!text.contains("hush") && !text.contains("424242"), "{text}");
    }
    spans
}

fn names(spans: &[Fields]) -> Vec<&str> {
    spans.iter().map(|span| span.get("otel.name")).collect()
}

#[tokio::test]
async fn a_span_is_named_after_the_method_and_says_what_was_requested() {
    listen();
    tests::with_table::<Secret>(async |db| {
        let key = || Secret::key("hush-id", 424_242);
        let spans = spans_of(async || {
            secret().create().send(db).await.expect("a create");
            secret().put().send(db).await.expect("a put");
            key().get().send(db).await.expect("a get");
            key().exists().send(db).await.expect("a read");
            let update = key().update().set(Secret::TEXT, "hush-more");
            update.send(db).await.expect("an update");
            key().delete().send(db).await.expect("a delete");
        })
        .await;
        let expected = ["create", "put", "get", "exists", "update", "delete"];
        assert_eq!(
            names(&spans),
            expected.map(|method| format!("Secret::{method}"))
        );
        let requests: Vec<_> = spans
            .iter()
            .map(|span| span.get("db.operation.name"))
            .collect();
        let expected = [
            "PutItem",
            "PutItem",
            "GetItem",
            "GetItem",
            "UpdateItem",
            "DeleteItem",
        ];
        assert_eq!(requests, expected);
        let table = db.table_name::<Secret>().expect("a table");
        for span in &spans {
            assert_eq!(span.get("otel.kind"), "client");
            assert_eq!(span.get("db.system.name"), "aws.dynamodb");
            assert_eq!(span.get("db.collection.name"), table);
            assert_eq!(span.get("aws.dynamodb.table_names"), format!("[{table:?}]"));
            assert_eq!(span.get("db.query.summary"), span.get("otel.name"));
            let region = db.client().config().region().map(AsRef::as_ref);
            assert_eq!(span.get("cloud.region"), region.unwrap_or_default());
            assert_eq!(span.get("error.type"), "");
        }
        assert_eq!(spans[3].get("aws.dynamodb.projection"), "id");
    })
    .await;
}

#[tokio::test]
async fn the_span_of_a_page_has_its_index_its_options_and_its_counts() {
    listen();
    tests::with_table::<Secret>(async |db| {
        for at in 0..5 {
            let text = "hush-text".into();
            let id = "hush-id".into();
            let item = Secret { id, at, text };
            item.put().send(db).await.expect("a put");
        }
        let meter = Meter::new();
        let spans = spans_of(async || {
            let query = Secret::query("hush-id").filter(Secret::TEXT.ne("hush-text"));
            query.meter(&meter).all(db).await.expect("a query");
            let query = Secret::by_text("hush-text").descending().limit(2);
            query.send(db).await.expect("a page");
            Secret::query("hush-id").count(db).await.expect("a count");
            let scan = Secret::scan().segment(1, 4).consistent();
            scan.all(db).await.expect("a scan");
            Secret::all_by_text().all(db).await.expect("a scan");
        })
        .await;
        let expected = ["query", "by_text", "query", "scan", "all_by_text"];
        assert_eq!(
            names(&spans),
            expected.map(|method| format!("Secret::{method}"))
        );
        let fields = |span: usize, names: &[&str]| -> Vec<String> {
            let get = |name: &&str| spans[span].get(&format!("aws.dynamodb.{name}")).to_owned();
            names.iter().map(get).collect()
        };
        assert_eq!(fields(0, &["count", "scanned_count"]), ["0", "5"]);
        assert!(fields(0, &["consumed_capacity"])[0].contains("CapacityUnits"));
        assert_eq!(
            fields(1, &["index_name", "limit", "scan_forward"]),
            ["ByText", "2", "false"]
        );
        assert_eq!(fields(1, &["consumed_capacity"]), [""]);
        assert_eq!(fields(2, &["select", "count"]), ["COUNT", "5"]);
        assert_eq!(
            fields(3, &["segment", "total_segments", "consistent_read"]),
            ["1", "4", "true"]
        );
        assert_eq!(fields(4, &["index_name"]), ["ByText"]);
    })
    .await;
}

#[tokio::test]
async fn the_span_of_a_failure_has_its_kind() {
    listen();
    tests::with_table::<Secret>(async |db| {
        secret().create().send(db).await.expect("a create");
        let missing = db.clone().with_table_name::<Secret>("hidden-table");
        let spans = spans_of(async || {
            assert!(secret().create().send(db).await.is_err());
            assert!(secret().put().send(&missing).await.is_err());
            let other = secret();
            let both = (other.create(), Secret::key("other", 1).delete());
            assert!(db.transact(both).await.is_err());
        })
        .await;
        let expected = [
            "ConditionalCheckFailedException",
            "ResourceNotFoundException",
            "TransactionCanceledException",
        ];
        for (span, code) in spans.iter().zip(expected) {
            assert_eq!(span.get("error.type"), code);
            assert_eq!(span.get("db.response.status_code"), code);
            assert_eq!(span.get("otel.status_code"), "ERROR");
        }
        assert_eq!(spans.len(), 3);
    })
    .await;
}

#[tokio::test]
async fn operations_of_several_requests_have_a_span_around_theirs() {
    listen();
    tests::with_table::<Secret>(async |db| {
        secret().put().send(db).await.expect("a put");
        let spans = spans_of(async || {
            let modify = secret().modify(|secret| secret.text.push('!'));
            modify.send(db).await.expect("a change");
            batches(db).await;
        })
        .await;
        let table = db.table_name::<Secret>().expect("a table");
        let expected = [
            "Secret::modify",
            "Secret::modify",
            "Secret::modify",
            "Db::batch_get",
            &format!("BatchGetItem {table}"),
            &format!("TransactWriteItems {table}"),
        ];
        assert_eq!(names(&spans), expected);
        assert_eq!(spans[0].get("otel.kind"), "internal");
        assert_eq!(spans[1].get("db.operation.name"), "GetItem");
        assert_eq!(spans[2].get("db.operation.name"), "UpdateItem");
        assert_eq!(spans[4].get("db.operation.batch.size"), "2");
        assert_eq!(spans[4].get("db.query.summary"), "");
        assert_eq!(spans[5].get("db.operation.batch.size"), "3");
    })
    .await;
}

async fn batches(db: &Db) {
    let keys = [1, 2].map(|at| Secret::key("hush-id", at));
    db.batch_get(keys).await.expect("a batch");
    let deletes = [1, 2, 3].map(|at| Secret::key("hush-id", at).delete());
    db.transact(deletes).await.expect("a transaction");
}
