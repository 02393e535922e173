//! Input nobody should send and stored data nobody should have: each a clear error, none a panic.
//! Refusals of single features are tested with them; here are those that cross features.

mod cursor;
mod expression;
mod key;
mod page;
mod value;
