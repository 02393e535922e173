//! `dynamo import`: item types for existing tables.
//!
//! ```text
//! cargo install --path dynamo-design --features cli,import
//! dynamo import template.yaml items.json --out src/tables.rs
//! dynamo import --table orders-prod --out src/tables.rs
//! ```
//!
//! The tool for declared tables is [`dynamo_design::cli!`], in your own crate.

use std::process::ExitCode;

use dynamo_design::cli::{Cli, main as run};

fn main() -> ExitCode {
    run(&Cli::of_process([]))
}
