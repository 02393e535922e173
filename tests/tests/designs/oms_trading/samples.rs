//! The items of the document, and more of their kind.

use examples::oms_trading::{
    Execution, Order, OrderStatus, OrderType, Position, PositionSide, Side,
};
use rust_decimal::Decimal;

pub(super) const ORDER: &str = r#"{
  "PK": "CLIENT#client_123",
  "SK": "ORDER#2025-11-14T10:30:00Z#order_456",
  "GSI1_PK": "PRODUCT#prod_001",
  "GSI1_SK": "2025-11-14T10:30:00Z",
  "GSI2_PK": "MASTER_ORDER#master_789",
  "GSI2_SK": "2025-11-14T10:30:00Z",
  "GSI3_PK": "ORDER#order_456",
  "GSI3_SK": "2025-11-14T10:30:00Z",
  "entity_type": "ORDER",
  "order_id": "order_456",
  "client_id": "client_123",
  "product_id": "prod_001",
  "symbol": "BTCUSDT",
  "side": "BUY",
  "quantity": 1.5,
  "price": 45000.00,
  "status": "FILLED",
  "order_type": "LIMIT",
  "master_order_id": "master_789",
  "created_at": "14/11/2025 10:30:00",
  "updated_at": "14/11/2025 10:31:15",
  "ttl": 1736856000
}"#;

pub(super) const EXECUTION: &str = r#"{
  "PK": "CLIENT#client_123",
  "SK": "EXECUTION#2025-11-14T10:31:00Z#exec_111",
  "GSI1_PK": "PRODUCT#prod_001",
  "GSI1_SK": "2025-11-14T10:31:00Z",
  "GSI2_PK": "MASTER_ORDER#master_789",
  "GSI2_SK": "2025-11-14T10:31:00Z",
  "GSI3_PK": "ORDER#order_456",
  "GSI3_SK": "2025-11-14T10:31:00Z",
  "entity_type": "EXECUTION",
  "execution_id": "exec_111",
  "order_id": "order_456",
  "client_id": "client_123",
  "product_id": "prod_001",
  "symbol": "BTCUSDT",
  "side": "BUY",
  "quantity": 1.5,
  "price": 45000.00,
  "commission": 2.25,
  "executed_at": "14/11/2025 10:31:00",
  "ttl": 1736856000
}"#;

pub(super) const POSITION: &str = r#"{
  "PK": "CLIENT#client_123",
  "SK": "POSITION#BTCUSDT#LONG",
  "GSI1_PK": "PRODUCT#prod_001",
  "GSI1_SK": "POSITION#BTCUSDT",
  "entity_type": "POSITION",
  "client_id": "client_123",
  "product_id": "prod_001",
  "symbol": "BTCUSDT",
  "side": "LONG",
  "quantity": 3.5,
  "avg_entry_price": 44500.00,
  "unrealized_pnl": 1750.00,
  "realized_pnl": 500.00,
  "last_updated": "14/11/2025 10:35:00"
}"#;

pub(super) fn decimal(text: &str) -> Decimal {
    text.parse().expect("a number")
}

pub(super) fn order() -> Order {
    Order {
        order_id: "order_456".into(),
        client_id: "client_123".into(),
        placed_at: "2025-11-14T10:30:00Z".parse().expect("a time"),
        product_id: Some("prod_001".into()),
        analyst_id: None,
        symbol: "BTCUSDT".into(),
        side: Side::Buy,
        quantity: decimal("1.5"),
        price: decimal("45000.00"),
        status: OrderStatus::Filled,
        order_type: OrderType::Limit,
        master_order_id: Some("master_789".into()),
        created_at: "2025-11-14T10:30:00Z".parse().expect("a time"),
        updated_at: "2025-11-14T10:31:15Z".parse().expect("a time"),
        ttl: Some(1_736_856_000),
    }
}

pub(super) fn execution() -> Execution {
    Execution {
        execution_id: "exec_111".into(),
        order_id: "order_456".into(),
        client_id: "client_123".into(),
        master_order_id: Some("master_789".into()),
        product_id: "prod_001".into(),
        symbol: "BTCUSDT".into(),
        side: Side::Buy,
        quantity: decimal("1.5"),
        price: decimal("45000.00"),
        commission: decimal("2.25"),
        executed_at: "2025-11-14T10:31:00Z".parse().expect("a time"),
        ttl: Some(1_736_856_000),
    }
}

pub(super) fn position() -> Position {
    Position {
        client_id: "client_123".into(),
        product_id: "prod_001".into(),
        symbol: "BTCUSDT".into(),
        side: PositionSide::Long,
        quantity: decimal("3.5"),
        avg_entry_price: decimal("44500.00"),
        unrealized_pnl: decimal("1750.00"),
        realized_pnl: decimal("500.00"),
        last_updated: "2025-11-14T10:35:00Z".parse().expect("a time"),
    }
}

/// An order of client `c1` that lives on, placed at this minute.
pub(super) fn placed(minute: u32, id: &str) -> Order {
    Order {
        order_id: id.into(),
        client_id: "c1".into(),
        placed_at: format!("2025-11-14T10:{minute:02}:00Z")
            .parse()
            .expect("a time"),
        status: OrderStatus::New,
        ttl: None,
        ..order()
    }
}

/// An execution of such an order.
pub(super) fn executed(minute: u32, id: &str, order_id: &str) -> Execution {
    Execution {
        execution_id: id.into(),
        order_id: order_id.into(),
        client_id: "c1".into(),
        executed_at: format!("2025-11-14T10:{minute:02}:00Z")
            .parse()
            .expect("a time"),
        ttl: None,
        ..execution()
    }
}

pub(super) fn held(symbol: &str, side: PositionSide) -> Position {
    Position {
        client_id: "c1".into(),
        symbol: symbol.into(),
        side,
        ..position()
    }
}
