//! The table as an artifact: what is made from a design.

mod account;
mod calls;
mod commands;
mod deployed;
mod designs;
mod documents;
mod excerpts;
mod options;
mod pages;
mod policies;
mod shop;
