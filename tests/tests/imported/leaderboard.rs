//! The table `LeaderboardService`.
//!
//! It needs `chrono` and the feature of that name of `dynamo-runtime`.
//!
//! The samples did not tell everything: comments that begin with `Question` are for you to answer
//! and remove.

use chrono::{DateTime, Utc};
use dynamo_runtime::{Attribute, Item};

/// A user in `LeaderboardService`.
// Question: there was one sample alone; which fields can be missing?
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "LeaderboardService", pk = "PK", sk = "SK")]
#[key(
    pk = "LEADERBOARD#{leaderboard_id}#{leaderboard_2}",
    sk = "USER#{user_id}"
)]
#[gsi(name = "RankIndex", pk = "PK", sk = "score", query = "by_score")]
#[gsi(name = "UserIndex", pk = "user_id", sk = "PK", query = "by_user")]
#[dynamo(rename_all = "PascalCase")]
pub struct User {
    /// Stored only inside `PK`.
    // Question: is this the right name? Only `PK` has it
    #[dynamo(key_only)]
    pub leaderboard_id: String,
    /// Stored only inside `PK`.
    // Question: is this the right name? Only `PK` has it
    #[dynamo(key_only)]
    pub leaderboard_2: String,
    /// The user id.
    #[dynamo(rename = "UserID")]
    pub user_id: String,
    /// The metadata.
    pub metadata: Metadata,
    /// The player name.
    pub player_name: String,
    /// The timestamp.
    pub timestamp: DateTime<Utc>,
    /// The score.
    pub score: u64,
}

/// The `metadata` of `User`.
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
        let proof = Proof::from_json(include_str!("leaderboard.samples.json"))?;
        proof.check::<User>().await?;
        Ok(())
    }
}
