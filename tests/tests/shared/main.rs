//! Shared tables: several item types in one table, told apart.

#![allow(
    clippy::struct_field_names,
    reason = "designs name the attributes of their items"
)]

mod by_attribute;
mod collections;
mod indexes;
mod isolation;
mod rules;
mod several;
