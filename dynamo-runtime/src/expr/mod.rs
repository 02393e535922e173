//! Expressions: the types of conditions, paths and assignments that field constants build.
//!
//! [`Condition`] and [`known`] are also at the crate's root. The traits here say which method
//! accepts which field or value; you meet them in compiler errors if one does not fit.

mod assign;
mod comparison;
mod condition;
mod evaluate;
mod limit;
mod methods;
mod operand;
mod operators;
mod path;
mod render;
mod size;
mod together;
mod update;
mod update_changes;

pub use assign::{Assign, Known, SetValue};
pub(crate) use assign::{Assigned, encode_with};
#[doc(hidden)]
pub use assign::{EntireItem, OneField, Partial, known};
pub use comparison::Comparison;
#[doc(hidden)]
pub use condition::Condition;
pub(crate) use condition::Node;
pub use condition::{Filterable, IntoCondition, Nested, Unchecked};
pub(crate) use limit::{Limit, exhausted};
pub use methods::{Container, Ordered};
pub(crate) use operand::Arg;
pub use operand::Operand;
#[doc(hidden)]
pub use operators::{AddedByOperator, InBrackets};
pub(crate) use path::{AttrPath, Segment};
pub use path::{ElementOf, Elements, EntryKey, EntryOf, FieldOf, Path, StructOf};
pub(crate) use render::{ExpressionError, Expressions};
pub use size::{HasSize, Size, SizeCodec};
pub use together::{
    Allows, AllowsInside, Computes, FreeField, Given, Kept, Removed, SetCounter, SetTogether,
    SetTogetherWith, SetUnique,
};
pub use update::{Arithmetic, Element, MayBeAbsent, Removal, Removes, Target};
pub(crate) use update::{Clause, Term, negated};
pub(crate) use update_changes::UpdateChanges;

#[cfg(test)]
mod tests;
