//! Keys: the types they can contain, how they are built and parsed, and their errors.
//!
//! [`Key`] itself is at the crate's root. Your own type can be in keys if it derives
//! [`Attribute`](derive@crate::Attribute), or implements [`KeyComponent`] and the traits for the
//! places it is used in.

mod arg;
mod component;
mod error;
mod format;
mod impls;
mod letters;
mod nested;
mod parse;
mod piece;
mod primary;
mod range;
mod shape;
mod shard;
mod slot;
mod sortable_number;
mod spelling;
mod template;
mod time;
mod value;
mod written;

pub use arg::KeyArg;
pub use component::{
    IndexPartitionPart, IndexSortPart, IntegerPart, KeyComponent, NumberPart, PartitionKeyPart,
    SortKeyPart, TemplatePart, TextPart, TimePart, UniquePart, UnpaddedSortPart, UntimedPart,
};
pub use error::KeyError;
#[doc(hidden)]
pub use format::Format;
#[doc(hidden)]
pub use nested::{FieldNumber, HasField, NestedField, NestedName, NestedStruct};
pub(crate) use parse::{ParsedComponent, as_written};
pub use piece::{KeyPart, Piece};
#[doc(hidden)]
pub use primary::Key;
pub(crate) use primary::{PlainKey, PrimaryKey, key_in};
pub(crate) use range::{
    Behind, Bound, Bounds, Comparator, FixedComponent, Interval, KeyCheck, Resumed, SortCondition,
    SortConditions, are_exchanged, behind, sort_conditions,
};
pub(crate) use shape::same_text;
pub(crate) use shard::Sharded;
pub use shard::Shards;
pub(crate) use slot::KeySlot;
pub(crate) use sortable_number::negated;
pub use spelling::Spelling;
pub use template::Components;
pub(crate) use template::escape_of;
#[doc(hidden)]
pub use template::{Args, Part, Template};
pub(crate) use time::{name as time_format, truncated};
pub(crate) use value::CanonicalValue;
pub use value::{KeyKind, KeyValue};

/// The most bytes a partition key may have.
///
/// <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html>
pub(crate) const MAX_PARTITION_BYTES: usize = 2048;
/// The most bytes a sort key may have.
pub(crate) const MAX_SORT_BYTES: usize = 1024;

/// The prefix of the keys of claims on `unique` values, which no item's key has.
///
/// It begins with the usual delimiter, which most components cannot contain; the others are checked
/// when a key is built.
pub(crate) const RESERVED: &str = "#unique#";
/// The attribute that only claims have: the key of the item they belong to.
pub(crate) const CLAIM_OWNER: &str = "_unique_owner";

#[cfg(test)]
mod tests;
