//! A leaderboard for millions of players: the same calls as [`leaderboard`](crate::leaderboard), spread
//! over sixteen partitions, with ranks that do not read every better player.
//!
//! The design of [`leaderboard`](crate::leaderboard) keeps a whole leaderboard in one partition of
//! `RankIndex`, which takes a thousand writes per second. Here each player has a partition in the
//! table, and `RankIndex` spreads a leaderboard over 16 shards, which a query reads as one.
//!
//! DynamoDB has no ranks. Its index finds a score in logarithmic time, but then has to read every
//! row above it to count them. [`Leaderboard::rank_by_counting`] does that, so the cost grows with
//! the players above. [`Leaderboard::rank`] reads histograms instead: how many players there are in
//! each band of scores. The writes of standings keep them, through `#[count]`. A rank reads the
//! counters of the bands, and the players of one band; its cost grows with the players in a band,
//! not with those on the leaderboard. Among a million players it took 16.5 read units, and a count
//! of all better ones 7,981.5 for a player near the bottom.

use dynamo_runtime::{Db, Error, Item, Meter, Query, Table};

use crate::leaderboard::TimeFrame;

/// How many scores there are in a fine band.
pub const FINE: i64 = 500;
/// How many fine bands there are in a coarse one.
pub const FINE_PER_COARSE: i64 = 40;
/// The highest score: there are 2,000 fine bands and 50 coarse ones.
pub const MAX_SCORE: i64 = 999_999;
/// How many items each counter is spread over.
const COUNTER_SHARDS: u8 = 8;

/// The score of one player on one leaderboard.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "LeaderboardAtScale", pk = "PK")]
#[key(pk = "{game_id}#{time_frame}#{user_id}")]
#[gsi(
    name = "RankIndex",
    pk = "{game_id}#{time_frame}#{user_id:shard(16)}",
    pk_attr = "RankPK",
    sk = "score",
    projection = "KEYS_ONLY",
    query = "ranking"
)]
#[count(into = CoarseBand::PLAYERS, key = ["game_id", "time_frame", shard(8), "coarse"], upsert)]
#[count(into = FineBand::PLAYERS, key = ["game_id", "time_frame", shard(8), "fine"], upsert)]
#[dynamo(rename_all = "PascalCase")]
pub struct Standing {
    /// The game.
    #[dynamo(key_only)]
    pub game_id: String,
    /// The time the leaderboard covers.
    #[dynamo(key_only)]
    pub time_frame: TimeFrame,
    /// The player.
    #[dynamo(rename = "UserID")]
    pub user_id: String,
    /// The player's score.
    pub score: i64,
    /// The fine band of the score.
    pub fine: u16,
    /// The coarse band of the score.
    pub coarse: u16,
    /// The name to show.
    pub player_name: String,
}

/// A standing as a program writes it that does not count: an import from another system.
///
/// It has the same table, keys and attributes. [`Standing::recount`](Item::recount) counts afterwards.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "LeaderboardAtScale", pk = "PK")]
#[key(pk = "{game_id}#{time_frame}#{user_id}")]
#[gsi(
    name = "RankIndex",
    pk = "{game_id}#{time_frame}#{user_id:shard(16)}",
    pk_attr = "RankPK",
    sk = "score",
    projection = "KEYS_ONLY",
    query = "ranking"
)]
#[dynamo(rename_all = "PascalCase")]
pub struct Imported {
    #[dynamo(key_only)]
    game_id: String,
    #[dynamo(key_only)]
    time_frame: TimeFrame,
    #[dynamo(rename = "UserID")]
    user_id: String,
    score: i64,
    fine: u16,
    coarse: u16,
    player_name: String,
}

impl From<Standing> for Imported {
    fn from(standing: Standing) -> Self {
        Self {
            game_id: standing.game_id,
            time_frame: standing.time_frame,
            user_id: standing.user_id,
            score: standing.score,
            fine: standing.fine,
            coarse: standing.coarse,
            player_name: standing.player_name,
        }
    }
}

/// The table of the histograms.
#[derive(Debug, Table)]
#[table(name = "LeaderboardBands", pk = "PK", sk = "SK")]
pub struct Bands;

/// How many players have a score in a coarse band: one of the items that the counter is spread over.
#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Bands)]
#[key(pk = "{game_id}#{time_frame}#{shard:02}", sk = "C#{coarse:04}")]
pub struct CoarseBand {
    /// The game.
    #[dynamo(key_only)]
    pub game_id: String,
    /// The time the leaderboard covers.
    #[dynamo(key_only)]
    pub time_frame: TimeFrame,
    /// One of the items that the counter is spread over.
    #[dynamo(key_only)]
    pub shard: u8,
    /// The band.
    #[dynamo(key_only)]
    pub coarse: u16,
    /// How many players there are.
    #[dynamo(counter)]
    pub players: i64,
}

