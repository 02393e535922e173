//! A prediction market: markets, an order book, trades, positions, and the control rows of an
//! indexer.
//!
//! Five tables. The order book is two sparse indexes: bids sort by the negated price, so that the
//! highest comes first, asks by the price. The indexer keeps a checkpoint and a lock with an owner
//! and an expiry in `control`.

use std::time::{Duration, UNIX_EPOCH};

use dynamo_runtime::{Attribute, Db, Error, Item, Page};

/// A market, listed by status, newest first.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "markets", pk = "id")]
#[gsi(
    name = "markets_by_status",
    pk = "status",
    sk = "created_at",
    pk_attr = "gsi1pk",
    sk_attr = "gsi1sk",
    query = "by_status"
)]
#[dynamo(rename_all = "camelCase")]
pub struct Market {
    /// The market's id.
    pub id: String,
    /// The question to predict.
    pub question: String,
    /// Whether it is open.
    pub status: MarketStatus,
    /// When it was opened, in ISO 8601.
    pub created_at: String,
}

/// Whether a market is open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Attribute)]
pub enum MarketStatus {
    /// Open for orders.
    Active,
    /// Closed, not decided yet.
    Closed,
    /// Decided and paid out.
    Resolved,
}

/// An order. A bid is in one index, an ask in the other.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "orders", pk = "id")]
#[gsi(
    name = "orders_by_market_buy",
    pk = "{market_id}#Buy",
    sk = "{price:neg}",
    pk_attr = "gsi1pk",
    sk_attr = "gsi1sk",
    when = self.side == Side::Buy,
    query = "bids"
)]
#[gsi(
    name = "orders_by_market_sell",
    pk = "{market_id}#Sell",
    sk = "{price}",
    pk_attr = "gsi2pk",
    sk_attr = "gsi2sk",
    when = self.side == Side::Sell,
    query = "asks"
)]
#[gsi(
    name = "orders_by_owner",
    pk = "owner",
    sk = "created_at",
    pk_attr = "gsi3pk",
    sk_attr = "gsi3sk",
    query = "by_owner"
)]
#[dynamo(rename_all = "camelCase")]
pub struct Order {
    /// The order's id.
    pub id: String,
    /// The market it is for.
    pub market_id: String,
    /// Bid or ask.
    pub side: Side,
    /// The price of one share.
    pub price: f64,
    /// How many shares were ordered.
    pub size: u64,
    /// How many are not filled yet.
    pub remaining: u64,
    /// How far it is filled.
    pub status: OrderStatus,
    /// When it was placed, in ISO 8601.
    pub created_at: String,
    /// Who placed it.
    pub owner: String,
}

/// Bid or ask.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Attribute)]
pub enum Side {
    /// A bid.
    Buy,
    /// An ask.
    Sell,
}

/// How far an order is filled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Attribute)]
pub enum OrderStatus {
    /// Not at all, or in part.
    Open,
    /// Completely.
    Filled,
    /// Taken back.
    Cancelled,
}

/// A trade, listed by market and by position.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "trades", pk = "id")]
#[gsi(
    name = "trades_by_market",
    pk = "market_id",
    sk = "created_at",
    pk_attr = "gsi1pk",
    sk_attr = "gsi1sk",
    query = "by_market"
)]
#[gsi(
    name = "trades_by_position",
    pk = "position_id",
    sk = "created_at",
    pk_attr = "gsi2pk",
    sk_attr = "gsi2sk",
    query = "by_position"
)]
#[dynamo(rename_all = "camelCase")]
pub struct Trade {
    /// The trade's id.
    pub id: String,
    /// The market it was made on.
    pub market_id: String,
    /// The position it changed, if it changed one.
    pub position_id: Option<String>,
    /// The price of one share.
    pub price: f64,
    /// How many shares changed hands.
    pub size: u64,
    /// When it was made, in ISO 8601.
    pub created_at: String,
}

/// A position of an owner in a market, found from either.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "positions", pk = "id")]
#[gsi(
    name = "positions_by_owner",
    pk = "owner",
    sk = "market_id",
    pk_attr = "gsi1pk",
    sk_attr = "gsi1sk",
    query = "by_owner"
)]
#[gsi(
    name = "positions_by_market",
    pk = "market_id",
    sk = "owner",
    pk_attr = "gsi2pk",
    sk_attr = "gsi2sk",
    query = "by_market"
)]
#[dynamo(rename_all = "camelCase")]
pub struct Position {
    /// The position's id.
    pub id: String,
    /// Who holds it.
    pub owner: String,
    /// The market it is of.
    pub market_id: String,
    /// How many shares; negative when short.
    pub size: i64,
}

/// How far the indexer has read.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "control", pk = "name")]
#[key(pk = "indexer:checkpoint")]
#[dynamo(rename_all = "camelCase")]
pub struct Checkpoint {
    /// The last slot that was read.
    pub last_slot: u64,
    /// The last signature that was read.
    pub last_sig: String,
}

