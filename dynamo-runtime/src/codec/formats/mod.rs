//! Other ways to store a value, for `#[dynamo(with = module)]`.
//!
//! Such a module has two functions: `encode` turns the field into a value that can be stored, and
//! `decode` turns it back. You can write your own:
//!
//! ```
//! mod cents {
//!     pub fn encode(euros: &f64) -> i64 {
//!         (euros * 100.0).round() as i64
//!     }
//!
//!     pub fn decode(cents: i64) -> Result<f64, std::convert::Infallible> {
//!         Ok(cents as f64 / 100.0)
//!     }
//! }
//! # assert_eq!(cents::decode(cents::encode(&1.5)), Ok(1.5));
//! ```

pub mod epoch_millis;
pub mod epoch_seconds;
mod instant;
#[cfg(any(feature = "chrono", feature = "jiff", feature = "time"))]
pub mod rfc3339_millis;

pub use self::instant::{OutOfRange, PointInTime};
