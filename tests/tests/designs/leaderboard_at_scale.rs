//! The sharded leaderboard: the same answers as a count of all, at a cost that does not grow with the
//! players.

use dynamo_runtime::{Db, Item};
use examples::leaderboard::TimeFrame;
use examples::leaderboard_at_scale::{
    Bands, CoarseBand, FINE, FineBand, Imported, Leaderboard, Standing,
};
use tests::{Engine, engine, unique_name};

/// Empty tables that no other test has.
async fn tables() -> Db {
    let (standings, bands) = (unique_name(), unique_name());
    let db = tests::db()
        .await
        .with_table_name::<Standing>(standings.clone())
        .with_table_name::<Imported>(standings)
        .with_table_name::<Bands>(bands);
    db.create_table::<Standing>().await.expect("a table");
    db.create_table::<Bands>().await.expect("a table");
    db
}

fn board(db: &Db) -> Leaderboard {
    Leaderboard::new(db, "CyberClash", TimeFrame::AllTime)
}

#[tokio::test]
async fn ranks_are_those_of_a_count() {
    let db = tables().await;
    let board = board(&db);
    let scores = [
        640_250, 640_300, 640_300, 12, 999_999, 0, 641_000, 640_250, 659_999,
    ];
    for (number, score) in scores.iter().enumerate() {
        let id = format!("u{number}");
        board.submit(&id, *score, "Player").await.expect("a score");
    }
    // Scores that replace others, within a band and beyond it.
    board
        .submit("u3", 640_299, "Player")
        .await
        .expect("a score");
    board
        .submit("u0", 640_251, "Player")
        .await
        .expect("a score");
    for number in 0..scores.len() {
        let id = format!("u{number}");
        let rank = board.rank(&id).await.expect("a rank").expect("a player");
        let counted = board.rank_by_counting(&id).await.expect("a count");
        assert_eq!(usize::try_from(rank).ok(), counted, "{id}");
    }
    assert_eq!(board.rank("nobody").await.expect("a rank"), None);
    let best = board.percentile("u4").await.expect("a percentile");
    assert!((best.expect("a player") - 100.0).abs() < 1e-9);

    let top = board.top(3).await.expect("the best");
    let ids: Vec<_> = top.iter().map(|standing| &*standing.user_id).collect();
    assert_eq!(ids, ["u4", "u8", "u6"]);
    let context = board.context("u6", 1).await.expect("it").expect("a player");
    assert_eq!(context.above[0].user_id, "u8");
    assert_eq!(context.below[0].score, 640_300);
}

#[tokio::test]
async fn the_histograms_are_kept_by_the_writes() {
    let db = tables().await;
    let board = board(&db);
    for number in 0..40 {
        let score = number * 24_000;
        let id = format!("u{number}");
        board.submit(&id, score, "Player").await.expect("a score");
        board
            .submit(&id, score + FINE, "Player")
            .await
            .expect("a better one");
    }
    let coarse = CoarseBand::scan().all(&db).await.expect("bands");
    let fine = FineBand::scan().all(&db).await.expect("bands");
    assert_eq!(coarse.iter().map(|band| band.players).sum::<i64>(), 40);
    assert_eq!(fine.iter().map(|band| band.players).sum::<i64>(), 40);
    assert!(fine.iter().all(|band| band.players >= 0));
    let done = Standing::recount().send(&db).await.expect("a recount");
    assert_eq!((done.corrected, done.busy), (0, 0), "{done}");
}

#[tokio::test]
async fn the_cost_of_a_rank_does_not_grow_with_the_players() {
    let mut costs = Vec::new();
    for players in [300, 6_000] {
        let db = tables().await;
        let mut board = board(&db);
        board.import(players).await.expect("players");
        let _ = board.units();
        // The lowest score of all: everybody else is better.
        let rank = board.rank("p0").await.expect("a rank");
        let by_histogram = board.units();
        let counted = board.rank_by_counting("p0").await.expect("a count");
        let by_counting = board.units();
        assert_eq!(rank, Some(players));
        assert_eq!(counted, usize::try_from(players).ok());
        costs.push((by_histogram, by_counting));
    }
    let [(few, few_counted), (many, many_counted)] = costs[..] else {
        unreachable!("two leaderboards");
    };
    assert!(few <= 30.0 && many <= 30.0, "{costs:?}");
    // DynamoDB Local bills nothing for a read that finds nothing, as with few players.
    let slack = if engine() == Engine::Local { 8.0 } else { 1.0 };
    assert!((few - many).abs() < slack, "{costs:?}");
    assert!(many_counted > 2.0 * few_counted, "{costs:?}");
}
