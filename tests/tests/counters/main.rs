//! Counters kept by the write: whatever creates, deletes or moves an item, the counters of other items
//! follow in the same transaction.

mod declared;
mod holder;
mod model;
mod proof;
mod recount;
mod refused;
mod transactions;
mod writes;
