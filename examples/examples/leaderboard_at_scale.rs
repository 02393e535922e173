//! A leaderboard over sixteen shards, with ranks from histograms: `examples::leaderboard_at_scale`.
//!
//! It teaches keys that spread a partition over shards, counters that the writes of other items keep, a
//! recount after an import, and what a rank costs in two ways.
//!
//! Run it with `cargo run --example leaderboard_at_scale`. Nothing to install: the engine is in this
//! process. With `--release` and `-- 1000000` it does the same with a million players, which takes
//! some minutes.

use dynamo_runtime::Error;
use examples::leaderboard::TimeFrame;
use examples::leaderboard_at_scale::{Bands, Leaderboard, Standing};

const WEEK: TimeFrame = TimeFrame::Weekly {
    year: 2025,
    week: 28,
};

#[tokio::main]
async fn main() -> Result<(), Error> {
    let players = std::env::args().nth(1).and_then(|text| text.parse().ok());
    let players: i64 = players.unwrap_or(2_000);
    let db = examples::db().await?;
    db.ensure_table::<Standing>().await?;
    db.ensure_table::<Bands>().await?;
    let mut week = Leaderboard::new(&db, "CyberClash", WEEK);

    week.import(players).await?;
    println!("{players} players, counted in bands of their scores");
    let _ = week.units();

    week.submit("ada", 640_250, "Ada").await?;
    println!("a new score: {} units", week.units());
    week.submit("ada", 640_300, "Ada").await?;
    println!("another in the same band: {} units", week.units());
    week.submit("ada", 641_300, "Ada").await?;
    println!("one in another band: {} units", week.units());

    for standing in week.top(3).await? {
        println!("top: {} {}", standing.user_id, standing.score);
    }
    let _ = week.units();

    for user_id in ["ada", "p7", "p1"] {
        let counted = week.rank_by_counting(user_id).await?;
        let counting = week.units();
        let rank = week.rank(user_id).await?;
        let histogram = week.units();
        assert_eq!(
            counted.map(|rank| i64::try_from(rank).expect("a rank")),
            rank
        );
        println!(
            "{user_id}: rank {}, {counting} read units by counting, {histogram} by histograms",
            rank.unwrap_or_default()
        );
    }
    if let Some(context) = week.context("ada", 2).await? {
        let ids = |players: &[Standing]| {
            let ids: Vec<_> = players.iter().map(|player| &*player.user_id).collect();
            ids.join(", ")
        };
        println!("above ada: {}", ids(&context.above));
        println!("below ada: {}", ids(&context.below));
    }
    let percentile = week.percentile("ada").await?.unwrap_or_default();
    println!("ada is at least as good as {percentile:.1}% of the players");
    Ok(())
}
