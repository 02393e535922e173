//! Known differences between the engines: Amazon's documentation says which is right, and a test
//! fails once an engine has come round. `dynamo-embedded/docs/engines.md` lists them.

use aws_sdk_dynamodb::error::{ProvideErrorMetadata, SdkError};
use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_runtime::{Db, Item};
use tests::{Engine, engine, with_table};

#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "notes", pk = "id")]
struct Note {
    id: String,
    text: String,
}

/// The code of a failure; none if the request was carried out.
fn code<T, E: ProvideErrorMetadata, R>(answer: Result<T, SdkError<E, R>>) -> Option<String> {
    answer.err().and_then(|error| error.code().map(Into::into))
}

fn name(db: &Db) -> String {
    db.table_name::<Note>().expect("a name").into_owned()
}

/// DynamoDB refuses a condition that names no attribute; neither of the others does.
/// <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Expressions.OperatorsAndFunctions.html>
#[tokio::test]
async fn a_condition_on_values_alone() {
    with_table::<Note>(async |db| {
        let note = Note {
            id: "n".into(),
            text: "x".into(),
        };
        let value = || AttributeValue::S("x".into());
        let request = db
            .client()
            .put_item()
            .table_name(name(db))
            .set_item(Some(note.to_item().expect("an item")))
            .condition_expression(":a = :b")
            .expression_attribute_values(":a", value())
            .expression_attribute_values(":b", value());
        let expected = match engine() {
            Engine::Embedded | Engine::Local => None,
            Engine::Aws => Some("ValidationException"),
        };
        assert_eq!(code(request.send().await).as_deref(), expected);
    })
    .await;
}

/// DynamoDB keeps tags and backups; what an engine does not offer is no difference of a table.
/// <https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_ListTagsOfResource.html>
/// <https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_DescribeContinuousBackups.html>
#[tokio::test]
async fn tags_and_backups() {
    with_table::<Note>(async |db| {
        let client = db.client();
        let table = client.describe_table().table_name(name(db)).send().await;
        let arn = table
            .expect("a table")
            .table
            .and_then(|table| table.table_arn);
        let tags = client.list_tags_of_resource().set_resource_arn(arn);
        let backups = client.describe_continuous_backups().table_name(name(db));
        let answers = (code(tags.send().await), code(backups.send().await));
        let unknown = Some("UnknownOperationException");
        let expected = match engine() {
            Engine::Embedded => (None, unknown),
            Engine::Local => (unknown, unknown),
            Engine::Aws => (None, None),
        };
        assert_eq!((answers.0.as_deref(), answers.1.as_deref()), expected);
    })
    .await;
}

/// "400 KB … the sum of the item and of its entries in local secondary indexes": this engine counts
/// the item alone.
/// <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/LSI.html>
#[tokio::test]
async fn the_size_of_an_item_with_local_indexes() {
    #[derive(Item)]
    #[table(name = "letters", pk = "id", sk = "at")]
    #[lsi(name = "by_sender", sk = "sender", query = "by_sender")]
    struct Letter {
        id: String,
        at: String,
        sender: String,
        text: String,
    }

    with_table::<Letter>(async |db| {
        let letter = Letter {
            id: "l".into(),
            at: "2025".into(),
            sender: "s".into(),
            text: "x".repeat(250_000),
        };
        let sent = letter.put().send(db).await;
        match engine() {
            Engine::Embedded => sent.expect("a put"),
            Engine::Local | Engine::Aws => {
                let refused = sent.expect_err("twice 250 KB").to_string();
                assert!(refused.contains("Item size"), "{refused}");
            }
        }
    })
    .await;
}
