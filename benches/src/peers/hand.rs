//! Careful hand-written code on the SDK: fields are moved out of the map by name.

use std::str::FromStr;

use aws_sdk_dynamodb::types::AttributeValue;

use super::Map;
use crate::items::{
    Document, KeyedStanding, Metadata, Order, OrderType, Passage, Side, Standing, Status,
    WholeOrder,
};

/// A struct with hand-written conversions.
pub trait Hand: Sized {
    /// Takes the struct out of an item.
    fn take(item: Map) -> Option<Self>;
}

fn text(item: &mut Map, name: &str) -> Option<String> {
    match item.remove(name)? {
        AttributeValue::S(text) => Some(text),
        _ => None,
    }
}

fn number<T: FromStr>(item: &mut Map, name: &str) -> Option<T> {
    item.get(name)?.as_n().ok()?.parse().ok()
}

fn side(item: &Map) -> Option<Side> {
    match item.get("side")?.as_s().ok()?.as_str() {
        "BUY" => Some(Side::Buy),
        "SELL" => Some(Side::Sell),
        _ => None,
    }
}

fn status(item: &Map) -> Option<Status> {
    match item.get("status")?.as_s().ok()?.as_str() {
        "NEW" => Some(Status::New),
        "PARTIALLY_FILLED" => Some(Status::PartiallyFilled),
        "FILLED" => Some(Status::Filled),
        "CANCELLED" => Some(Status::Cancelled),
        _ => None,
    }
}

fn order_type(item: &Map) -> Option<OrderType> {
    match item.get("order_type")?.as_s().ok()?.as_str() {
        "MARKET" => Some(OrderType::Market),
        "LIMIT" => Some(OrderType::Limit),
        _ => None,
    }
}

impl Hand for Order {
    fn take(mut item: Map) -> Option<Self> {
        Some(Self {
            side: side(&item)?,
            status: status(&item)?,
            order_type: order_type(&item)?,
            order_id: text(&mut item, "order_id")?,
            client_id: text(&mut item, "client_id")?,
            product_id: text(&mut item, "product_id")?,
            symbol: text(&mut item, "symbol")?,
            quantity: number(&mut item, "quantity")?,
            price: number(&mut item, "price")?,
            master_order_id: text(&mut item, "master_order_id"),
            created_at: text(&mut item, "created_at")?,
            updated_at: text(&mut item, "updated_at")?,
            ttl: number(&mut item, "ttl")?,
        })
    }
}

impl Hand for WholeOrder {
    fn take(mut item: Map) -> Option<Self> {
        let item = &mut item;
        Some(Self {
            side: side(item)?,
            status: status(item)?,
            order_type: order_type(item)?,
            pk: text(item, "PK")?,
            sk: text(item, "SK")?,
            gsi1_pk: text(item, "GSI1_PK")?,
            gsi1_sk: text(item, "GSI1_SK")?,
            gsi2_pk: text(item, "GSI2_PK"),
            gsi2_sk: text(item, "GSI2_SK")?,
            gsi3_pk: text(item, "GSI3_PK")?,
            gsi3_sk: text(item, "GSI3_SK")?,
            entity_type: text(item, "entity_type")?,
            order_id: text(item, "order_id")?,
            client_id: text(item, "client_id")?,
            product_id: text(item, "product_id")?,
            symbol: text(item, "symbol")?,
            quantity: number(item, "quantity")?,
            price: number(item, "price")?,
            master_order_id: text(item, "master_order_id"),
            created_at: text(item, "created_at")?,
            updated_at: text(item, "updated_at")?,
            ttl: number(item, "ttl")?,
        })
    }
}

impl Hand for Metadata {
    fn take(mut item: Map) -> Option<Self> {
        Some(Self {
            level: number(&mut item, "Level")?,
            play_time: number(&mut item, "PlayTime")?,
        })
    }
}

fn metadata(item: &mut Map) -> Option<Metadata> {
    match item.remove("Metadata")? {
        AttributeValue::M(map) => Metadata::take(map),
        _ => None,
    }
}

impl Hand for Standing {
    fn take(mut item: Map) -> Option<Self> {
        let item = &mut item;
        Some(Self {
            pk: text(item, "PK")?,
            sk: text(item, "SK")?,
            user_id: text(item, "UserID")?,
            score: number(item, "Score")?,
            player_name: text(item, "PlayerName")?,
            timestamp: text(item, "Timestamp")?,
            metadata: metadata(item)?,
        })
    }
}

