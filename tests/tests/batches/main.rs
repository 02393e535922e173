//! Batches: many reads or writes in as few requests as DynamoDB allows.

mod bulk;
mod get;
mod model;
mod wire;
mod write;
