//! What the runtime does, one module an operation or a part of the declaration, on any engine.

#![allow(
    clippy::struct_field_names,
    reason = "an item is named after its main field"
)]
#![allow(
    clippy::duplicated_attributes,
    reason = "several indexes of one item may have a partition key in common"
)]

mod model;

mod codec;
mod condition;
mod cursor;
mod delete;
mod errors;
mod flatten;
mod get;
mod index;
mod index_scan;
mod interceptor;
mod key;
mod limit;
mod meter;
mod other_types;
mod projection;
mod put;
mod query;
mod range;
mod read_ahead;
mod scan;
mod stream;
mod table;
mod times;
mod wire;