/// How many players have a score in a fine band: one of the items that the counter is spread over.
#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = Bands)]
#[key(pk = "{game_id}#{time_frame}#{shard:02}", sk = "F#{fine:04}")]
pub struct FineBand {
    /// The game.
    #[dynamo(key_only)]
    pub game_id: String,
    /// The time the leaderboard covers.
    #[dynamo(key_only)]
    pub time_frame: TimeFrame,
    /// One of the items that the counter is spread over.
    #[dynamo(key_only)]
    pub shard: u8,
    /// The band.
    #[dynamo(key_only)]
    pub fine: u16,
    /// How many players there are.
    #[dynamo(counter)]
    pub players: i64,
}

impl Standing {
    /// Makes the standing of a player, with the bands of the score.
    ///
    /// # Panics
    ///
    /// Panics if the score is below 0 or above [`MAX_SCORE`].
    #[must_use]
    pub fn new(board: &Leaderboard, user_id: &str, score: i64, player_name: &str) -> Self {
        assert!(
            (0..=MAX_SCORE).contains(&score),
            "a score from 0 to {MAX_SCORE}"
        );
        Self {
            game_id: board.game_id.clone(),
            time_frame: board.time_frame,
            user_id: user_id.to_owned(),
            score,
            fine: band(score / FINE),
            coarse: band(score / (FINE * FINE_PER_COARSE)),
            player_name: player_name.to_owned(),
        }
    }
}

fn band(number: i64) -> u16 {
    u16::try_from(number).expect("a band of a score up to `MAX_SCORE`")
}

/// One leaderboard: a game over a time.
#[derive(Debug, Clone)]
pub struct Leaderboard {
    db: Db,
    game_id: String,
    time_frame: TimeFrame,
    meter: Meter,
}

