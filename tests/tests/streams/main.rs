//! Streams of tables: their records as changes of typed items, live and in Lambda's events.

mod lambda;
mod live;
mod records;
mod scripted;
mod shards;