/// Who runs the indexer, and until when.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "control", pk = "name")]
#[key(pk = "indexer:lock")]
#[dynamo(rename_all = "camelCase")]
pub struct Lock {
    /// The process that holds the lock.
    pub locked_by: String,
    /// When the lock may be taken by another, in seconds since 1970.
    pub ttl: u64,
}

/// The best bids and asks of a market.
#[derive(Debug, Clone, PartialEq)]
pub struct Book {
    /// The highest bids, the best first.
    pub bids: Vec<Order>,
    /// The lowest asks, the best first.
    pub asks: Vec<Order>,
}

/// Creates the five tables.
///
/// # Errors
///
/// Returns the error of creating a table.
pub async fn create_tables(db: &Db) -> Result<(), Error> {
    db.ensure_table::<Market>().await?;
    db.ensure_table::<Order>().await?;
    db.ensure_table::<Trade>().await?;
    db.ensure_table::<Position>().await?;
    db.ensure_table::<Checkpoint>().await
}

/// Lists the newest active markets.
///
/// # Errors
///
/// Returns the error of the query.
pub async fn active_markets(db: &Db, count: usize) -> Result<Page<Market>, Error> {
    Market::by_status(MarketStatus::Active)
        .descending()
        .limit(count)
        .send(db)
        .await
}

/// Reads the top of a market's order book.
///
/// # Errors
///
/// Returns the error of the queries.
pub async fn top_of_book(db: &Db, market_id: &str, depth: usize) -> Result<Book, Error> {
    let open = || Order::STATUS.eq(OrderStatus::Open);
    let bids = Order::bids(market_id)
        .filter(open())
        .limit(depth)
        .all(db)
        .await?;
    let asks = Order::asks(market_id)
        .filter(open())
        .limit(depth)
        .all(db)
        .await?;
    Ok(Book { bids, asks })
}

/// Fills a part of an order; filling all of it closes the order. Fails if less remains.
///
/// # Errors
///
/// Returns [`Error::ConditionFailed`] if less remains or the order is not open.
pub async fn fill(db: &Db, order_id: &str, size: u64) -> Result<Order, Error> {
    let order = Order::key(order_id)
        .update()
        .subtract(Order::REMAINING, size)
        .condition(
            Order::STATUS
                .eq(OrderStatus::Open)
                .and(Order::REMAINING.ge(size)),
        )
        .returning_new()
        .send(db)
        .await?;
    if order.remaining > 0 {
        return Ok(order);
    }
    Order::key(order_id)
        .update()
        .set(Order::STATUS, OrderStatus::Filled)
        .condition(Order::REMAINING.eq(0))
        .returning_new()
        .send(db)
        .await
}

/// The lock of the indexer, as one process sees it.
#[derive(Debug, Clone)]
pub struct IndexerLock {
    db: Db,
    owner: String,
    lease: Duration,
}

impl IndexerLock {
    /// Prepares to take the lock for an owner, for a time.
    #[must_use]
    pub fn new(db: &Db, owner: impl Into<String>, lease: Duration) -> Self {
        Self {
            db: db.clone(),
            owner: owner.into(),
            lease,
        }
    }

    /// Takes the lock if it is free, expired, or already held by this owner; returns whether it
    /// did.
    ///
    /// # Errors
    ///
    /// Returns the error of the write, unless the lock is held.
    pub async fn take(&self) -> Result<bool, Error> {
        let lock = Lock {
            locked_by: self.owner.clone(),
            ttl: self.now() + self.lease.as_secs(),
        };
        let free = Lock::LOCKED_BY.not_exists().or(Lock::TTL.le(self.now()));
        held(
            lock.put()
                .condition(free.or(Lock::LOCKED_BY.eq(&self.owner)))
                .send(&self.db)
                .await,
        )
    }

    /// Extends the lock; returns whether it is still held.
    ///
    /// # Errors
    ///
    /// Returns the error of the write, unless the lock is lost.
    pub async fn renew(&self) -> Result<bool, Error> {
        let renewed = Lock::key()
            .update()
            .set(Lock::TTL, self.now() + self.lease.as_secs())
            .condition(
                Lock::LOCKED_BY
                    .eq(&self.owner)
                    .and(Lock::TTL.gt(self.now())),
            )
            .send(&self.db)
            .await;
        held(renewed)
    }

    /// Releases the lock; returns whether it was held.
    ///
    /// # Errors
    ///
    /// Returns the error of the write, unless the lock is lost.
    pub async fn release(&self) -> Result<bool, Error> {
        let mine = Lock::LOCKED_BY.eq(&self.owner);
        held(Lock::key().delete().condition(mine).send(&self.db).await)
    }

    fn now(&self) -> u64 {
        self.db
            .now()
            .duration_since(UNIX_EPOCH)
            .map_or(0, |since| since.as_secs())
    }
}

/// Returns whether a conditional write succeeded.
fn held(written: Result<(), Error>) -> Result<bool, Error> {
    match written {
        Ok(()) => Ok(true),
        Err(error) if error.is_condition_failed() => Ok(false),
        Err(error) => Err(error),
    }
}
