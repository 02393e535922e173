//! The rules that the item types of one table satisfy together, checked at compile time.

mod collection;
mod indexes;
mod items;
mod member;
mod message;

#[doc(hidden)]
pub use collection::{CollectionSchema, Member, check_collection};
#[doc(hidden)]
pub use items::{ItemList, check_items};
pub use items::{ItemSet, ItemVisitor, broken_rules};
#[doc(hidden)]
pub use member::{Way, query_of};
