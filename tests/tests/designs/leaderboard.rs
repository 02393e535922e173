//! The leaderboard design: its items are those of the document, and every access pattern is a call.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::{AttributeValue, KeySchemaElement};
use dynamo_runtime::key::KeyValue;
use dynamo_runtime::{Db, Item, Record};
use examples::leaderboard::{Leaderboard, Metadata, Standing, TimeFrame};
use tests::with_table;

const WEEK: TimeFrame = TimeFrame::Weekly {
    year: 2025,
    week: 28,
};

fn standing(user_id: &str, score: i64) -> Standing {
    Standing {
        game_id: "CyberClash".into(),
        time_frame: WEEK,
        user_id: user_id.into(),
        score,
        player_name: "CyberNinja".into(),
        timestamp: "2025-07-13T10:30:00Z".into(),
        metadata: Metadata {
            level: 42,
            play_time: 3600,
        },
    }
}

fn s(text: &str) -> AttributeValue {
    AttributeValue::S(text.to_owned())
}

fn n(number: &str) -> AttributeValue {
    AttributeValue::N(number.to_owned())
}

#[test]
fn an_item_is_that_of_the_document() {
    let metadata = [("Level", "42"), ("PlayTime", "3600")];
    let metadata = metadata.map(|(name, number)| (name.to_owned(), n(number)));
    let sample = HashMap::from([
        ("PK".to_owned(), s("LEADERBOARD#CyberClash#2025-W28")),
        ("SK".to_owned(), s("USER#player123")),
        ("UserID".to_owned(), s("player123")),
        ("Score".to_owned(), n("15750")),
        ("PlayerName".to_owned(), s("CyberNinja")),
        ("Timestamp".to_owned(), s("2025-07-13T10:30:00Z")),
        ("Metadata".to_owned(), AttributeValue::M(metadata.into())),
    ]);
    let standing = standing("player123", 15_750);
    assert_eq!(standing.to_item().expect("an item"), sample);
    assert_eq!(Standing::from_item(sample).expect("a standing"), standing);
}

#[test]
fn every_time_frame_of_the_document_makes_its_partition_key() {
    let (year, month, day) = (2025, 7, 13);
    let frames = [
        (WEEK, "2025-W28"),
        (TimeFrame::Daily { year, month, day }, "2025-07-13"),
        (TimeFrame::Monthly { year, month }, "2025-07"),
        (TimeFrame::AllTime, "ALL-TIME"),
    ];
    for (frame, text) in frames {
        let key = Standing::key("CyberClash", frame, "0a9f-4eb1");
        let expected = KeyValue::Text(format!("LEADERBOARD#CyberClash#{text}"));
        assert_eq!(key.partition().ok(), Some(&expected));
        assert_eq!(key, Standing::key("CyberClash", text, "0a9f-4eb1"));
        let mut standing = standing("u", 1);
        standing.time_frame = frame;
        let item = standing.to_item().expect("an item");
        assert_eq!(Standing::from_item(item).expect("a standing"), standing);
    }
}

#[tokio::test]
async fn the_table_is_that_of_the_document() {
    with_table::<Standing>(async |db| {
        let name = db.table_name::<Standing>().expect("a name").into_owned();
        let table = db.client().describe_table().table_name(&name).send().await;
        let table = table.expect("a table").table.expect("a description");
        let mut keys = HashMap::new();
        for index in table.global_secondary_indexes() {
            let names = index
                .key_schema()
                .iter()
                .map(KeySchemaElement::attribute_name);
            let name = index.index_name().expect("a name");
            keys.insert(name, names.collect::<Vec<_>>());
        }
        assert_eq!(keys["RankIndex"], ["PK", "Score"]);
        assert_eq!(keys["UserIndex"], ["UserID", "PK"]);
        assert_eq!(keys.len(), 2);
        let names = table
            .key_schema()
            .iter()
            .map(KeySchemaElement::attribute_name);
        assert_eq!(names.collect::<Vec<_>>(), ["PK", "SK"]);
    })
    .await;
    let db = tests::db().await;
    let name = db.table_name::<Standing>();
    assert_eq!(name.ok().as_deref(), Some("LeaderboardService"));
}

/// A leaderboard of five players, two of them with the same score.
async fn with_board(test: impl AsyncFnOnce(&Db, &Leaderboard)) {
    with_table::<Standing>(async |db| {
        let board = Leaderboard::new(db, "CyberClash", WEEK);
        for (user, score) in [("a", 100), ("b", 900), ("c", 900), ("d", -50), ("e", 1000)] {
            board.submit(standing(user, score)).await.expect("a score");
        }
        let other = Leaderboard::new(db, "CyberClash", TimeFrame::AllTime);
        other.submit(standing("a", 5000)).await.expect("a score");
        test(db, &board).await;
    })
    .await;
}

fn users(standings: &[Standing]) -> Vec<&str> {
    standings
        .iter()
        .map(|standing| &*standing.user_id)
        .collect()
}

#[tokio::test]
async fn submit_score() {
    with_board(async |_, board| {
        board.submit(standing("a", 101)).await.expect("a score");
        let found = board.standing("a").await.expect("a get");
        assert_eq!(found, Some(standing("a", 101)));
        assert_eq!(board.standing("nobody").await.expect("a get"), None);
    })
    .await;
}

#[tokio::test]
async fn top_players() {
    with_board(async |_, board| {
        let top = board.top(3).await.expect("a query");
        assert_eq!(top[0].user_id, "e");
        assert_eq!(
            top.iter().map(|top| top.score).collect::<Vec<_>>(),
            [1000, 900, 900]
        );
        assert_eq!(board.top(100).await.expect("a query").len(), 5);
    })
    .await;
}

#[tokio::test]
async fn rank_and_percentile() {
    with_board(async |_, board| {
        for (user, rank, percentile) in [
            ("e", 1, 100.0),
            ("b", 2, 80.0),
            ("c", 2, 80.0),
            ("a", 4, 40.0),
            ("d", 5, 20.0),
        ] {
            assert_eq!(
                board.rank(user).await.expect("a rank"),
                Some(rank),
                "{user}"
            );
            let found = board.percentile(user).await.expect("a percentile");
            assert_eq!(found, Some(percentile), "{user}");
        }
        assert_eq!(board.rank("nobody").await.expect("a rank"), None);
        assert_eq!(board.percentile("nobody").await.expect("none"), None);
    })
    .await;
}

#[tokio::test]
async fn players_around_a_player() {
    with_board(async |_, board| {
        let around = board
            .context("a", 1)
            .await
            .expect("a query")
            .expect("a player");
        assert_eq!(around.player, standing("a", 100));
        assert_eq!(around.above[0].score, 900);
        assert_eq!((around.above.len(), users(&around.below)), (1, vec!["d"]));
        let around = board
            .context("b", 5)
            .await
            .expect("a query")
            .expect("a player");
        assert_eq!(users(&around.above), ["e"]);
        assert_eq!(users(&around.below), ["a", "d"]);
        assert!(board.context("nobody", 1).await.expect("a query").is_none());
    })
    .await;
}

#[tokio::test]
async fn leaderboards_of_a_player() {
    with_board(async |db, _| {
        let boards = Standing::query_user_index("a")
            .all(db)
            .await
            .expect("a query");
        let frames: Vec<_> = boards.iter().map(|board| board.time_frame).collect();
        assert_eq!(frames, [WEEK, TimeFrame::AllTime]);
        assert_eq!(
            Standing::query_user_index("b")
                .count(db)
                .await
                .expect("a count"),
            1
        );
    })
    .await;
}