/// A player with those just above and just below.
#[derive(Debug, Clone, PartialEq)]
pub struct Context {
    /// The next better players, the nearest first.
    pub above: Vec<Standing>,
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
            meter: Meter::new(),
        }
    }

    /// Loads as many players as an import would, in batches that do not count, and counts them
    /// afterwards. Their scores are spread over all that there are, and no two are the same.
    ///
    /// # Errors
    ///
    /// Returns the error of the load or of the recount.
    pub async fn import(&self, players: i64) -> Result<(), Error> {
        let standings = (0..players).map(|number| {
            let score = number * 7_919 % (MAX_SCORE + 1);
            let standing = Standing::new(self, &format!("p{number}"), score, "Imported");
            Imported::from(standing)
        });
        self.db.load(standings).await?;
        Standing::recount().send(&self.db).await?;
        Ok(())
    }

    /// Returns the read and write units that its calls consumed since the last time.
    #[must_use]
    pub fn units(&mut self) -> f64 {
        std::mem::take(&mut self.meter).capacity().units
    }

    /// Submits a score, replacing the player's last one. The counters of the bands follow in the same
    /// transaction if the score goes to another band.
    ///
    /// # Errors
    ///
    /// Returns the error of the write.
    pub async fn submit(&self, user_id: &str, score: i64, name: &str) -> Result<(), Error> {
        let standing = Standing::new(self, user_id, score, name);
        standing.put().meter(&self.meter).send(&self.db).await
    }

    /// Reads the standing of a player; `None` if the player has no score here.
    ///
    /// # Errors
    ///
    /// Returns the error of the read.
    pub async fn standing(&self, user_id: &str) -> Result<Option<Standing>, Error> {
        let get = Standing::key(&self.game_id, self.time_frame, user_id).get();
        get.meter(&self.meter).send(&self.db).await
    }

    /// Reads the best `count` players, the best first, from all shards at once.
    ///
    /// # Errors
    ///
    /// Returns the error of the query.
    pub async fn top(&self, count: usize) -> Result<Vec<Standing>, Error> {
        let best_first = self.ranking().descending();
        best_first.limit(count).hydrate().all(&self.db).await
    }

    /// Returns a player's rank: 1 and the number of players with a higher score, so that equal scores
    /// share a rank. `None` if the player has no score here.
    ///
    /// Reads the counters of the coarse bands, those of the fine bands within the player's coarse one, and
    /// the players of one fine band.
    ///
    /// # Errors
    ///
    /// Returns the error of the reads.
    pub async fn rank(&self, user_id: &str) -> Result<Option<i64>, Error> {
        Ok(self.place(user_id).await?.map(|(rank, _)| rank))
    }

    /// Returns the rank by a count of all better players, in all shards at once.
    ///
    /// # Errors
    ///
    /// Returns the error of the reads.
    pub async fn rank_by_counting(&self, user_id: &str) -> Result<Option<usize>, Error> {
        let Some(standing) = self.standing(user_id).await? else {
            return Ok(None);
        };
        let better = self.ranking().range(Standing::SCORE.gt(standing.score));
        Ok(Some(1 + better.count(&self.db).await?))
    }

    /// Returns a player with up to `count` players each of those above and below.
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
        let below = self.ranking().range(Standing::SCORE.lt(score)).descending();
        Ok(Some(Context {
            above: above.limit(count).hydrate().all(db).await?,
            below: below.limit(count).hydrate().all(db).await?,
            player,
        }))
    }

    /// Returns how many of all players, in percent, have no higher score than a player, who is one of
    /// them: 100 for the best. `None` if the player has no score here.
    ///
    /// # Errors
    ///
    /// Returns the error of the reads.
    pub async fn percentile(&self, user_id: &str) -> Result<Option<f64>, Error> {
        let Some((rank, total)) = self.place(user_id).await? else {
            return Ok(None);
        };
        #[expect(
            clippy::cast_precision_loss,
            reason = "no leaderboard has 2^52 players"
        )]
        let percentile = 100.0 * (total + 1 - rank) as f64 / total as f64;
        Ok(Some(percentile))
    }

    /// The rank of a player, and the number of all players.
    async fn place(&self, user_id: &str) -> Result<Option<(i64, i64)>, Error> {
        let Some(standing) = self.standing(user_id).await? else {
            return Ok(None);
        };
        let (coarse, fine) = (standing.coarse, standing.fine);
        // The last fine band of the coarse one, and the last score of the fine one.
        let last = band((i64::from(coarse) + 1) * FINE_PER_COARSE - 1);
        let end = (i64::from(fine) + 1) * FINE - 1;
        let within = self.ranking();
        let within = within
            .range(Standing::SCORE.gt(standing.score))
            .range(Standing::SCORE.le(end));
        let (bands, finer, within) = tokio::join!(
            self.coarse_bands(),
            self.fine_players(fine + 1, last),
            within.count(&self.db)
        );
        let bands = bands?;
        let players = |band: &CoarseBand| band.players;
        let total: i64 = bands.iter().map(players).sum();
        let above = bands.iter().filter(|band| band.coarse > coarse);
        let above: i64 = above.map(players).sum();
        let within = i64::try_from(within?).unwrap_or(i64::MAX);
        let rank = 1 + above + finer? + within;
        // Reads may be a moment apart.
        Ok(Some((rank, total.max(rank))))
    }

    /// The counters of all coarse bands, from all items that they are spread over.
    async fn coarse_bands(&self) -> Result<Vec<CoarseBand>, Error> {
        let queries = (0..COUNTER_SHARDS).map(|shard| {
            let query = CoarseBand::query(&self.game_id, self.time_frame, shard);
            let (db, query) = (self.db.clone(), query.meter(&self.meter));
            tokio::spawn(async move { query.all(&db).await })
        });
        let mut bands = Vec::new();
        for query in queries.collect::<Vec<_>>() {
            bands.extend(query.await.expect("a query does not panic")?);
        }
        Ok(bands)
    }

    /// How many players there are in the fine bands from one to another.
    async fn fine_players(&self, first: u16, last: u16) -> Result<i64, Error> {
        if first > last {
            return Ok(0);
        }
        let queries = (0..COUNTER_SHARDS).map(|shard| {
            let query = FineBand::query(&self.game_id, self.time_frame, shard);
            let query = query.range(FineBand::FINE.between(first, last));
            let (db, query) = (self.db.clone(), query.meter(&self.meter));
            tokio::spawn(async move { query.all(&db).await })
        });
        let mut players = 0;
        for query in queries.collect::<Vec<_>>() {
            let bands = query.await.expect("a query does not panic")?;
            players += bands.iter().map(|band| band.players).sum::<i64>();
        }
        Ok(players)
    }

    /// The leaderboard's players in the order of their scores, the lowest first, of all shards.
    fn ranking(&self) -> Query<StandingQueries::ranking> {
        Standing::ranking(&self.game_id, self.time_frame).meter(&self.meter)
    }
}
