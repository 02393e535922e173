//! Transactions: several operations of which all are carried out, or none.

mod cancelled;
mod claims;
mod limits;
mod lookup;
mod model;
mod read;
mod retried;
mod unique;
mod write;
