//! Comparing a design with the live table, and deploying it.

mod deploy;
mod settings;
mod verify;

pub use deploy::Deployed;
