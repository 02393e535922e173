//! Merged reads: what they give is what one partition would give.

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
