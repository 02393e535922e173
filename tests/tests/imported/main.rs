//! Item types that the importer writes, compiled and run: each module is generated from the sources
//! beside it, and its own test holds it against their samples.
//!
//! After a change of the importer, `UPDATE_IMPORTED=1` writes them anew.

#![allow(
    dead_code,
    unreachable_pub,
    clippy::struct_field_names,
    reason = "modules are written for a library, and not all of one is used"
)]

mod bad_input;
mod cases;
mod designs;
mod random_items;
mod round_trip;
mod sources;

mod articles;
mod clubs;
mod exchange_rates;
mod exchange_rates_lock;
mod fabric;
mod fabric_lock;
mod forge;
mod homes;
mod kitchen;
mod leaderboard;
mod leaderboard_lock;
mod library;
mod oms_trading;
mod oms_trading_lock;
mod oms_trading_model;
mod oms_trading_table;
mod planner;
mod prediction_market;
mod prediction_market_lock;
mod prediction_market_model;
mod rides;
mod shop;
