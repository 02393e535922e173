//! Bodies are the same as the SDK's for the same request, and both ways give one answer.

use std::borrow::Cow;
use std::collections::HashMap;

use aws_sdk_dynamodb::config::{Config, ConfigBag};
use aws_sdk_dynamodb::operation::batch_get_item::BatchGetItem;
use aws_sdk_dynamodb::operation::batch_write_item::BatchWriteItem;
use aws_sdk_dynamodb::operation::delete_item::DeleteItem;
use aws_sdk_dynamodb::operation::get_item::GetItem;
use aws_sdk_dynamodb::operation::put_item::PutItem;
use aws_sdk_dynamodb::operation::query::Query;
use aws_sdk_dynamodb::operation::scan::Scan;
use aws_sdk_dynamodb::operation::transact_get_items::TransactGetItems;
use aws_sdk_dynamodb::operation::transact_write_items::TransactWriteItems;
use aws_sdk_dynamodb::operation::update_item::UpdateItem;
use aws_sdk_dynamodb::types::AttributeValue;
use aws_smithy_runtime_api::client::interceptors::context::Input;
use aws_smithy_runtime_api::client::runtime_plugin::RuntimePlugin;
use aws_smithy_runtime_api::client::ser_de::{SerializeRequest, SharedRequestSerializer};
use proptest::prelude::*;
use serde_json::Value;
use smallvec::smallvec;

use super::call::{BatchEntry, BatchGetCall, BatchWriteCall, Call};
use super::request::{ApiOperation, Request, Returns};
use super::typed;
use crate::expr::{AttrPath, Clause, Expressions, Node};
use crate::key::KeyValue;

/// The body that the SDK's own serializer writes.
fn by_the_sdk(operation: &impl RuntimePlugin, input: Input) -> Value {
    let layer = operation.config().expect("a layer");
    let serializer = layer
        .load::<SharedRequestSerializer>()
        .expect("a serializer");
    let mut config = ConfigBag::base();
    let request = serializer.serialize_input(input, &mut config);
    let request = request.expect("a request");
    serde_json::from_slice(request.body().bytes().expect("a body")).expect("JSON")
}

fn by_us(call: &Call<'_>) -> Value {
    serde_json::from_slice(&call.body(false).expect("a body")).expect("JSON")
}

fn client() -> aws_sdk_dynamodb::Client {
    let config = Config::builder().behavior_version_latest().build();
    aws_sdk_dynamodb::Client::from_conf(config)
}

/// Text that JSON may have to escape.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z#]{1,12}",
        "\\PC{1,8}",
        "[\"\\\\\n\t\u{0}-\u{1f}a]{1,6}"
    ]
}

prop_compose! {
    fn request(operation: ApiOperation)(
        pk in text(),
        sk in proptest::option::of(any::<i32>()),
        value in text(),
        flags in proptest::collection::vec(any::<bool>(), 8),
        limit in proptest::option::of(1..1000_i32),
    ) -> Request {
        let mut request = Request::new(operation, Cow::Borrowed("the-table"));
        request.key = smallvec![("PK", KeyValue::Text(pk))];
        request.key.extend(sk.map(|sk| ("SK", KeyValue::Number(sk.to_string()))));
        let mut expressions = Expressions::default();
        let node = Node::Compare(AttrPath::root("status"), "=", AttributeValue::S(value.clone()));
        let rendered = expressions.condition("condition", node).expect("a condition");
        match operation {
            ApiOperation::Query => request.key_condition = Some(rendered),
            ApiOperation::Scan => request.filter = Some(rendered),
            ApiOperation::Get => {}
            _ if flags[0] || operation == ApiOperation::Check => request.condition = Some(rendered),
            _ => expressions = Expressions::default(),
        }
        if matches!(operation, ApiOperation::Get | ApiOperation::Query | ApiOperation::Scan) {
            if operation == ApiOperation::Get {
                expressions = Expressions::default();
            }
            if flags[1] {
                request.projection = Some(expressions.projection(["status", "size"]));
            }
            request.consistent = flags[2];
        }
        if matches!(operation, ApiOperation::Query | ApiOperation::Scan) {
            request.key.clear();
            request.index = flags[3].then_some("ByStatus");
            request.counts = flags[4];
            request.limit = limit;
            let start = HashMap::from([("PK".to_owned(), AttributeValue::S(value.clone()))]);
            request.start = flags[5].then_some(start);
        }
        match operation {
            ApiOperation::Query => request.descending = flags[6],
            ApiOperation::Scan => request.segment = flags[6].then_some((1, 4)),
            ApiOperation::Put => {
                let pk = serde_json::to_string(&value).expect("JSON");
                request.item = format!("{{\"PK\":{{\"S\":{pk}}}}}").into_bytes();
            }
            ApiOperation::Update => {
                let clause = Clause::Set(AttrPath::root("note"), AttributeValue::S(value));
                request.update = Some(expressions.update(&[clause]).expect("an update"));
            }
            _ => {}
        }
        if matches!(operation, ApiOperation::Put | ApiOperation::Update | ApiOperation::Delete) {
            request.returns = flags[6].then_some(Returns::Old);
        }
        request.metered = flags[7];
        request.expressions = expressions;
        request
    }
}

