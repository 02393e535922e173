//! A game's leaderboards: daily, weekly, monthly and all-time, with ranks, neighbours and
//! percentiles.
//!
//! One table, `LeaderboardService`. A leaderboard is a partition; `RankIndex` sorts it by score,
//! `UserIndex` inverts it to find every leaderboard of a player.

use std::fmt;
use std::str::FromStr;

use dynamo_runtime::{Attribute, Db, Error, Item, Query};

/// The score of one player on one leaderboard.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "LeaderboardService", pk = "PK", sk = "SK")]
#[key(pk = "LEADERBOARD#{game_id}#{time_frame}", sk = "USER#{user_id}")]
#[gsi(name = "RankIndex", pk = "PK", sk = "score", query = "ranking")]
#[gsi(name = "UserIndex", pk = "user_id", sk = "PK")]
#[dynamo(rename_all = "PascalCase")]
pub struct Standing {
    /// The game, which is stored only inside `PK`.
    #[dynamo(key_only)]
    pub game_id: String,
    /// The time the leaderboard covers, which is stored only inside `PK`.
    #[dynamo(key_only)]
    pub time_frame: TimeFrame,
    /// The player.
    #[dynamo(rename = "UserID")]
    pub user_id: String,
    /// The player's score.
    pub score: i64,
    /// The name to show.
    pub player_name: String,
    /// When the score was last updated.
    pub timestamp: String,
    /// Extra data that the game keeps with the score.
    pub metadata: Metadata,
}

/// Extra data that the game keeps with the score.
#[derive(Debug, Clone, PartialEq, Attribute)]
#[dynamo(rename_all = "PascalCase")]
pub struct Metadata {
    /// The player's level.
    pub level: u32,
    /// Seconds played.
    pub play_time: u64,
}

/// The time a leaderboard covers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Attribute)]
#[dynamo(text)]
pub enum TimeFrame {
    /// One day: `2025-07-13`.
    Daily {
        /// The year.
        year: u16,
        /// The month, from 1.
        month: u8,
        /// The day, from 1.
        day: u8,
    },
    /// One ISO week: `2025-W28`.
    Weekly {
        /// The year.
        year: u16,
        /// The week, from 1.
        week: u8,
    },
    /// One month: `2025-07`.
    Monthly {
        /// The year.
        year: u16,
        /// The month, from 1.
        month: u8,
    },
    /// Since the beginning: `ALL-TIME`.
    AllTime,
}

impl fmt::Display for TimeFrame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Daily { year, month, day } => write!(f, "{year:04}-{month:02}-{day:02}"),
            Self::Weekly { year, week } => write!(f, "{year:04}-W{week:02}"),
            Self::Monthly { year, month } => write!(f, "{year:04}-{month:02}"),
            Self::AllTime => f.write_str("ALL-TIME"),
        }
    }
}

/// A text that is not a time frame.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotATimeFrame;

impl fmt::Display for NotATimeFrame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected `2025-07-13`, `2025-W28`, `2025-07` or `ALL-TIME`")
    }
}

impl std::error::Error for NotATimeFrame {}

impl FromStr for TimeFrame {
    type Err = NotATimeFrame;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text == "ALL-TIME" {
            return Ok(Self::AllTime);
        }
        let parts: Vec<_> = text.split('-').collect();
        let frame = match parts.as_slice() {
            [year, week] if week.starts_with('W') => Self::Weekly {
                year: number(year, 4)?,
                week: number(&week[1..], 2)?,
            },
            [year, month] => Self::Monthly {
                year: number(year, 4)?,
                month: number(month, 2)?,
            },
            [year, month, day] => Self::Daily {
                year: number(year, 4)?,
                month: number(month, 2)?,
                day: number(day, 2)?,
            },
            _ => return Err(NotATimeFrame),
        };
        Ok(frame)
    }
}

/// Reads digits exactly as they are written, so that no two texts mean the same time frame.
fn number<T: FromStr + fmt::Display>(digits: &str, width: usize) -> Result<T, NotATimeFrame> {
    digits
        .parse()
        .ok()
        .filter(|number| format!("{number:0width$}") == digits)
        .ok_or(NotATimeFrame)
}

