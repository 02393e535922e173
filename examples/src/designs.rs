//! The table designs as values, with their options and sample items.
//!
//! The files generated from them are in `examples/designs`.

use chrono::{DateTime, Utc};
use dynamo_design::{Alarm, Design, Encryption, Model};
use dynamo_runtime::Error;
use rust_decimal::Decimal;

use crate::{exchange_rates, fabric, leaderboard, oms_trading, prediction_market};

/// Returns all of them.
///
/// # Errors
///
/// Returns the error of building a design.
pub fn all() -> Result<Vec<Model>, Error> {
    Ok(vec![
        exchange_rates()?,
        fabric()?,
        leaderboard()?,
        oms_trading()?,
        prediction_market()?,
    ])
}

/// The cache of exchange rates.
///
/// # Errors
///
/// Returns an error if the design is invalid.
pub fn exchange_rates() -> Result<Model, Error> {
    use exchange_rates::Rate;

    let rate = |base: &str, target: &str, rate, stale| Rate {
        base: base.into(),
        target: target.into(),
        rate,
        timestamp: 1_704_067_200,
        stale,
        ttl: 1_704_153_600,
    };
    let design = Design::of::<Rate>()
        .describe("Rate::key", "The rate from one currency to another.")
        .describe("Rate::by_base", "Every rate of a base currency.")
        .sample(&rate("USD", "EUR", 0.85, false))
        .sample(&rate("USD", "JPY", 110.25, false))
        .sample(&rate("GBP", "JPY", 150.75, true))
        .build()?;
    Ok(Model::new("exchange-rates", [design]))
}

/// The entities in a hierarchy of organizational units.
///
/// # Errors
///
/// Returns an error if the design is invalid.
pub fn fabric() -> Result<Model, Error> {
    use fabric::Entity;

    let at = |time: &str| (time.to_owned(), time.to_owned());
    let (created_at, updated_at) = at("2026-01-07T12:00:00.000Z");
    let record = Entity {
        name: "Daily Log".into(),
        alias: Some("2026-01-07".into()),
        class: Some("memory".into()),
        created_at,
        updated_at,
        ..Entity::root("record", "5d41402a", 1_767_787_200_000)
    };
    let (created_at, updated_at) = at("2026-01-07T12:05:00.000Z");
    let chat = Entity {
        name: "Planning".into(),
        xid: Some("ext-12345".into()),
        created_at,
        updated_at,
        ..Entity::root("chat", "abc-123", 1_767_787_500_000)
    };
    let (created_at, updated_at) = at("2026-01-07T12:06:00.000Z");
    let message = Entity {
        name: "First message".into(),
        r#type: Some("note".into()),
        created_at,
        updated_at,
        rest: [("content".to_owned(), "Good morning".to_owned())].into(),
        ..chat.child("message", "7d793037", 1_767_787_560_000)
    };
    let design = Design::of::<Entity>()
        .describe("Entity::key", "An entity by its model and id.")
        .describe("Entity::query", "The entities of a model, by id.")
        .describe("Entity::by_ou", "The entities of a model under a parent.")
        .describe("Entity::by_alias", "An entity by its human-friendly slug.")
        .describe("Entity::by_class", "The entities of a category.")
        .describe("Entity::by_type", "The entities of a type.")
        .describe(
            "Entity::by_xid",
            "An entity by its id in an external system.",
        )
        .sample(&record)
        .sample(&chat)
        .sample(&message)
        .build()?;
    Ok(Model::new("fabric", [design]))
}

