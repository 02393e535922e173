//! Writes that change parts of items: updates, modify, the life of an item, and the designs that
//! live by them.

mod absence;
mod absence_of_unique;
mod consistency;
mod fabric;
mod life;
mod limits;
mod modify;
mod nested_keys;
mod order_sample;
mod prediction_market;
mod sparse_keys;
mod update;
mod update_filled;
mod update_keys;
mod update_nothing;
mod update_refused;
mod upsert;
mod version;
mod view;
mod visibility;
mod wire;
