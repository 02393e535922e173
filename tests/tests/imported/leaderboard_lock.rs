//! The table `LeaderboardService`.
//!
//! It needs `chrono` and the feature of that name of `dynamo-runtime`.

use chrono::{DateTime, Utc};
use dynamo_runtime::{Attribute, Item};

/// The score of one player on one leaderboard.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "LeaderboardService", pk = "PK", sk = "SK")]
#[key(pk = "LEADERBOARD#{game_id}#{time_frame}", sk = "USER#{user_id}")]
#[gsi(name = "RankIndex", pk = "PK", sk = "score", query = "ranking")]
#[gsi(
    name = "UserIndex",
    pk = "user_id",
    sk = "PK",
    query = "query_user_index"
)]
#[dynamo(rename_all = "PascalCase")]
pub struct Standing {
    /// The game, which is stored only inside `PK`.
    #[dynamo(key_only)]
    pub game_id: String,
    /// The time the leaderboard covers, which is stored only inside `PK`.
    #[dynamo(key_only)]
    pub time_frame: String,
    /// The player.
    #[dynamo(rename = "UserID")]
    pub user_id: String,
    /// The player's score.
    pub score: u64,
    /// The name to show.
    pub player_name: String,
    /// When the score was last updated.
    pub timestamp: DateTime<Utc>,
    /// Extra data that the game keeps with the score.
    pub metadata: Metadata,
}

/// The `metadata` of `Standing`.
#[derive(Debug, Clone, PartialEq, Attribute)]
#[dynamo(rename_all = "PascalCase")]
pub struct Metadata {
    /// The level.
    pub level: u64,
    /// The play time.
    pub play_time: u64,
}

#[cfg(test)]
mod tests {
    use super::*;
    use dynamo_design::Proof;

    #[tokio::test]
    async fn samples_come_back_equal() -> Result<(), Box<dyn std::error::Error>> {
        let proof = Proof::from_json(include_str!("leaderboard_lock.samples.json"))?;
        proof.check::<Standing>().await?;
        Ok(())
    }
}