/// A game's leaderboards.
///
/// # Errors
///
/// Returns an error if the design is invalid.
pub fn leaderboard() -> Result<Model, Error> {
    use leaderboard::{Metadata, Standing, TimeFrame};

    let standing = |time_frame, user: &str, name: &str, score, level| Standing {
        game_id: "CyberClash".into(),
        time_frame,
        user_id: user.into(),
        score,
        player_name: name.into(),
        timestamp: "2025-07-13T10:30:00Z".into(),
        metadata: Metadata {
            level,
            play_time: 3_600,
        },
    };
    let week = TimeFrame::Weekly {
        year: 2025,
        week: 28,
    };
    let design = Design::of::<Standing>()
        .describe("Standing::key", "The score of a player on a leaderboard.")
        .describe("Standing::query", "The players of a leaderboard.")
        .describe(
            "Standing::ranking",
            "The best players, ranks and percentiles.",
        )
        .describe(
            "Standing::query_user_index",
            "Every leaderboard of a player.",
        )
        .sample(&standing(week, "player123", "CyberNinja", 15_750, 42))
        .sample(&standing(week, "player456", "PixelQueen", 18_200, 51))
        .sample(&standing(
            TimeFrame::AllTime,
            "player123",
            "CyberNinja",
            98_400,
            42,
        ))
        .build()?;
    Ok(Model::new("leaderboard", [design]))
}

/// Orders, executions and positions of an order management system.
///
/// # Errors
///
/// Returns an error if the design is invalid.
pub fn oms_trading() -> Result<Model, Error> {
    use oms_trading::{
        ClientRecord, Execution, Order, OrderEvent, OrderStatus, OrderType, Position, PositionSide,
        Side,
    };

    let order = Order {
        order_id: "order_456".into(),
        client_id: "client_123".into(),
        placed_at: time(1_763_116_200),
        product_id: Some("prod_001".into()),
        analyst_id: None,
        symbol: "BTCUSDT".into(),
        side: Side::Buy,
        quantity: Decimal::new(15, 1),
        price: Decimal::new(45_000, 0),
        status: OrderStatus::Filled,
        order_type: OrderType::Limit,
        master_order_id: Some("master_789".into()),
        created_at: time(1_763_116_200),
        updated_at: time(1_763_116_275),
        ttl: Some(1_736_856_000),
    };
    let watched = Order {
        order_id: "order_457".into(),
        client_id: "client_124".into(),
        placed_at: time(1_763_118_000),
        product_id: None,
        analyst_id: Some("analyst_001".into()),
        symbol: "ETHUSDT".into(),
        side: Side::Sell,
        quantity: Decimal::new(4, 0),
        price: Decimal::new(3_150, 0),
        status: OrderStatus::New,
        order_type: OrderType::Market,
        created_at: time(1_763_118_000),
        updated_at: time(1_763_118_000),
        ..order.clone()
    };
    let execution = Execution {
        execution_id: "exec_111".into(),
        order_id: "order_456".into(),
        client_id: "client_123".into(),
        master_order_id: Some("master_789".into()),
        product_id: "prod_001".into(),
        symbol: "BTCUSDT".into(),
        side: Side::Buy,
        quantity: Decimal::new(15, 1),
        price: Decimal::new(45_000, 0),
        commission: Decimal::new(225, 2),
        executed_at: time(1_763_116_260),
        ttl: Some(1_736_856_000),
    };
    let position = Position {
        client_id: "client_123".into(),
        product_id: "prod_001".into(),
        symbol: "BTCUSDT".into(),
        side: PositionSide::Long,
        quantity: Decimal::new(35, 1),
        avg_entry_price: Decimal::new(44_500, 0),
        unrealized_pnl: Decimal::new(1_750, 0),
        realized_pnl: Decimal::new(500, 0),
        last_updated: time(1_763_116_500),
    };
    let design = Design::of::<(Order, Execution, Position)>()
        .collection::<ClientRecord>()
        .collection::<OrderEvent>()
        .describe(
            "Order::key",
            "One order, to read it or to update its status.",
        )
        .describe("Order::query", "The orders of a client, by time.")
        .describe("Order::by_product", "The orders of a product, by time.")
        .describe(
            "Order::by_analyst",
            "The orders an analyst watches over, by time.",
        )
        .describe("Order::children_of", "The child orders of a master order.")
        .describe("Order::by_order_id", "An order by its id alone.")
        .describe("Execution::query", "The executions of a client, by time.")
        .describe(
            "Execution::by_product",
            "The executions of a product, by time.",
        )
        .describe(
            "Execution::of_master_order",
            "The executions of a master order.",
        )
        .describe("Position::by_product", "The positions in a product.")
        .describe("Execution::of_order", "The executions of an order.")
        .describe("Position::query", "The positions of a client.")
        .variable("environment", ["dev", "staging", "prod"])
        .encryption(Encryption::AwsManaged)
        .alarm(Alarm::throttled())
        .alarm(Alarm::system_errors())
        .sample(&order)
        .sample(&watched)
        .sample(&execution)
        .sample(&position)
        .build()?;
    Ok(Model::new("oms-trading", [design]))
}

