//! Comparing a design with the live table, and deploying it.

mod deploy;
mod verify;

pub use deploy::Deployed;
