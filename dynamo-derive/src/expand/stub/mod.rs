//! The code generated beside errors: the same types, methods and constants without behaviour, so that
//! a mistake in an option is reported once and not again at every use of the type.

mod attribute;
mod collection;
mod field;
mod item;
mod projected;
mod query;
mod view;

pub(crate) use attribute::attribute_stub;
pub(crate) use collection::collection_stub;
pub(crate) use item::item_stub;
pub(crate) use view::view_stub;
