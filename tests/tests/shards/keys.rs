//! Keys with a shard: built, stored, rewritten and read past.

use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_runtime::schema::Shards;
use dynamo_runtime::{Error, Item};
use tests::with_table;

use crate::model::{Log, Standing, log, standing};

fn text(value: &str) -> AttributeValue {
    AttributeValue::S(value.to_owned())
}

#[test]
fn an_index_key_holds_the_shard_of_its_field() {
    let stored = standing(1, 5).to_item().expect("an item");
    let shard = Shards::new(4).shard_of("user-1");
    let expected = format!("LEADERBOARD#go#week#{shard:02}");
    assert_eq!(stored["rank_pk"], text(&expected));
    // An absent component of another key leaves that index.
    assert!(!stored.contains_key("team_pk"));
}

#[test]
fn a_key_method_computes_the_shard() {
    let shard = Shards::new(8).shard_of("l7");
    let key = Log::key("monday", "l7", 7_u32);
    let expected = format!("LOG#monday#{shard:02}");
    assert_eq!(key.partition().expect("a key").as_str(), Some(&*expected));
    assert_eq!(log(7).to_key(), key);
}

#[test]
fn the_number_of_shards_is_in_the_schema() {
    let queries = Standing::SCHEMA.queries;
    assert_eq!(queries[1].shards(), Some(Shards::new(4)));
    assert_eq!(queries[0].shards(), None);
    let template = queries[1].pk[0].template.to_string();
    assert_eq!(template, "LEADERBOARD#{game}#{frame}#{user_id:shard(4)}");
}

#[tokio::test]
async fn a_field_is_read_from_where_it_is_stored_whole() {
    with_table::<Log>(async |db| {
        log(3).create().send(db).await.expect("a new line");
        let found = Log::key("monday", "l3", 3_u32).get().send(db).await;
        assert_eq!(found.expect("a get"), Some(log(3)));
        let all = Log::scan().all(db).await.expect("a scan");
        assert_eq!(all, [log(3)]);
    })
    .await;
}

#[tokio::test]
async fn an_update_rewrites_the_key() {
    with_table::<Standing>(async |db| {
        let one = standing(1, 5);
        one.put().send(db).await.expect("a put");
        let update = one.to_key().update();
        let update = update.set((Standing::TEAM, Standing::JOINED), ("red", "2025"));
        update.send(db).await.expect("an update");
        let members = Standing::members("red").all(db).await.expect("a query");
        assert_eq!(members.len(), 1);
        let update = one.to_key().update().remove(Standing::TEAM);
        update.send(db).await.expect("an update");
        assert_eq!(
            Standing::members("red").count(db).await.expect("a count"),
            0
        );
    })
    .await;
}

#[tokio::test]
async fn a_shard_that_there_is_not_is_refused() {
    with_table::<Standing>(async |db| {
        let query = || Standing::ranking("go", "week");
        for shard in [4, u16::MAX] {
            let error = query().in_shard(shard).all(db).await.expect_err("no shard");
            assert!(matches!(error, Error::Expression { .. }), "{error}");
            assert!(error.to_string().contains("has no shard"), "{error}");
        }
        query().in_shard(3).all(db).await.expect("the last shard");
    })
    .await;
}

#[tokio::test]
async fn a_request_of_the_sdk_reads_one_shard() {
    with_table::<Standing>(async |db| {
        let query = || Standing::ranking("go", "week");
        let Err(error) = query().into_sdk(db) else {
            panic!("a request for four partitions");
        };
        assert!(error.to_string().contains("in_shard"), "{error}");
        let request = query().in_shard(2).into_sdk(db).expect("a request");
        let values = request.get_expression_attribute_values().clone();
        let values = values.expect("values");
        assert!(
            values
                .values()
                .any(|value| *value == text("LEADERBOARD#go#week#02"))
        );
    })
    .await;
}
