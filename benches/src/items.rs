//! The items that are measured: every contender reads and writes the same structs.

use dynamo_runtime::{Attribute, Item, Table, Vector};
use dynamodel::Dynamodel;
use serde::{Deserialize, Serialize};

/// The table of orders.
#[derive(Debug, Table)]
#[table(name = "trading", pk = "PK", sk = "SK", type_attr = "entity_type")]
#[gsi(name = "GSI1", pk = "GSI1_PK", sk = "GSI1_SK")]
#[gsi(name = "GSI2", pk = "GSI2_PK", sk = "GSI2_SK")]
#[gsi(name = "GSI3", pk = "GSI3_PK", sk = "GSI3_SK")]
pub struct Trading;

/// An order of the order management system: 13 of the 22 attributes it is stored with.
#[derive(Debug, Clone, PartialEq, Item, Serialize, Deserialize, Dynamodel)]
#[dynamo(table = Trading, entity = "ORDER")]
#[key(pk = "CLIENT#{client_id}", sk = "ORDER#{created_at}#{order_id}")]
#[gsi(
    name = "GSI1",
    pk = "PRODUCT#{product_id}",
    sk = "{created_at}",
    query = "by_product"
)]
#[gsi(
    name = "GSI2",
    pk = "MASTER_ORDER#{master_order_id}",
    sk = "{created_at}",
    query = "children_of"
)]
#[gsi(
    name = "GSI3",
    pk = "ORDER#{order_id}",
    sk = "{created_at}",
    query = "by_order_id"
)]
pub struct Order {
    /// Its id.
    pub order_id: String,
    /// The client.
    pub client_id: String,
    /// The product.
    pub product_id: String,
    /// The symbol traded.
    pub symbol: String,
    /// Buys or sells.
    pub side: Side,
    /// The quantity.
    pub quantity: f64,
    /// The price.
    pub price: f64,
    /// Its status.
    pub status: Status,
    /// How it is executed.
    pub order_type: OrderType,
    /// The order it is a part of; every second one is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[dynamodel(try_from_item = "crate::peers::dynamodel::master", skip_into = true)]
    pub master_order_id: Option<String>,
    /// When it was placed.
    pub created_at: String,
    /// When it was last written.
    pub updated_at: String,
    /// When it expires.
    pub ttl: u64,
}

/// The side of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Attribute, Serialize, Deserialize)]
#[dynamo(rename_all = "UPPERCASE")]
#[serde(rename_all = "UPPERCASE")]
pub enum Side {
    /// Buys.
    Buy,
    /// Sells.
    Sell,
}

/// The status of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Attribute, Serialize, Deserialize)]
#[dynamo(rename_all = "SCREAMING_SNAKE_CASE")]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Status {
    /// Not filled yet.
    New,
    /// Filled in part.
    PartiallyFilled,
    /// Filled.
    Filled,
    /// Withdrawn.
    Cancelled,
}

/// How an order is executed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Attribute, Serialize, Deserialize)]
#[dynamo(rename_all = "UPPERCASE")]
#[serde(rename_all = "UPPERCASE")]
pub enum OrderType {
    /// At any price.
    Market,
    /// At its price or better.
    Limit,
}

/// An order as a struct with every attribute, including keys.
#[derive(Debug, Clone, PartialEq, Item, Serialize, Deserialize)]
#[table(name = "whole_orders", pk = "PK", sk = "SK")]
pub struct WholeOrder {
    #[dynamo(rename = "PK")]
    #[serde(rename = "PK")]
    pub pk: String,
    #[dynamo(rename = "SK")]
    #[serde(rename = "SK")]
    pub sk: String,
    #[dynamo(rename = "GSI1_PK")]
    #[serde(rename = "GSI1_PK")]
    pub gsi1_pk: String,
    #[dynamo(rename = "GSI1_SK")]
    #[serde(rename = "GSI1_SK")]
    pub gsi1_sk: String,
    #[dynamo(rename = "GSI2_PK")]
    #[serde(rename = "GSI2_PK", skip_serializing_if = "Option::is_none")]
    pub gsi2_pk: Option<String>,
    #[dynamo(rename = "GSI2_SK")]
    #[serde(rename = "GSI2_SK")]
    pub gsi2_sk: String,
    #[dynamo(rename = "GSI3_PK")]
    #[serde(rename = "GSI3_PK")]
    pub gsi3_pk: String,
    #[dynamo(rename = "GSI3_SK")]
    #[serde(rename = "GSI3_SK")]
    pub gsi3_sk: String,
    pub entity_type: String,
    pub order_id: String,
    pub client_id: String,
    pub product_id: String,
    pub symbol: String,
    pub side: Side,
    pub quantity: f64,
    pub price: f64,
    pub status: Status,
    pub order_type: OrderType,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub master_order_id: Option<String>,
    pub created_at: String,
    pub updated_at: String,
    pub ttl: u64,
}

