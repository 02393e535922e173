//! Shards of a live stream: parents first, several at once, and what can happen to them.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::endpoint::{EndpointFuture, Params, ResolveEndpoint};
use aws_sdk_dynamodb::config::{ConfigBag, Intercept};
use aws_sdk_dynamodb::error::BoxError;
use aws_smithy_runtime_api::client::interceptors::context::BeforeSerializationInterceptorContextRef;
use dynamo_runtime::change::{ChangeStream, Changes, StreamCheckpoint};
use dynamo_runtime::{Change, Db, Error, Item};

use super::scripted::{Event, Scripted};

const IDLE: Duration = Duration::from_mins(1);

fn changes() -> Changes<Change<Event>> {
    Event::changes().until_idle_for(IDLE)
}

/// The items of the next changes, up to this many.
async fn take(stream: &mut ChangeStream<Change<Event>>, most: usize) -> Vec<String> {
    let mut items = Vec::new();
    while items.len() < most
        && let Some(change) = stream.next().await
    {
        let event = change.expect("a change").new.expect("an image");
        items.push(event.id);
    }
    items
}

async fn all(changes: Changes<Change<Event>>, db: &Db) -> Vec<String> {
    let mut stream = changes.send(db).await.expect("a stream");
    take(&mut stream, usize::MAX).await
}

/// Whether all items of a shard, named after it, come before those of another.
fn comes_before(items: &[String], first: &str, second: &str) -> bool {
    let last = items.iter().rposition(|item| item.starts_with(first));
    let next = items.iter().position(|item| item.starts_with(second));
    last.zip(next).is_some_and(|(last, next)| last < next)
}

#[tokio::test]
async fn parents_are_read_before_their_children() {
    let stream = Scripted::new(|service| {
        service.shard("a", None, &["a1", "a2", "a3"]);
        service.shard("b", Some("a"), &["b1", "b2", "b3"]);
        service.shard("c", Some("a"), &["c1"]);
        service.shard("d", Some("b"), &["d1"]);
        service.shard("e", Some("b"), &[]);
        service.shard("f", Some("e"), &["f1"]);
        service.reverse();
    });
    let items = all(changes(), &stream.db()).await;
    assert_eq!(items.len(), 9, "{items:?}");
    for (parent, child) in [("a", "b"), ("a", "c"), ("b", "d"), ("b", "f")] {
        assert!(
            comes_before(&items, parent, child),
            "{parent}, {child}: {items:?}"
        );
    }
}

#[tokio::test]
async fn a_shard_that_splits_is_followed_by_its_children() {
    let stream = Scripted::new(|service| {
        service.shard("a", None, &["a1"]);
        service.then(|service| service.change("a", "a2"));
        service.then(|service| {
            service.change("a", "a3");
            service.close("a");
        });
        // The children are listed later than their parent ends.
        service.then(|_| {});
        service.then(|service| {
            service.shard("b", Some("a"), &["b1"]);
            service.shard("c", Some("a"), &["c1"]);
        });
    });
    let mut items = all(changes(), &stream.db()).await;
    assert_eq!(items[..3], ["a1", "a2", "a3"]);
    items[3..].sort();
    assert_eq!(items[3..], ["b1", "c1"]);
}

#[tokio::test]
async fn from_now_leaves_out_what_was_there() {
    let stream = Scripted::new(|service| {
        service.shard("a", None, &["a1"]);
        service.shard("b", Some("a"), &["b1"]);
        service.then(|service| service.change("b", "b2"));
        service.then(|service| service.shard("c", Some("b"), &["c1"]));
    });
    let items = all(changes().from_now(), &stream.db()).await;
    assert_eq!(items, ["b2", "c1"]);
}