/// One leaderboard: a game over a time frame.
#[derive(Debug, Clone)]
pub struct Leaderboard {
    db: Db,
    game_id: String,
    time_frame: TimeFrame,
}

/// A player with those just above, level and just below.
#[derive(Debug, Clone, PartialEq)]
pub struct Context {
    /// The next better players, the nearest first.
    pub above: Vec<Standing>,
    /// The other players of the same score, who share the player's rank.
    pub level: Vec<Standing>,
    /// The player.
    pub player: Standing,
    /// The next worse players, the nearest first.
    pub below: Vec<Standing>,
}

impl Leaderboard {
    /// Opens a leaderboard.
    #[must_use]
    pub fn new(db: &Db, game_id: impl Into<String>, time_frame: TimeFrame) -> Self {
        Self {
            db: db.clone(),
            game_id: game_id.into(),
            time_frame,
        }
    }

    /// Submits a score, replacing the player's last one here.
    ///
    /// The standing is stored on this leaderboard, whichever one it names.
    ///
    /// # Errors
    ///
    /// Returns the error of the write.
    pub async fn submit(&self, standing: Standing) -> Result<(), Error> {
        let standing = Standing {
            game_id: self.game_id.clone(),
            time_frame: self.time_frame,
            ..standing
        };
        standing.put().send(&self.db).await
    }

    /// Reads the standing of a player; `None` if the player has no score here.
    ///
    /// # Errors
    ///
    /// Returns the error of the read.
    pub async fn standing(&self, user_id: &str) -> Result<Option<Standing>, Error> {
        Standing::key(&self.game_id, self.time_frame, user_id)
            .get()
            .send(&self.db)
            .await
    }

    /// Reads the best `count` players, the best first.
    ///
    /// # Errors
    ///
    /// Returns the error of the query.
    pub async fn top(&self, count: usize) -> Result<Vec<Standing>, Error> {
        let best_first = self.ranking().descending();
        best_first.limit(count).all(&self.db).await
    }

    /// Returns a player's rank: 1 plus the number of players with a higher score, so that equal
    /// scores share a rank. `None` if the player has no score here.
    ///
    /// # Errors
    ///
    /// Returns the error of the queries.
    pub async fn rank(&self, user_id: &str) -> Result<Option<usize>, Error> {
        let Some(standing) = self.standing(user_id).await? else {
            return Ok(None);
        };
        let better = Standing::SCORE.gt(standing.score);
        Ok(Some(
            1 + self.ranking().range(better).count(&self.db).await?,
        ))
    }

    /// Returns a player with up to `count` players each above, level and below.
    ///
    /// # Errors
    ///
    /// Returns the error of the queries.
    pub async fn context(&self, user_id: &str, count: usize) -> Result<Option<Context>, Error> {
        let Some(player) = self.standing(user_id).await? else {
            return Ok(None);
        };
        let (score, db) = (player.score, &self.db);
        let above = self.ranking().range(Standing::SCORE.gt(score));
        let level = self
            .ranking()
            .range(Standing::SCORE.eq(score))
            .filter(Standing::USER_ID.ne(user_id));
        let below = self.ranking().range(Standing::SCORE.lt(score)).descending();
        Ok(Some(Context {
            above: above.limit(count).all(db).await?,
            level: level.limit(count).all(db).await?,
            below: below.limit(count).all(db).await?,
            player,
        }))
    }

    /// Returns the percentage of all players, including this one, whose score is not higher: 100
    /// for the best. `None` if the player has no score here.
    ///
    /// # Errors
    ///
    /// Returns the error of the queries.
    pub async fn percentile(&self, user_id: &str) -> Result<Option<f64>, Error> {
        let Some(rank) = self.rank(user_id).await? else {
            return Ok(None);
        };
        // The index may lag behind the table and not have the player yet.
        let total = self.ranking().count(&self.db).await?.max(rank);
        #[expect(
            clippy::cast_precision_loss,
            reason = "no leaderboard has 2^52 players"
        )]
        let percentile = 100.0 * (total + 1 - rank) as f64 / total as f64;
        Ok(Some(percentile))
    }

    /// The leaderboard's players in the order of their scores, the lowest first.
    fn ranking(&self) -> Query<StandingQueries::ranking> {
        Standing::ranking(&self.game_id, self.time_frame)
    }
}
