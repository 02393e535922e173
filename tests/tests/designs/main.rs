//! The five designs of `examples`, each with the items and access patterns of its document, and
//! designs that books and Amazon's guides teach.

#![allow(
    clippy::struct_field_names,
    reason = "designs name the attributes of their items"
)]

mod exchange_rates;
mod fabric;
mod leaderboard;
mod leaderboard_at_scale;
mod oms_trading;
mod prediction_market;
mod prediction_market_orders;
mod published;
