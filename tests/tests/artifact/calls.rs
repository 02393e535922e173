//! The calls of documents, compiled: a call that is not here, or that does not compile, is not shown.

use dynamo_runtime::{Db, Error};

/// A source without the spaces that formatting adds.
fn tight(source: &str) -> String {
    let mut text: String = source.split_whitespace().collect();
    text = text.replace(",)", ")");
    text
}

#[test]
fn every_call_compiles() {
    let known = tight(include_str!("calls.rs"));
    for model in examples::designs::all().unwrap() {
        let document = model.markdown();
        let calls: Vec<_> = document.split("```rust\n").skip(1).collect();
        let patterns = model
            .tables
            .iter()
            .map(|design| design.access_patterns().len());
        assert_eq!(calls.len(), patterns.sum::<usize>());
        for call in calls {
            let call = call.split("\n```").next().unwrap();
            assert!(known.contains(&tight(call)), "{call} is not compiled here");
        }
    }
}

#[allow(dead_code, reason = "to be compiled")]
async fn exchange_rates(given: &Db) -> Result<(), Error> {
    use examples::exchange_rates::Rate;
    let db = given.clone();
    Rate::key("GBP", "JPY").get().send(&db).await?;
    Rate::by_base("GBP").all(&db).await?;
    Ok(())
}

#[allow(dead_code, reason = "to be compiled")]
async fn fabric(given: &Db) -> Result<(), Error> {
    use examples::fabric::Entity;
    let db = given.clone();
    Entity::key("chat", "abc-123").get().send(&db).await?;
    Entity::query("chat").all(&db).await?;
    Entity::by_ou("@", "chat").all(&db).await?;
    Entity::by_alias("@", "record", "2026-01-07")
        .all(&db)
        .await?;
    Entity::by_class("@", "record", "memory").all(&db).await?;
    Entity::by_type("chat", "abc-123", "message#note")
        .all(&db)
        .await?;
    Entity::by_xid("@", "chat", "ext-12345").all(&db).await?;
    Ok(())
}

#[allow(dead_code, reason = "to be compiled")]
async fn leaderboard(given: &Db) -> Result<(), Error> {
    use examples::leaderboard::Standing;
    let db = given.clone();
    Standing::key("CyberClash", "2025-W28", "player123")
        .get()
        .send(&db)
        .await?;
    Standing::query("CyberClash", "2025-W28").all(&db).await?;
    Standing::ranking("CyberClash", "2025-W28").all(&db).await?;
    Standing::query_user_index("player123").all(&db).await?;
    Ok(())
}

#[allow(dead_code, reason = "to be compiled")]
async fn oms_trading(given: &Db) -> Result<(), Error> {
    use examples::oms_trading::{
        ClientRecord, Execution, Order, OrderEvent, Position, PositionSide,
    };
    let db = given.clone();
    Order::key("client_123", "2025-11-14T10:30:00Z", "order_456")
        .get()
        .send(&db)
        .await?;
    Order::query("client_123").all(&db).await?;
    Order::by_product("prod_001").all(&db).await?;
    Order::by_analyst("analyst_001").all(&db).await?;
    Order::children_of("master_789").all(&db).await?;
    Order::by_order_id("order_456").all(&db).await?;
    Execution::key("client_123", "2025-11-14T10:31:00Z", "exec_111")
        .get()
        .send(&db)
        .await?;
    Execution::query("client_123").all(&db).await?;
    Execution::by_product("prod_001").all(&db).await?;
    Execution::of_master_order("master_789").all(&db).await?;
    Execution::of_order("order_456").all(&db).await?;
    Position::key("client_123", "BTCUSDT", PositionSide::Long)
        .get()
        .send(&db)
        .await?;
    Position::query("client_123").all(&db).await?;
    Position::by_product("prod_001").all(&db).await?;
    ClientRecord::query("client_123").all(&db).await?;
    OrderEvent::query("order_456").all(&db).await?;
    Ok(())
}

#[allow(dead_code, reason = "to be compiled")]
async fn prediction_market(given: &Db) -> Result<(), Error> {
    use examples::prediction_market::{
        Checkpoint, Lock, Market, MarketStatus, Order, Position, Trade,
    };
    let db = given.clone();
    Market::key("mkt123").get().send(&db).await?;
    Market::by_status(MarketStatus::Active).all(&db).await?;
    Order::key("mkt123:order:1").get().send(&db).await?;
    Order::bids("mkt123").all(&db).await?;
    Order::asks("mkt123").all(&db).await?;
    Order::by_owner("8f3kLm").all(&db).await?;
    Trade::key("trade:1").get().send(&db).await?;
    Trade::by_market("mkt123").all(&db).await?;
    Trade::by_position("pos:1").all(&db).await?;
    Position::key("pos:1").get().send(&db).await?;
    Position::by_owner("8f3kLm").all(&db).await?;
    Position::by_market("mkt123").all(&db).await?;
    Checkpoint::key().get().send(&db).await?;
    Lock::key().get().send(&db).await?;
    Ok(())
}