impl Hand for KeyedStanding {
    fn take(mut item: Map) -> Option<Self> {
        let item = &mut item;
        let key = item.get("PK")?.as_s().ok()?;
        let (game_id, time_frame) = key.strip_prefix("LEADERBOARD#")?.split_once('#')?;
        Some(Self {
            game_id: game_id.to_owned(),
            time_frame: time_frame.to_owned(),
            user_id: text(item, "UserID")?,
            score: number(item, "Score")?,
            player_name: text(item, "PlayerName")?,
            timestamp: text(item, "Timestamp")?,
            metadata: metadata(item)?,
        })
    }
}

impl Hand for Document {
    fn take(mut item: Map) -> Option<Self> {
        let parts = match item.remove("parts")? {
            AttributeValue::L(parts) => parts,
            _ => return None,
        };
        let part = |part| match part {
            AttributeValue::M(map) => Metadata::take(map),
            _ => None,
        };
        Some(Self {
            id: text(&mut item, "id")?,
            text: text(&mut item, "text")?,
            parts: parts.into_iter().map(part).collect::<Option<_>>()?,
        })
    }
}

impl Hand for Passage {
    fn take(mut item: Map) -> Option<Self> {
        let AttributeValue::L(elements) = item.remove("embedding")? else {
            return None;
        };
        let element = |element: &AttributeValue| element.as_n().ok()?.parse().ok();
        let elements: Vec<f32> = elements.iter().map(element).collect::<Option<_>>()?;
        Some(Self {
            tenant: text(&mut item, "tenant")?,
            id: text(&mut item, "id")?,
            lang: text(&mut item, "lang")?,
            embedding: elements.try_into().ok()?,
        })
    }
}

/// Encodes a text with its embedding.
pub fn passage_to_item(passage: &Passage) -> Map {
    let element = |element: &f32| AttributeValue::N(element.to_string());
    let elements = passage.embedding.iter().map(element).collect();
    let texts = [
        ("tenant", &passage.tenant),
        ("id", &passage.id),
        ("lang", &passage.lang),
    ];
    let texts = texts.map(|(name, text)| (name.to_owned(), AttributeValue::S(text.clone())));
    let mut item = Map::from(texts);
    item.insert("embedding".to_owned(), AttributeValue::L(elements));
    item
}

/// Decodes items.
pub fn from_items<T: Hand>(items: Vec<Map>) -> Vec<T> {
    items
        .into_iter()
        .map(|item| T::take(item).expect("the sample"))
        .collect()
}

/// Encodes an order with its keys.
pub fn order_to_item(order: &Order) -> Map {
    let mut item = Map::with_capacity(22);
    let mut put = |name: &str, value: AttributeValue| item.insert(name.to_owned(), value);
    let s = |text: &str| AttributeValue::S(text.to_owned());
    put(
        "PK",
        AttributeValue::S(format!("CLIENT#{}", order.client_id)),
    );
    put(
        "SK",
        AttributeValue::S(format!("ORDER#{}#{}", order.created_at, order.order_id)),
    );
    put(
        "GSI1_PK",
        AttributeValue::S(format!("PRODUCT#{}", order.product_id)),
    );
    put("GSI1_SK", s(&order.created_at));
    if let Some(id) = &order.master_order_id {
        put("GSI2_PK", AttributeValue::S(format!("MASTER_ORDER#{id}")));
        put("GSI2_SK", s(&order.created_at));
        put("master_order_id", s(id));
    }
    put(
        "GSI3_PK",
        AttributeValue::S(format!("ORDER#{}", order.order_id)),
    );
    put("GSI3_SK", s(&order.created_at));
    put("entity_type", s("ORDER"));
    put("order_id", s(&order.order_id));
    put("client_id", s(&order.client_id));
    put("product_id", s(&order.product_id));
    put("symbol", s(&order.symbol));
    put(
        "side",
        s(match order.side {
            Side::Buy => "BUY",
            Side::Sell => "SELL",
        }),
    );
    put("quantity", AttributeValue::N(order.quantity.to_string()));
    put("price", AttributeValue::N(order.price.to_string()));
    put(
        "status",
        s(match order.status {
            Status::New => "NEW",
            Status::PartiallyFilled => "PARTIALLY_FILLED",
            Status::Filled => "FILLED",
            Status::Cancelled => "CANCELLED",
        }),
    );
    put(
        "order_type",
        s(match order.order_type {
            OrderType::Market => "MARKET",
            OrderType::Limit => "LIMIT",
        }),
    );
    put("created_at", s(&order.created_at));
    put("updated_at", s(&order.updated_at));
    put("ttl", AttributeValue::N(order.ttl.to_string()));
    item
}
