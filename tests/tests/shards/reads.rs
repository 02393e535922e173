//! Merged reads: what they give is what one partition would give.

use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_runtime::{Error, Item, Meter, Query};
use tests::with_table;

use crate::model::{Log, Score, Standing, StandingQueries, log, scores, standing, with_standings};

fn ranking() -> Query<StandingQueries::ranking> {
    Standing::ranking("go", "week")
}

#[tokio::test]
async fn shards_are_merged_in_the_order_of_the_sort_key() {
    with_standings(async |db| {
        let up = ranking().all(db).await.expect("a query");
        assert_eq!(scores(&up), (-10..30).collect::<Vec<_>>());
        let down = ranking().descending().all(db).await.expect("a query");
        assert_eq!(scores(&down), (-10..30).rev().collect::<Vec<_>>());
    })
    .await;
}

#[tokio::test]
async fn a_limit_gives_the_first_of_all_shards() {
    with_standings(async |db| {
        for limit in [1, 2, 7, 39, 40, 100] {
            let top = ranking().descending().limit(limit).all(db).await;
            let top = top.expect("a query");
            let expected: Vec<_> = (-10..30).rev().take(limit).collect();
            assert_eq!(scores(&top), expected);
        }
        let first = ranking().first(db).await.expect("a query");
        assert_eq!(first.expect("a standing").score, -10);
    })
    .await;
}

#[tokio::test]
async fn the_first_item_costs_one_item_per_shard() {
    with_standings(async |db| {
        let meter = Meter::new();
        ranking().meter(&meter).first(db).await.expect("a query");
        assert!(meter.capacity().units <= 2.0, "{:?}", meter.capacity());
    })
    .await;
}

#[tokio::test]
async fn ranges_and_filters_are_of_all_shards() {
    with_standings(async |db| {
        let found = ranking().range(Standing::SCORE.between(3, 9)).all(db).await;
        assert_eq!(
            scores(&found.expect("a query")),
            (3..=9).collect::<Vec<_>>()
        );
        let found = ranking()
            .range(Standing::SCORE.gt(20))
            .filter(Standing::USER_ID.ne("user-7"))
            .descending()
            .all(db);
        let found = found.await.expect("a query");
        let expected: Vec<_> = (21..30)
            .rev()
            .filter(|score| *score != 7 * 7 % 40 - 10)
            .collect();
        assert_eq!(scores(&found), expected);
    })
    .await;
}

#[tokio::test]
async fn items_are_counted_in_all_shards() {
    with_standings(async |db| {
        assert_eq!(ranking().count(db).await.expect("a count"), 40);
        assert_eq!(ranking().limit(11).count(db).await.expect("a count"), 11);
        let above = ranking().range(Standing::SCORE.gt(19)).count(db).await;
        assert_eq!(above.expect("a count"), 10);
        let mut sum = 0;
        for shard in 0..4 {
            sum += ranking().in_shard(shard).count(db).await.expect("a count");
        }
        assert_eq!(sum, 40);
    })
    .await;
}

#[tokio::test]
async fn one_is_the_only_item_of_all_shards() {
    with_standings(async |db| {
        let one = ranking().range(Standing::SCORE.eq(5)).one(db).await;
        assert_eq!(one.expect("a standing").score, 5);
        let none = ranking().range(Standing::SCORE.eq(99)).one(db).await;
        assert!(matches!(none, Err(Error::NotFound { .. })));
        assert!(matches!(
            ranking().one(db).await,
            Err(Error::NotUnique { .. })
        ));
    })
    .await;
}

#[tokio::test]
async fn streams_are_merged() {
    with_standings(async |db| {
        for page_size in [1, 3, 100] {
            let mut stream = ranking().page_size(page_size).stream(db).expect("a stream");
            let mut found = Vec::new();
            while let Some(standing) = stream.next().await {
                found.push(standing.expect("a standing"));
            }
            assert_eq!(scores(&found), (-10..30).collect::<Vec<_>>());
        }
    })
    .await;
}

#[tokio::test]
async fn views_are_merged() {
    with_standings(async |db| {
        let views = ranking().select::<Score>().limit(3).all(db).await;
        let views: Vec<_> = views.expect("a query");
        let found: Vec<_> = views.iter().map(|view| view.score).collect();
        assert_eq!(found, [-10, -9, -8]);
    })
    .await;
}

