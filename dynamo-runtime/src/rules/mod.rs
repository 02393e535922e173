//! The rules that the item types of one table satisfy together, checked at compile time.

mod collection;
mod indexes;
mod item_set;
mod items;
mod member;
mod message;

#[doc(hidden)]
pub use collection::{CollectionSchema, Member, check_collection};
#[doc(hidden)]
pub use item_set::ItemList;
pub use item_set::{ItemSet, ItemVisitor};
pub use items::broken_rules;
#[doc(hidden)]
pub use items::check_items;
#[doc(hidden)]
pub use member::{Way, query_of};
