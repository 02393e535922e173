//! Reads: one module per operation or subject, on any engine.

#![allow(
    clippy::struct_field_names,
    reason = "an item is named after its main field"
)]
#![allow(
    clippy::duplicated_attributes,
    reason = "several indexes of one item may have a partition key in common"
)]

mod condition;
mod cursor;
mod errors;
mod get;
mod index;
mod index_scan;
mod interceptor;
mod limit;
mod meter;
mod mocked_answers;
mod projection;
mod query;
mod read_ahead;
mod scan;
mod stream;
mod table;
mod view;
mod visibility;
