//! The compile errors for operators on a field, which has methods instead.
//!
//! Each operator is there under a condition on its right side that never holds, and the condition
//! says which method to write. Comparisons have none: code that is generic over fields would find
//! `PartialEq::eq` in place of the method `eq` if a bound is missing.

use std::ops::{Add, Index, Sub};

use crate::field::Field;

/// The trait that a value would need to be added by an operator; none has it.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "arithmetic on a field is written with methods; operators compute in this process",
    label = "write `.plus(…)` or `.minus(…)`",
    note = "`.add(FIELD, 1)` of an update adds as well, and counts an absent number as zero"
)]
pub trait AddedByOperator {
    /// The sum. As it is unknown, no other error follows.
    type Sum;
}

#[doc(hidden)]
impl<I, V, M, X: AddedByOperator> Add<X> for Field<I, V, M> {
    type Output = X::Sum;

    fn add(self, _: X) -> X::Sum {
        unreachable!("`AddedByOperator` is not implemented")
    }
}

#[doc(hidden)]
impl<I, V, M, X: AddedByOperator> Sub<X> for Field<I, V, M> {
    type Output = X::Sum;

    fn sub(self, _: X) -> X::Sum {
        unreachable!("`AddedByOperator` is not implemented")
    }
}

/// The trait that a position or a key would need to be written in brackets; none has it.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "what a field holds is reached with methods; brackets are for values in this process",
    label = "write `.at(…)` for an element of a list, or `.entry(…)` for an entry of a map"
)]
pub trait InBrackets {
    /// The path. As it is unknown, no other error follows.
    type Path;
}

#[doc(hidden)]
impl<I, V, M, X: InBrackets> Index<X> for Field<I, V, M> {
    type Output = X::Path;

    fn index(&self, _: X) -> &X::Path {
        unreachable!("`InBrackets` is not implemented")
    }
}
