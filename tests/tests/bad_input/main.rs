//! Input nobody should send and stored data nobody should have: each a clear error, none a panic.
//! What single features refuse is tested with them; here is what goes across them.

mod cursor;
mod expression;
mod key;
mod page;
mod value;
