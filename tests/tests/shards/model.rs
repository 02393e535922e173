//! A leaderboard whose index is sharded, and a log whose table is.

use dynamo_runtime::{Db, Item, View};
use tests::with_table;

/// The score of a user: an index of numbers, over four shards.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "standings", pk = "user_id", sk = "game")]
#[gsi(
    name = "RankIndex",
    pk = "LEADERBOARD#{game}#{frame}#{user_id:shard(4)}",
    pk_attr = "rank_pk",
    sk = "score",
    query = "ranking"
)]
#[gsi(
    name = "TeamIndex",
    pk = "TEAM#{team}#{user_id:shard(3)}",
    pk_attr = "team_pk",
    sk = "{joined:escape}",
    sk_attr = "team_sk",
    projection = "KEYS_ONLY",
    query = "members"
)]
pub(crate) struct Standing {
    pub(crate) user_id: String,
    pub(crate) game: String,
    pub(crate) frame: String,
    pub(crate) score: i64,
    pub(crate) team: Option<String>,
    pub(crate) joined: Option<String>,
}

/// A part of it.
#[derive(Debug, PartialEq, View)]
#[view(item = Standing)]
pub(crate) struct Score {
    pub(crate) user_id: String,
    pub(crate) score: i64,
}

/// A line of a log that many write: the table's own key, over eight shards.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "logs", pk = "PK", sk = "SK")]
#[key(pk = "LOG#{day}#{id:shard(8)}", sk = "{at:06}#{id}")]
pub(crate) struct Log {
    #[dynamo(key_only)]
    pub(crate) day: String,
    #[dynamo(key_only)]
    pub(crate) id: String,
    pub(crate) at: u32,
    pub(crate) text: String,
}

pub(crate) fn standing(number: i64, score: i64) -> Standing {
    Standing {
        user_id: format!("user-{number}"),
        game: "go".into(),
        frame: "week".into(),
        score,
        team: None,
        joined: None,
    }
}

pub(crate) fn log(number: u32) -> Log {
    Log {
        day: "monday".into(),
        id: format!("l{number}"),
        at: number,
        text: "x".into(),
    }
}

/// Runs a test on a leaderboard of forty, whose scores are all different.
pub(crate) async fn with_standings(test: impl AsyncFnOnce(&Db)) {
    with_table::<Standing>(async |db| {
        let all = (0..40).map(|number| standing(number, number * 7 % 40 - 10));
        db.load(all).await.expect("a load");
        test(db).await;
    })
    .await;
}

pub(crate) fn scores(standings: &[Standing]) -> Vec<i64> {
    standings.iter().map(|standing| standing.score).collect()
}
