//! A game's leaderboards, from the design in `examples::leaderboard`.
//!
//! It teaches fields that are stored only inside a key, your own type in a key, a number as the
//! sort key of an index, an inverted index, counts, and conditions on nested values.
//!
//! Run it with `cargo run --example leaderboard`. Nothing to install: the engine is in this
//! process. With `AWS_ENDPOINT_URL_DYNAMODB` set it runs on that server instead.

use dynamo_runtime::{Db, Error};
use examples::bill::Bill;
use examples::leaderboard::{Leaderboard, Metadata, Standing, TimeFrame};

const GAME: &str = "CyberClash";
const WEEK: TimeFrame = TimeFrame::Weekly {
    year: 2025,
    week: 28,
};

#[tokio::main]
async fn main() -> Result<(), Error> {
    let (db, bill) = Bill::of(examples::db().await?);
    db.ensure_table::<Standing>().await?;
    let week = Leaderboard::new(&db, GAME, WEEK);

    submit(&db, &week).await?;
    bill.show();
    top(&week).await?;
    bill.show();
    around(&week, "player123").await?;
    bill.show();
    boards(&db, "player123").await?;
    bill.show();
    veterans(&db).await?;
    bill.show();
    bill.total();
    Ok(())
}

async fn submit(db: &Db, week: &Leaderboard) -> Result<(), Error> {
    let scores = [
        ("player123", "CyberNinja", 15_750, 42),
        ("0a9f-4eb1", "Zero", 18_200, 57),
        ("b77c-01d2", "Hex", 15_750, 12),
        ("c3e8-92aa", "Rook", 15_900, 30),
        ("d410-77fe", "Byte", 9_100, 8),
    ];
    for (user_id, player_name, score, level) in scores {
        week.submit(standing(user_id, player_name, score, level))
            .await?;
    }
    let all_time = Leaderboard::new(db, GAME, TimeFrame::AllTime);
    all_time
        .submit(standing("player123", "CyberNinja", 91_300, 42))
        .await?;
    println!("submitted {} scores for {WEEK}", scores.len());
    Ok(())
}

fn standing(user_id: &str, player_name: &str, score: i64, level: u32) -> Standing {
    Standing {
        game_id: GAME.into(),
        time_frame: WEEK,
        user_id: user_id.into(),
        score,
        player_name: player_name.into(),
        timestamp: "2025-07-13T10:30:00Z".into(),
        metadata: Metadata {
            level,
            play_time: 3_600,
        },
    }
}

async fn top(week: &Leaderboard) -> Result<(), Error> {
    println!("top 2:");
    for standing in week.top(2).await? {
        println!("  {} {}", standing.player_name, standing.score);
    }
    Ok(())
}

/// Shows a player's rank and neighbours.
async fn around(week: &Leaderboard, user_id: &str) -> Result<(), Error> {
    let rank = week.rank(user_id).await?;
    let percentile = week.percentile(user_id).await?;
    if let (Some(rank), Some(percentile)) = (rank, percentile) {
        println!("{user_id}: rank {rank}, at least as good as {percentile}% of the players");
    }
    if let Some(context) = week.context(user_id, 1).await? {
        println!("  above: {}", names(&context.above));
        println!("  level: {}", names(&context.level));
        println!("  below: {}", names(&context.below));
    }
    println!("nobody: rank {:?}", week.rank("nobody").await?);
    Ok(())
}

fn names(standings: &[Standing]) -> String {
    let names: Vec<_> = standings
        .iter()
        .map(|standing| &*standing.player_name)
        .collect();
    names.join(", ")
}

/// Lists every leaderboard of a player: game and time frame are read back from the key.
async fn boards(db: &Db, user_id: &str) -> Result<(), Error> {
    println!("leaderboards of {user_id}:");
    for standing in Standing::query_user_index(user_id).all(db).await? {
        println!(
            "  {} {} {}",
            standing.game_id, standing.time_frame, standing.score
        );
    }
    Ok(())
}

/// Filters by values nested in `Metadata`; DynamoDB reads the whole leaderboard for it.
async fn veterans(db: &Db) -> Result<(), Error> {
    let veterans = Standing::query(GAME, WEEK)
        .filter(Standing::METADATA.dot(Metadata::LEVEL).ge(40))
        .all(db)
        .await?;
    println!("level 40 and up: {}", names(&veterans));
    Ok(())
}
