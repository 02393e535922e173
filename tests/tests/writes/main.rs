//! Writes: whole items and parts of them, `modify`, the life of an item, and the index keys that
//! follow.

mod absence;
mod absence_of_unique;
mod bypassed_sdk;
mod consistency;
mod delete;
mod life;
mod limits;
mod modify;
mod put;
mod update;
mod update_filled;
mod update_keys;
mod update_nothing;
mod update_refused;
mod upsert;
mod version;
