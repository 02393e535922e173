//! Pages of a merged read: one cursor of bounded size for all shards.

use dynamo_runtime::{Cursor, Db, Error, Page};
use tests::with_table;

use crate::model::{Log, Standing, log, scores, standing, with_standings};

/// Reads page after page and returns how many there were.
async fn pages<T>(read: impl AsyncFn(Option<Cursor>) -> Result<Page<T>, Error>) -> (Vec<T>, usize) {
    let (mut items, mut count, mut cursor) = (Vec::new(), 0, None);
    loop {
        let page = read(cursor).await.expect("a page");
        items.extend(page.items);
        count += 1;
        cursor = page.next;
        if cursor.is_none() {
            return (items, count);
        }
    }
}

async fn ranked(db: &Db, limit: usize, descending: bool) -> Vec<i64> {
    let (items, _) = pages(async |cursor| {
        let query = Standing::ranking("go", "week").limit(limit).after(cursor);
        let query = if descending {
            query.descending()
        } else {
            query
        };
        query.send(db).await
    })
    .await;
    scores(&items)
}

#[tokio::test]
async fn pages_go_on_where_they_ended() {
    with_standings(async |db| {
        for limit in [1, 3, 7, 40] {
            assert_eq!(
                ranked(db, limit, false).await,
                (-10..30).collect::<Vec<_>>()
            );
            let down: Vec<_> = (-10..30).rev().collect();
            assert_eq!(ranked(db, limit, true).await, down);
        }
    })
    .await;
}

#[tokio::test]
async fn pages_of_equal_sort_keys_lose_nothing() {
    with_table::<Standing>(async |db| {
        let all = (0..30).map(|number| standing(number, number % 3));
        db.load(all).await.expect("a load");
        for (limit, descending) in [(1, false), (4, false), (1, true), (4, true)] {
            let (items, _) = pages(async |cursor| {
                let query = Standing::ranking("go", "week").limit(limit).after(cursor);
                let query = if descending {
                    query.descending()
                } else {
                    query
                };
                query.send(db).await
            })
            .await;
            let mut expected: Vec<_> = (0..30).map(|number| number / 10).collect();
            if descending {
                expected.reverse();
            }
            assert_eq!(scores(&items), expected);
            let mut users: Vec<_> = items.into_iter().map(|item| item.user_id).collect();
            users.sort_unstable();
            users.dedup();
            assert_eq!(users.len(), 30);
        }
    })
    .await;
}

#[tokio::test]
async fn pages_stay_within_their_range() {
    with_table::<Log>(async |db| {
        db.load((0..60).map(log)).await.expect("a load");
        let query = || {
            Log::query("monday")
                .range(Log::AT.gt(9_u32))
                .range(Log::AT.lt(50_u32))
        };
        let (found, _) = pages(async |cursor| query().limit(3).after(cursor).send(db).await).await;
        assert_eq!(found, (10..50).map(log).collect::<Vec<_>>());
        let down = || query().descending();
        let (found, _) = pages(async |cursor| down().limit(3).after(cursor).send(db).await).await;
        assert_eq!(found, (10..50).rev().map(log).collect::<Vec<_>>());
    })
    .await;
}

#[tokio::test]
async fn a_page_without_a_limit_is_a_page_of_each_shard() {
    with_standings(async |db| {
        let (items, count) = pages(async |cursor| {
            let query = Standing::ranking("go", "week").page_size(2).after(cursor);
            query.send(db).await
        })
        .await;
        assert_eq!(scores(&items), (-10..30).collect::<Vec<_>>());
        assert!(count > 3, "{count}");
    })
    .await;
}

#[tokio::test]
async fn pages_of_which_all_is_filtered_out_go_on() {
    with_standings(async |db| {
        let (items, _) = pages(async |cursor| {
            let query = Standing::ranking("go", "week").filter(Standing::USER_ID.eq("user-39"));
            query.page_size(1).after(cursor).send(db).await
        })
        .await;
        assert_eq!(items.len(), 1);
    })
    .await;
}

#[tokio::test]
async fn a_cursor_belongs_to_all_shards_or_to_one() {
    with_standings(async |db| {
        let query = || Standing::ranking("go", "week").limit(2);
        let merged = query().send(db).await.expect("a page").next;
        let single = query().in_shard(0).send(db).await.expect("a page").next;
        for (query, cursor) in [(query().in_shard(0), merged), (query(), single)] {
            let other = query.after(cursor.clone()).send(db).await;
            assert!(cursor.is_some());
            assert!(matches!(other, Err(Error::Cursor(_))));
        }
        let other = Standing::ranking("chess", "week");
        let cursor = query().send(db).await.expect("a page").next;
        assert!(matches!(
            other.after(cursor).send(db).await,
            Err(Error::Cursor(_))
        ));
    })
    .await;
}

#[tokio::test]
async fn a_cursor_is_as_long_as_one_key() {
    with_standings(async |db| {
        let page = Standing::ranking("go", "week").limit(5).send(db).await;
        let cursor = page.expect("a page").next.expect("a cursor");
        assert!(cursor.as_str().len() < 400, "{}", cursor.as_str().len());
    })
    .await;
}

#[tokio::test]
async fn pages_of_hydrated_items_go_on_where_they_ended() {
    with_table::<Standing>(async |db| {
        let member = |number: i64| Standing {
            team: Some("red".into()),
            joined: Some(format!("{:02}", number * 7 % 20)),
            ..standing(number, number)
        };
        db.load((0..20).map(member)).await.expect("a load");
        let (items, count) = pages(async |cursor| {
            let query = Standing::members("red").limit(3).after(cursor);
            query.hydrate().send(db).await
        })
        .await;
        let joined: Vec<_> = items.into_iter().filter_map(|item| item.joined).collect();
        let expected: Vec<_> = (0..20).map(|day| format!("{day:02}")).collect();
        assert_eq!(joined, expected);
        assert!(count >= 7, "{count}");
    })
    .await;
}