#[tokio::test]
async fn a_change_between_a_checkpoint_and_its_resumption_is_not_lost() {
    let stream = Scripted::new(|service| service.shard("a", None, &["a1"]));
    let db = stream.db();
    // Longer than the clocks may be apart.
    stream.service().then(|_| {});
    let idle = Event::changes().until_idle_for(Duration::from_mins(10));
    assert_eq!(all(idle.from_now(), &db).await, [""; 0]);
    let started = changes().from_now().send(&db).await.expect("a stream");
    let checkpoint = started.checkpoint();
    drop(started);
    stream.service().change("a", "a2");
    let resumed = changes().resume(checkpoint);
    assert_eq!(all(resumed, &db).await, ["a2"]);
}

#[tokio::test]
async fn every_change_comes_once_with_a_checkpoint_after_each() {
    let stream = Scripted::new(|service| {
        service.shard("a", None, &["a1", "a2", "a3"]);
        service.shard("b", Some("a"), &["b1"]);
        service.shard("c", Some("a"), &["c1", "c2", "c3"]);
        service.shard("d", Some("b"), &["d1"]);
    });
    let db = stream.db();
    let mut checkpoint: Option<StreamCheckpoint> = None;
    let mut items = Vec::new();
    loop {
        let mut stream = changes()
            .resume(checkpoint.clone())
            .send(&db)
            .await
            .expect("a stream");
        let taken = take(&mut stream, 1).await;
        if taken.is_empty() {
            break;
        }
        items.extend(taken);
        let text = stream.checkpoint().to_string();
        let json = serde_json::to_string(&stream.checkpoint()).expect("JSON");
        assert_eq!(json, format!("\"{text}\""));
        checkpoint = Some(text.parse().expect("a checkpoint"));
        assert_eq!(checkpoint, Some(stream.checkpoint()));
    }
    assert!(
        comes_before(&items, "a", "b") && comes_before(&items, "b", "d"),
        "{items:?}"
    );
    items.sort();
    assert_eq!(items, ["a1", "a2", "a3", "b1", "c1", "c2", "c3", "d1"]);
    let text = checkpoint.expect("the last one").to_string();
    assert!(
        !text.contains("|a="),
        "a shard whose children are read is left out: {text}"
    );
}

#[tokio::test]
async fn a_shard_that_is_done_stays_done_before_its_children_are_listed() {
    let stream = Scripted::new(|service| {
        service.shard("a", None, &["a1"]);
        service.close("a");
    });
    let db = stream.db();
    let mut first = changes().send(&db).await.expect("a stream");
    assert_eq!(take(&mut first, usize::MAX).await, ["a1"]);
    let checkpoint = first.checkpoint();
    stream.service().shard("b", Some("a"), &["b1"]);
    assert_eq!(all(changes().resume(checkpoint), &db).await, ["b1"]);
}

#[tokio::test]
async fn records_that_are_gone_are_reported_and_the_rest_is_read() {
    let stream = Scripted::new(|service| service.shard("a", None, &["a1", "a2", "a3", "a4"]));
    let db = stream.db();
    let mut first = changes().send(&db).await.expect("a stream");
    assert_eq!(take(&mut first, 1).await, ["a1"]);
    let checkpoint = first.checkpoint();
    stream.service().trim("a", 3);

    let mut resumed = changes()
        .resume(checkpoint.clone())
        .send(&db)
        .await
        .expect("a stream");
    let lost = resumed.next().await.expect("an error").expect_err("a gap");
    assert!(matches!(lost, Error::ChangesLost { .. }), "{lost}");
    assert_eq!(
        lost.to_string(),
        "changes of table `events` are lost: its stream keeps them for 24 hours, and they were not \
         read in time; rebuild from the table what you derive from its changes, then follow its \
         stream again"
    );
    assert_eq!(take(&mut resumed, usize::MAX).await, ["a4"]);
}

#[tokio::test]
async fn a_shard_of_a_checkpoint_that_is_gone_is_a_gap() {
    let stream = Scripted::new(|service| service.shard("a", None, &["a1", "a2"]));
    let db = stream.db();
    let mut first = changes().send(&db).await.expect("a stream");
    assert_eq!(take(&mut first, 1).await, ["a1"]);
    stream.service().shard("b", Some("a"), &["b1"]);
    stream.service().remove("a");

    let resumed = changes().resume(first.checkpoint()).send(&db).await;
    let mut resumed = resumed.expect("a stream");
    let lost = resumed.next().await.expect("an error");
    assert!(matches!(lost, Err(Error::ChangesLost { .. })));
    assert_eq!(take(&mut resumed, usize::MAX).await, ["b1"]);
}

