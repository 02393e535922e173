//! Exports of a table: templates, requests, policies, and data models of other tools.

mod cloudformation;
mod create;
mod global_table;
mod hcl;
mod iam;
mod request;
mod terraform;
mod terraform_options;
pub(crate) mod tree;
mod workbench;

pub(crate) use cloudformation::parameters;
pub use iam::Policy;
