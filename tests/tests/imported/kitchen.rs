//! The table `kitchen-prod`.
//!
//! It needs `chrono` and `rust_decimal` and the features of these names of `dynamo-runtime`.
//!
//! The samples did not tell everything: comments that begin with `Question` are for you to answer
//! and remove.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};
use dynamo_runtime::{Attribute, Binary, Collection, Item, Table, check_items, formats};
use rust_decimal::Decimal;

/// The table `kitchen-prod`.
#[derive(Debug, Clone, Copy, Table)]
#[table(name = "kitchen-prod", pk = "PK", sk = "SK", ttl = "expires")]
#[gsi(name = "GSI1", pk = "GSI1PK", sk = "GSI1SK")]
#[gsi(
    name = "CategoryIndex",
    pk = "category",
    sk = "cents",
    sk_type = "N",
    projection = ["title"]
)]
#[lsi(
    name = "ByRating",
    sk = "rating",
    sk_type = "N",
    projection = "KEYS_ONLY"
)]
pub struct KitchenProd;

/// A product in `kitchen-prod`.
#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = KitchenProd, rename_all = "camelCase")]
#[key(pk = "SHOP#{shop_id}", sk = "PRODUCT#{number:05}")]
#[gsi(
    name = "GSI1",
    pk = literal("PUBLISHED"),
    sk = "{created_at:millis}",
    when = self.state == State::Published,
    query = "by_published"
)]
#[gsi(name = "CategoryIndex", query = "by_category")]
#[lsi(name = "ByRating", query = "by_rating")]
pub struct Product {
    /// The shop id.
    pub shop_id: String,
    /// The number.
    pub number: u64,
    /// The dimensions.
    pub dimensions: Dimensions,
    /// The note.
    pub note: Option<String>,
    /// The parts.
    pub parts: Vec<Part>,
    /// The prices.
    pub prices: BTreeMap<String, Decimal>,
    /// The sizes.
    pub sizes: BTreeSet<Decimal>,
    /// The state.
    pub state: State,
    /// The tags.
    pub tags: BTreeSet<String>,
    /// The thumbnail.
    pub thumbnail: Binary,
    /// The title.
    pub title: String,
    /// The category.
    pub category: Category,
    /// The cents.
    pub cents: u64,
    /// The rating.
    pub rating: Option<u64>,
    /// When it was created.
    #[dynamo(created_at, with = formats::rfc3339_millis)]
    pub created_at: DateTime<Utc>,
    /// When it was deleted.
    #[dynamo(soft_delete, with = formats::rfc3339_millis)]
    pub deleted_at: Option<DateTime<Utc>>,
    /// When it was updated.
    #[dynamo(updated_at, with = formats::rfc3339_millis)]
    pub updated_at: DateTime<Utc>,
    /// The version.
    #[dynamo(version)]
    pub version: u64,
}

/// A session in `kitchen-prod`.
#[derive(Debug, Clone, PartialEq, Item)]
#[dynamo(table = KitchenProd, rename_all = "camelCase")]
#[key(pk = "SHOP#{shop_id}", sk = "SESSION#{session_at:seconds}#{user_id}")]
#[gsi(
    name = "GSI1",
    pk = "AGENT#{agent}",
    sk = "{user_id}",
    query = "by_agent"
)]
#[gsi(
    name = "GSI1",
    pk = "PARTNER#{partner}",
    sk = "{user_id}",
    query = "by_partner"
)]
pub struct Session {
    /// The shop id.
    pub shop_id: String,
    /// Stored only inside `SK`.
    // Question: is this the right name? Only `SK` has it
    #[dynamo(key_only)]
    pub session_at: DateTime<Utc>,
    /// The user id.
    pub user_id: String,
    /// The agent.
    pub agent: Option<String>,
    /// The partner.
    pub partner: Option<String>,
    /// When it was started.
    #[dynamo(with = formats::epoch_seconds)]
    pub started_at: DateTime<Utc>,
    /// The type.
    pub r#type: String,
    /// When DynamoDB removes the item, in seconds since 1970.
    #[dynamo(ttl = "7d")]
    pub expires: Option<u64>,
}

/// Everything in the partition of a shop.
#[derive(Debug, Clone, PartialEq, Collection)]
#[collection(table = KitchenProd)]
pub enum ShopItem {
    /// A product.
    Product(Product),
    /// A session.
    Session(Session),
}

// No key of one type can be a key of another.
const _: () = check_items::<(Product, Session)>();

/// The `dimensions` of `Product`.
#[derive(Debug, Clone, PartialEq, Attribute)]
#[dynamo(rename_all = "camelCase")]
pub struct Dimensions {
    /// The height mm.
    pub height_mm: u64,
    /// The width mm.
    pub width_mm: u64,
}

/// The `part` of `Product`.
#[derive(Debug, Clone, PartialEq, Attribute)]
pub struct Part {
    /// The count.
    pub count: u64,
    /// The sku.
    pub sku: String,
}

/// The `category` of `Product`.
// Question: these are the values of 12 samples; add those that are missing
#[derive(Debug, Clone, Copy, PartialEq, Eq, Attribute)]
#[dynamo(rename_all = "snake_case")]
pub enum Category {
    /// Stored as `pans`.
    Pans,
    /// Stored as `pots`.
    Pots,
}

/// The `state` of `Product`.
// Question: these are the values of 12 samples; add those that are missing
#[derive(Debug, Clone, Copy, PartialEq, Eq, Attribute)]
#[dynamo(rename_all = "snake_case")]
pub enum State {
    /// Stored as `archived`.
    Archived,
    /// Stored as `draft`.
    Draft,
    /// Stored as `published`.
    Published,
}

#[cfg(test)]
mod tests {
    use super::*;
    use dynamo_design::Proof;

    #[tokio::test]
    async fn samples_come_back_equal() -> Result<(), Box<dyn std::error::Error>> {
        let proof = Proof::from_json(include_str!("kitchen.samples.json"))?;
        proof.check::<(Product, Session)>().await?;
        Ok(())
    }
}