#[tokio::test]
async fn a_checkpoint_of_an_earlier_stream_or_another_table_is_refused() {
    let stream = Scripted::new(|service| service.shard("a", None, &["a1"]));
    let db = stream.db();
    let first = changes().send(&db).await.expect("a stream");
    let checkpoint = first.checkpoint();
    stream.service().stream = 2;
    let refused = changes().resume(checkpoint.clone()).send(&db).await.err();
    assert!(matches!(refused, Some(Error::ChangesLost { .. })));

    let other = checkpoint
        .to_string()
        .replace("table/events/", "table/orders/");
    let other: StreamCheckpoint = other.parse().expect("a checkpoint");
    let refused = changes().resume(other).send(&db).await.err();
    assert_eq!(
        refused.map(|error| error.to_string()).as_deref(),
        Some(
            "the stream cannot be read: the checkpoint is of another table than `events`; each table \
             needs its own"
        )
    );
    for text in ["", "a", "arn:x|a", "arn:x|a=b"] {
        assert!(
            matches!(text.parse::<StreamCheckpoint>(), Err(Error::Stream { .. })),
            "{text}"
        );
    }
}

#[tokio::test]
async fn an_expired_iterator_is_replaced() {
    let stream = Scripted::new(|service| service.shard("a", None, &["a1", "a2", "a3"]));
    let mut changes = changes().send(&stream.db()).await.expect("a stream");
    assert_eq!(take(&mut changes, 2).await, ["a1", "a2"]);
    stream
        .service()
        .fail("GetRecords", "ExpiredIteratorException", 1);
    assert_eq!(take(&mut changes, usize::MAX).await, ["a3"]);
}

#[tokio::test]
async fn throttling_is_waited_out_and_reported_if_it_lasts() {
    let stream = Scripted::new(|service| {
        service.shard("a", None, &["a1"]);
        service.fail("GetRecords", "LimitExceededException", 3);
        service.fail("GetRecords", "ThrottlingException", 2);
    });
    let db = stream.db();
    assert_eq!(all(changes(), &db).await, ["a1"]);

    stream
        .service()
        .fail("GetRecords", "ThrottlingException", 6);
    let mut lasting = changes().send(&db).await.expect("a stream");
    let throttled = lasting.next().await.expect("an error");
    assert!(matches!(throttled, Err(Error::Throttled(_))));
    assert_eq!(take(&mut lasting, usize::MAX).await, ["a1"]);
}

#[tokio::test]
async fn a_request_that_fails_is_reported_and_sent_again() {
    let stream = Scripted::new(|service| {
        service.shard("a", None, &["a1"]);
        service.fail("GetRecords", "InternalServerError", 1);
    });
    let mut changes = changes().send(&stream.db()).await.expect("a stream");
    let failed = changes.next().await.expect("an error");
    assert!(matches!(failed, Err(Error::Sdk(_))));
    assert_eq!(take(&mut changes, usize::MAX).await, ["a1"]);
}

#[tokio::test]
async fn a_stream_that_is_gone_is_the_last_error() {
    let stream = Scripted::new(|service| {
        service.shard("a", None, &["a1"]);
        service.fail("GetRecords", "ResourceNotFoundException", 1);
    });
    let mut changes = changes().send(&stream.db()).await.expect("a stream");
    assert!(matches!(changes.next().await, Some(Err(Error::Sdk(_)))));
    assert!(changes.next().await.is_none());
}