/// Markets, an order book, trades, positions and the rows of an indexer.
///
/// # Errors
///
/// Returns an error if the design is invalid.
pub fn prediction_market() -> Result<Model, Error> {
    use prediction_market::{
        Checkpoint, Lock, Market, MarketStatus, Order, OrderStatus, Position, Side, Trade,
    };

    let order = |id: &str, side, price| Order {
        id: id.into(),
        market_id: "mkt123".into(),
        side,
        price,
        size: 500,
        remaining: 200,
        status: OrderStatus::Open,
        created_at: "2025-10-14T10:00:00.000Z".into(),
        owner: "8f3kLm".into(),
    };
    let markets = Design::of::<Market>()
        .describe(
            "Market::by_status",
            "Markets by status, by age: the homepage.",
        )
        .sample(&Market {
            id: "mkt123".into(),
            question: "Will it rain tomorrow?".into(),
            status: MarketStatus::Active,
            created_at: "2025-10-14T09:00:00.000Z".into(),
        })
        .build()?;
    let orders = Design::of::<Order>()
        .describe(
            "Order::bids",
            "The best bids of a market, the highest first.",
        )
        .describe(
            "Order::asks",
            "The best asks of a market, the lowest first.",
        )
        .describe("Order::by_owner", "The orders of a user, by time.")
        .sample(&order("mkt123:order:1", Side::Buy, 101.25))
        .sample(&order("mkt123:order:2", Side::Buy, 100.5))
        .sample(&order("mkt123:order:3", Side::Sell, 103.75))
        .build()?;
    let trades = Design::of::<Trade>()
        .describe("Trade::by_market", "The trades of a market, by time.")
        .describe("Trade::by_position", "The trades that changed a position.")
        .sample(&Trade {
            id: "trade:1".into(),
            market_id: "mkt123".into(),
            position_id: Some("pos:1".into()),
            price: 101.25,
            size: 300,
            created_at: "2025-10-14T10:05:00.000Z".into(),
        })
        .build()?;
    let positions = Design::of::<Position>()
        .describe("Position::by_owner", "What a user holds.")
        .describe("Position::by_market", "Who holds shares of a market.")
        .sample(&Position {
            id: "pos:1".into(),
            owner: "8f3kLm".into(),
            market_id: "mkt123".into(),
            size: 300,
        })
        .build()?;
    let lock = Design::of::<Lock>()
        .sample(&Lock {
            locked_by: "indexer-1".into(),
            ttl: 1_760_436_000,
        })
        .build()?;
    let control = Design::of::<Checkpoint>()
        .sample(&Checkpoint {
            last_slot: 312_450_118,
            last_sig: "5KtP9x".into(),
        })
        .build()?
        .and(lock)?;
    Ok(Model::new(
        "prediction-market",
        [markets, orders, trades, positions, control],
    ))
}

/// A time, in seconds since 1970.
fn time(seconds: i64) -> DateTime<Utc> {
    DateTime::from_timestamp(seconds, 0).unwrap_or_default()
}
