//! Keys: how they are built and read back, ranges of them, and the values they are made of.

#![allow(
    clippy::too_many_arguments,
    reason = "one key has a component of every format"
)]
#![allow(
    clippy::struct_field_names,
    reason = "an item is named after its main field"
)]
#![allow(
    clippy::duplicated_attributes,
    reason = "several indexes of one item may have a partition key in common"
)]

mod build_and_parse;
mod nested;
mod properties;
mod range;
mod range_properties;
mod samples;
mod sparse;
mod stored_otherwise;
mod times;
