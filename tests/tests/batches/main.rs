//! Batches: many reads or writes in as few requests as DynamoDB allows.

mod bulk;
mod get;
mod mocked_answers;
mod model;
mod write;
