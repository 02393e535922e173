//! A design against the live table: compared, and brought about.

mod deploy;
mod verify;

pub use deploy::Deployed;