#[tokio::test]
async fn keys_are_merged_and_hydrated() {
    with_table::<Standing>(async |db| {
        let member = |number: i64| Standing {
            team: Some("red".into()),
            joined: Some(format!("2025-{:02}", number * 7 % 20)),
            ..standing(number, 0)
        };
        db.load((0..20).map(member)).await.expect("a load");
        let keys = Standing::members("red").all(db).await.expect("a query");
        let expected: Vec<_> = (0..20).map(|day| Some(format!("2025-{day:02}"))).collect();
        let found: Vec<_> = keys.iter().map(|key| key.joined.clone()).collect();
        assert_eq!(found, expected);
        let whole = Standing::members("red").descending().limit(5).hydrate();
        let whole = whole.all(db).await.expect("the items");
        let found: Vec<_> = whole.iter().map(|one| one.joined.clone()).collect();
        assert_eq!(
            found,
            expected.into_iter().rev().take(5).collect::<Vec<_>>()
        );
    })
    .await;
}

#[tokio::test]
async fn a_sharded_table_reads_as_one_partition() {
    with_table::<Log>(async |db| {
        db.load((0..50).rev().map(log)).await.expect("a load");
        let all = Log::query("monday").consistent().all(db).await;
        assert_eq!(all.expect("a query"), (0..50).map(log).collect::<Vec<_>>());
        let some = Log::query("monday").range(Log::AT.between(10_u32, 12_u32));
        let some = some.descending().all(db).await.expect("a query");
        assert_eq!(some, [log(12), log(11), log(10)]);
    })
    .await;
}

#[tokio::test]
async fn all_shards_of_a_partition_are_deleted() {
    with_table::<Log>(async |db| {
        db.load((0..50).map(log)).await.expect("a load");
        let few = Log::query("monday")
            .range(Log::AT.lt(10_u32))
            .delete_partition();
        assert_eq!(few.send(db).await.expect("a deletion"), 10);
        let rest = Log::query("monday").delete_partition().send(db).await;
        assert_eq!(rest.expect("a deletion"), 40);
        assert_eq!(Log::scan().count(db).await.expect("a count"), 0);
    })
    .await;
}

#[tokio::test]
async fn what_is_not_of_its_type_keeps_its_place_among_the_shards() {
    with_standings(async |db| {
        let name = db.table_name::<Standing>().expect("a name").into_owned();
        let broken = Standing::key("user-3", "go");
        let update = db.client().update_item().table_name(name);
        let key = |value: &str| AttributeValue::S(value.to_owned());
        let update = update.key("user_id", key("user-3")).key("game", key("go"));
        let update = update.update_expression("REMOVE frame");
        update.send().await.expect("an update");
        assert!(broken.get().send(db).await.is_err());
        let salvaged = ranking().limit(39).salvage(db).await.expect("a page");
        assert_eq!((salvaged.items.len(), salvaged.failed.len()), (39, 1));
        assert!(salvaged.items.is_sorted_by_key(|one| one.score));
        assert!(matches!(ranking().all(db).await, Err(Error::Decode(_))));
        // A stream goes on after it, in its place: behind the scores below its own.
        let mut stream = ranking().stream(db).expect("a stream");
        let (mut before, mut count) = (None, 0);
        while let Some(found) = stream.next().await {
            match found {
                Ok(_) => count += 1,
                Err(_) => before = Some(count),
            }
        }
        assert_eq!((before, count), (Some(21), 39));
    })
    .await;
}

/// More than a hundred shards have three digits.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "hits", pk = "PK", sk = "SK")]
#[key(pk = "HITS#{id:shard(101)}", sk = "{id:04}")]
struct Hit {
    id: u32,
}

#[tokio::test]
async fn a_hundred_shards_are_read_as_one() {
    with_table::<Hit>(async |db| {
        db.load((0..300).map(|id| Hit { id }))
            .await
            .expect("a load");
        let key = Hit { id: 7 }.to_key();
        let length = key.partition().expect("a key").as_str().map(str::len);
        assert_eq!(length, Some("HITS#000".len()));
        let all = Hit::query().all(db).await.expect("a query");
        assert_eq!(all, (0..300).map(|id| Hit { id }).collect::<Vec<_>>());
        let page = Hit::query().limit(10).send(db).await.expect("a page");
        let next = Hit::query().limit(2).after(page.next).send(db).await;
        assert_eq!(
            next.expect("a page").items,
            [Hit { id: 10 }, Hit { id: 11 }]
        );
    })
    .await;
}
