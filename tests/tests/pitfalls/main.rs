//! Mistakes of other libraries that must not happen here: one test each, for reads, keys,
//! cursors and filters.

#![allow(
    clippy::struct_field_names,
    reason = "an item is named after its main field"
)]
#![allow(
    clippy::duplicated_attributes,
    reason = "several indexes of one item may have a partition key in common"
)]

mod fabric;
mod keys;
mod trading;
