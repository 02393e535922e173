//! Partitions that are spread over shards, read as if they were one.

#![allow(
    clippy::struct_field_names,
    reason = "an item is named after its main field"
)]

mod model;

mod keys;
mod pages;
mod property;
mod reads;
mod shared;