/// A standing on a leaderboard, with its nested map.
#[derive(Debug, Clone, PartialEq, Item, Serialize, Deserialize)]
#[table(name = "LeaderboardService", pk = "PK", sk = "SK")]
#[dynamo(rename_all = "PascalCase")]
#[serde(rename_all = "PascalCase")]
pub struct Standing {
    /// `LEADERBOARD#{game}#{time frame}`.
    #[dynamo(rename = "PK")]
    #[serde(rename = "PK")]
    pub pk: String,
    /// `USER#{user}`.
    #[dynamo(rename = "SK")]
    #[serde(rename = "SK")]
    pub sk: String,
    /// The player.
    #[dynamo(rename = "UserID")]
    #[serde(rename = "UserID")]
    pub user_id: String,
    /// The score.
    pub score: i64,
    /// The name to show.
    pub player_name: String,
    /// When the score was set.
    pub timestamp: String,
    /// Extra data that the game keeps with it.
    pub metadata: Metadata,
}

/// Extra data that a game keeps with a score.
#[derive(Debug, Clone, PartialEq, Attribute, Serialize, Deserialize)]
#[dynamo(rename_all = "PascalCase")]
#[serde(rename_all = "PascalCase")]
pub struct Metadata {
    /// The player's level.
    pub level: u32,
    /// Seconds played.
    pub play_time: u64,
}

/// The same standing, with the ids that are stored only inside its key.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "LeaderboardService", pk = "PK", sk = "SK")]
#[key(pk = "LEADERBOARD#{game_id}#{time_frame}", sk = "USER#{user_id}")]
#[dynamo(rename_all = "PascalCase")]
pub struct KeyedStanding {
    /// The game.
    #[dynamo(key_only)]
    pub game_id: String,
    /// The time the leaderboard covers.
    #[dynamo(key_only)]
    pub time_frame: String,
    /// The player.
    #[dynamo(rename = "UserID")]
    pub user_id: String,
    /// The score.
    pub score: i64,
    /// The name to show.
    pub player_name: String,
    /// When the score was set.
    pub timestamp: String,
    /// Extra data that the game keeps with it.
    pub metadata: Metadata,
}

/// An item of any size: a text, and a list of maps.
#[derive(Debug, Clone, PartialEq, Item, Serialize, Deserialize)]
#[table(name = "documents", pk = "id")]
pub struct Document {
    /// Its id.
    pub id: String,
    /// Its text.
    pub text: String,
    /// Its parts.
    pub parts: Vec<Metadata>,
}

/// The elements of an embedding.
pub const DIMENSIONS: usize = 1024;

/// A text with its embedding, as it is found by similarity.
#[derive(Debug, Clone, PartialEq, Item, Serialize, Deserialize)]
#[table(name = "passages", pk = "tenant", sk = "id")]
#[vector(name = "ByMeaning", field = "embedding", distance = "cosine", pk = "tenant", filter = ["lang"], query = "similar")]
pub struct Passage {
    /// Whose it is.
    pub tenant: String,
    /// Its id.
    pub id: String,
    /// Its language.
    pub lang: String,
    /// Its meaning, in numbers.
    #[serde(with = "crate::peers::serde::vector")]
    pub embedding: Vector<DIMENSIONS>,
}
