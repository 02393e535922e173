//! The table as an artifact: what is made from a design.

mod deployed;
mod designs;
mod documents;
mod excerpts;
mod pages;
mod policies;
mod shop;