#[tokio::test]
async fn a_stream_that_was_turned_off_is_read_to_its_end() {
    let stream = Scripted::new(|service| {
        service.shard("a", None, &["a1", "a2", "a3"]);
        service.shard("b", Some("a"), &["b1"]);
        service.close("b");
        service.is_off = true;
    });
    // It ends by itself.
    assert_eq!(
        all(Event::changes(), &stream.db()).await,
        ["a1", "a2", "a3", "b1"]
    );
}

#[tokio::test]
async fn shards_are_read_at_once_up_to_a_limit() {
    const SHARDS: [&str; 8] = ["a", "b", "c", "d", "e", "f", "g", "h"];
    for most in [1, 3] {
        let stream = Scripted::new(|service| {
            for shard in SHARDS {
                service.shard(shard, None, &[shard, shard, shard]);
            }
        });
        let items = all(changes().shards_at_once(most), &stream.db()).await;
        assert_eq!(items.len(), 24);
        assert_eq!(stream.service().most_in_flight, most);
    }
}

/// Counts the operations it sees.
#[derive(Debug, Clone, Default)]
struct Counting(Arc<AtomicUsize>);

impl Intercept for Counting {
    fn name(&self) -> &'static str {
        "Counting"
    }

    fn read_before_execution(
        &self,
        _: &BeforeSerializationInterceptorContextRef<'_>,
        _: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        self.0.fetch_add(1, Ordering::SeqCst);
        Ok(())
    }
}

#[tokio::test]
async fn the_interceptors_of_the_client_see_the_requests_to_the_stream() {
    let stream = Scripted::new(|service| service.shard("a", None, &["a1"]));
    let counting = Counting::default();
    let config = stream.config().interceptor(counting.clone()).build();
    let db = Db::new(Client::from_conf(config));
    assert_eq!(all(changes(), &db).await, ["a1"]);
    let requests = stream.service().requests.len();
    // One more may have begun when the stream was dropped.
    assert!(counting.0.load(Ordering::SeqCst) >= requests);
}

#[tokio::test]
async fn a_client_with_the_sdk_s_defaults_is_matched() {
    let stream = Scripted::new(|service| service.shard("a", None, &["a1"]));
    let db = Db::new(Client::from_conf(stream.plain_config().build()));
    let mut changes = changes().send(&db).await.expect("a stream");
    assert_eq!(take(&mut changes, 1).await, ["a1"]);
}

#[derive(Debug)]
struct Elsewhere;

impl ResolveEndpoint for Elsewhere {
    fn resolve_endpoint<'a>(&'a self, _: &'a Params) -> EndpointFuture<'a> {
        let endpoint = aws_smithy_types::endpoint::Endpoint::builder();
        EndpointFuture::ready(Ok(endpoint.url("http://elsewhere").build()))
    }
}

#[tokio::test]
async fn a_client_that_cannot_be_matched_is_refused_with_the_cure() {
    let stream = Scripted::new(|service| service.shard("a", None, &["a1"]));
    let config = stream.config().endpoint_resolver(Elsewhere).build();
    let db = Db::new(Client::from_conf(config));
    let refused = changes().send(&db).await.err().expect("no stream");
    assert_eq!(
        refused.to_string(),
        "the stream cannot be read: the client has an endpoint resolver of its own; pass a client \
         of DynamoDB Streams with `with_client`"
    );

    let own = aws_sdk_dynamodbstreams::Config::builder()
        .behavior_version(aws_sdk_dynamodbstreams::config::BehaviorVersion::latest())
        .credentials_provider(aws_credential_types::Credentials::new(
            "id", "secret", None, None, "test",
        ))
        .region(aws_sdk_dynamodbstreams::config::Region::from_static(
            "eu-west-1",
        ))
        .http_client(stream.clone())
        .build();
    let own = aws_sdk_dynamodbstreams::Client::from_conf(own);
    assert_eq!(all(changes().with_client(own), &db).await, ["a1"]);
}

/// A stream may move between threads.
#[test]
fn streams_are_send() {
    fn is_send<T: Send>() {}
    is_send::<ChangeStream<Change<Event>>>();
    is_send::<Changes<Change<Event>>>();
}
