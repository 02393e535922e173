//! The rules that the item types of one table satisfy together, checked while compiling.

mod collection;
mod indexes;
mod items;
mod member;
mod message;

pub use collection::{CollectionSchema, Member, check_collection};
pub use items::{ItemList, ItemSet, ItemVisitor, broken_rules, check_items};
pub use member::{Way, query_of};
