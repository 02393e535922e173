//! Orders of the prediction market as the sample item of its design has them, where two indexes
//! share their keys.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;
use dynamo_runtime::{Item, known};
use examples::prediction_market::{OrderStatus, Side};
use tests::stored::{consistent, text};

/// Orders as the sample item of the design has them: `marketSide` and `sort` are keys of both
/// indexes.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "orders", pk = "id")]
#[gsi(
    name = "orders_by_market_buy",
    pk = "{market_id}#{side}",
    pk_attr = "marketSide",
    sk = "{price:neg}",
    sk_attr = "sort",
    when = self.side == Side::Buy,
    query = "bids"
)]
#[gsi(
    name = "orders_by_market_sell",
    pk = "{market_id}#{side}",
    pk_attr = "marketSide",
    sk = "{price}",
    sk_attr = "sort",
    when = self.side == Side::Sell,
    query = "asks"
)]
#[dynamo(rename_all = "camelCase")]
struct Sample {
    id: String,
    market_id: String,
    side: Side,
    price: f64,
    size: u64,
    remaining: u64,
    status: OrderStatus,
    created_at: String,
    owner: String,
}

fn sample() -> Sample {
    Sample {
        id: "mkt123:order:1".into(),
        market_id: "mkt123".into(),
        side: Side::Buy,
        price: 101.25,
        size: 500,
        remaining: 200,
        status: OrderStatus::Open,
        created_at: "2025-10-14T10:00:00.000Z".into(),
        owner: "pubkey".into(),
    }
}

#[test]
fn an_order_is_the_sample_of_the_design() {
    let text = |text: &str| AttributeValue::S(text.to_owned());
    let number = |number: &str| AttributeValue::N(number.to_owned());
    let expected = HashMap::from([
        ("id", text("mkt123:order:1")),
        ("marketId", text("mkt123")),
        ("side", text("Buy")),
        ("price", number("101.25")),
        ("size", number("500")),
        ("remaining", number("200")),
        ("status", text("Open")),
        ("createdAt", text("2025-10-14T10:00:00.000Z")),
        ("marketSide", text("mkt123#Buy")),
        ("sort", number("-101.25")),
        ("owner", text("pubkey")),
    ]);
    let expected: HashMap<_, _> = expected
        .into_iter()
        .map(|(name, value)| (name.to_owned(), value))
        .collect();
    assert_eq!(sample().to_item().expect("an item"), expected);
}

/// Both indexes hold every order; the partition tells the sides apart, and the sort key is that of
/// the side.
#[tokio::test]
async fn keys_that_two_indexes_share_change_together() {
    tests::with_table::<Sample>(async |db| {
        sample().put().send(db).await.expect("a put");
        let fields = (Sample::MARKET_ID, Sample::SIDE, Sample::PRICE);
        let update = || Sample::key("mkt123:order:1").update();
        let changed = update().set(fields, (known("mkt123"), known(Side::Buy), 99.0));
        changed.send(db).await.expect("an update");
        let item = consistent(db, Sample::key("mkt123:order:1")).await;
        assert_eq!(text(&item, "sort"), Some("-99"));
        let changed = update().set(fields, (known("mkt123"), Side::Sell, known(99.0)));
        changed.send(db).await.expect("an update");
        let item = consistent(db, Sample::key("mkt123:order:1")).await;
        assert_eq!(text(&item, "sort"), Some("99"));
        assert_eq!(text(&item, "marketSide"), Some("mkt123#Sell"));
        let asks = Sample::asks("mkt123", Side::Sell).all(db).await;
        assert_eq!(asks.expect("a query").len(), 1);
        let bids = Sample::bids("mkt123", Side::Buy).all(db).await;
        assert_eq!(bids.expect("a query"), []);
    })
    .await;
}
