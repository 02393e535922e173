//! Expressions: typed conditions over the field constants, and the one place that renders them.

mod assign;
mod comparison;
mod condition;
mod evaluate;
mod limit;
mod methods;
mod operand;
mod path;
mod render;
mod size;
mod together;
mod update;

pub use assign::{Assign, Known, Partial, SetValue, known};
pub(crate) use assign::{Assigned, Changes, encode_with};
pub use comparison::Comparison;
pub(crate) use condition::Node;
pub use condition::{Condition, Filterable, IntoCondition, Nested, Unchecked};
pub(crate) use limit::{Limit, exhausted};
pub use methods::{Container, Ordered};
pub(crate) use operand::Arg;
pub use operand::Operand;
pub(crate) use path::{AttrPath, Segment};
pub use path::{ElementOf, EntryOf, Path};
pub(crate) use render::{ExpressionError, Expressions};
pub use size::{HasSize, Size, SizeCodec};
pub use together::{FreeField, Given, Kept, Removed, SetTogether, SetTogetherWith, SetUnique};
pub use update::{Arithmetic, Element, MayBeAbsent, Removal, Target};
pub(crate) use update::{Clause, Term, negated};

#[cfg(test)]
mod tests;