/// The input of one of the SDK's builders.
macro_rules! input {
    ($builder:expr) => {
        Input::erase($builder.as_input().clone().build().expect("an input"))
    };
}

proptest! {
    #[test]
    fn single_requests_are_written_as_by_the_sdk(
        get in request(ApiOperation::Get),
        put in request(ApiOperation::Put),
        update in request(ApiOperation::Update),
        delete in request(ApiOperation::Delete),
        query in request(ApiOperation::Query),
        scan in request(ApiOperation::Scan),
    ) {
        let client = client();
        let cases = [
            (&get, by_the_sdk(&GetItem::new(), input!(get.sdk_get(&client)))),
            (&put, by_the_sdk(&PutItem::new(), input!(put.sdk_put(&client)))),
            (&update, by_the_sdk(&UpdateItem::new(), input!(update.sdk_update(&client)))),
            (&delete, by_the_sdk(&DeleteItem::new(), input!(delete.sdk_delete(&client)))),
            (&query, by_the_sdk(&Query::new(), input!(query.sdk_query(&client)))),
            (&scan, by_the_sdk(&Scan::new(), input!(scan.sdk_scan(&client)))),
        ];
        for (request, expected) in cases {
            prop_assert_eq!(by_us(&Call::One(request)), expected);
        }
    }

    #[test]
    fn transactions_are_written_as_by_the_sdk(
        mut get in request(ApiOperation::Get),
        put in request(ApiOperation::Put),
        update in request(ApiOperation::Update),
        delete in request(ApiOperation::Delete),
        check in request(ApiOperation::Check),
        metered in any::<bool>(),
    ) {
        get.consistent = false;
        let client = client();
        let gets = [get];
        let call = Call::TransactGet { gets: &gets, metered };
        let sdk = typed::transact_get(&client, &gets, metered).expect("a request");
        prop_assert_eq!(by_us(&call), by_the_sdk(&TransactGetItems::new(), input!(sdk)));

        let writes = [put, update, delete, check];
        let call = Call::TransactWrite { writes: &writes, token: "t", metered };
        let sdk = typed::transact_write(&client, &writes, "t", metered).expect("a request");
        prop_assert_eq!(by_us(&call), by_the_sdk(&TransactWriteItems::new(), input!(sdk)));
    }

    #[test]
    fn batches_are_written_as_by_the_sdk(
        keys in proptest::collection::vec(text(), 1..4),
        consistent in any::<bool>(),
        metered in any::<bool>(),
    ) {
        let client = client();
        let key = |text: &String| smallvec![("PK", KeyValue::Text(text.clone()))];
        let batch = BatchGetCall {
            tables: vec![
                ("one".to_owned(), keys.iter().map(key).collect()),
                ("two".to_owned(), vec![key(&"x".to_owned())]),
            ],
            consistent,
            metered,
        };
        let sdk = batch.typed(&client).expect("a request");
        let expected = by_the_sdk(&BatchGetItem::new(), input!(sdk));
        prop_assert_eq!(by_us(&Call::BatchGet(&batch)), expected);

        let items: Vec<_> = keys
            .iter()
            .map(|key| serde_json::json!({ "PK": { "S": key } }).to_string())
            .collect();
        let mut entries: Vec<_> =
            items.iter().map(|item| BatchEntry::Put(item.as_bytes())).collect();
        entries.push(BatchEntry::Delete(items[0].as_bytes()));
        let batch = BatchWriteCall { tables: vec![("one", entries)], partition_keys: vec!["id"], metered };
        let sdk = batch.typed(&client).expect("a request");
        let expected = by_the_sdk(&BatchWriteItem::new(), input!(sdk));
        prop_assert_eq!(by_us(&Call::BatchWrite(&batch)), expected);
    }
}

/// Two threads are like two processes: each has its own key.
#[test]
fn random_numbers_of_no_two_threads_are_the_same() {
    let numbers = || {
        let thread = std::thread::spawn(|| (0..1000).map(|_| super::random()).collect::<Vec<_>>());
        thread.join().expect("numbers")
    };
    let mut all: Vec<_> = (0..8).flat_map(|_| numbers()).collect();
    let given = all.len();
    // Every bit is set in about half of them.
    for bit in 0..64 {
        let set = all.iter().filter(|number| *number >> bit & 1 == 1).count();
        assert!(
            (given * 2 / 5..given * 3 / 5).contains(&set),
            "bit {bit}: {set}"
        );
    }
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), given);
}
