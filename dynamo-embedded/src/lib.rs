//! Amazon DynamoDB in this process, behind the AWS SDK's own HTTP seam: for tests, examples and
//! small tools.
//!
//! [`Embedded`] is the engine. It creates SDK clients, answers their requests, and keeps [virtual
//! time](Embedded#time) for them. [`faults`] makes it fail on purpose.
//!
//! It knows requests and responses, but nothing about item types. `dynamo-runtime` opens it with
//! `Db::embedded()` (feature `embedded`); any other code that uses the SDK can use it in the same
//! way.

// The path of a request: the SDK's client, `connector`, the layers of `respond` (`faults`,
// `partitions`, `guard`, `created`, `lag`), then the engine's methods in `dispatch`. Types of the engine's
// crate stay in here.
mod batch;
mod client;
mod clock;
mod connector;
mod created;
mod dispatch;
mod embedded;
mod error;
mod failure;
pub mod faults;
mod guard;
mod lag;
mod layout;
mod partitions;
mod respond;
mod sweep;
mod timers;

pub use embedded::Embedded;
pub use error::EngineError;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
