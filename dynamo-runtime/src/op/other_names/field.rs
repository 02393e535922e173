//! The words for a field.

use crate::field::Field;

/// The trait that a field would need to be compared by another name.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a field has no `neq`; Rust calls it `ne`",
    label = "write `.ne(…)`"
)]
pub trait Unequal {}

#[doc(hidden)]
impl<I, V, M> Field<I, V, M>
where
    Self: Unequal,
{
    pub fn neq(self) {}
    pub fn not_eq(self) {}
    pub fn not_equal(self) {}
    pub fn not_equals(self) {}
}

/// The trait that a field would need to be equal by another name.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a field is compared with a value by `eq`",
    label = "write `.eq(…)`"
)]
pub trait Equal {}

#[doc(hidden)]
impl<I, V, M> Field<I, V, M>
where
    Self: Equal,
{
    pub fn equal(self) {}
    pub fn equal_to(self) {}
    pub fn equals(self) {}
    pub fn is(self) {}
}

/// The trait that a field would need to be compared by a long name.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a field is compared by `lt`, `le`, `gt` and `ge`",
    label = "write `.lt(…)`, `.le(…)`, `.gt(…)` or `.ge(…)`"
)]
pub trait Compared {}

#[doc(hidden)]
impl<I, V, M> Field<I, V, M>
where
    Self: Compared,
{
    pub fn at_least(self) {}
    pub fn at_most(self) {}
    pub fn greater_than(self) {}
    pub fn greater_than_or_equal(self) {}
    pub fn less_than(self) {}
    pub fn less_than_or_equal(self) {}
}

/// The trait that a field would need to put items in order.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a query reads in the order of its sort key, not of a field",
    label = "write `.descending()` on the query for the reverse order",
    note = "to read in the order of another field, query an index that has it as its sort key"
)]
pub trait OrderedByField {}

#[doc(hidden)]
impl<I, V, M> Field<I, V, M>
where
    Self: OrderedByField,
{
    pub fn asc(self) {}
    pub fn ascending(self) {}
    pub fn desc(self) {}
    pub fn descending(self) {}
}

/// The trait that a field would need to be looked for by another name.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a field is compared with several values by `is_in`",
    label = "write `.is_in([…])`"
)]
pub trait Among {}

#[doc(hidden)]
impl<I, V, M> Field<I, V, M>
where
    Self: Among,
{
    pub fn in_(self) {}
    pub fn eq_any(self) {}
    pub fn one_of(self) {}
}

/// The trait that a field would need to be matched with a pattern.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "DynamoDB has no patterns",
    label = "write `.begins_with(…)` or `.contains(…)`"
)]
pub trait Matched {}

#[doc(hidden)]
impl<I, V, M> Field<I, V, M>
where
    Self: Matched,
{
    pub fn like(self) {}
    pub fn matches(self) {}
}

/// The trait that a field would need to be measured like a value.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a field has no `len`; DynamoDB calls it `size`",
    label = "write `.size()`, and compare it: `.size().gt(3)`"
)]
pub trait Measured {}

#[doc(hidden)]
impl<I, V, M> Field<I, V, M>
where
    Self: Measured,
{
    pub fn len(self) {}
}

/// The trait that a field would need to be stepped into like a value.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a field constant has no `get`; it names a field, and `entry` or `at` steps into it",
    label = "write `.entry(…)` for an entry of a map, or `.at(…)` for an element of a list"
)]
pub trait SteppedInto {}

#[doc(hidden)]
impl<I, V, M> Field<I, V, M>
where
    Self: SteppedInto,
{
    pub fn get(self) {}
}

/// The trait that a field would need to be asked like an `Option`.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a field is not an `Option` of this process; a condition asks whether its attribute exists",
    label = "write `.exists()` or `.not_exists()`"
)]
pub trait AskedLikeAnOption {}

/// The trait that a field would need to be asked like text.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a field has no `starts_with`; DynamoDB calls it `begins_with`",
    label = "write `.begins_with(…)`"
)]
pub trait AskedLikeText {}

#[doc(hidden)]
impl<I, V, M> Field<I, V, M>
where
    Self: AskedLikeAnOption,
{
    pub fn attribute_exists(self) {}
    pub fn attribute_not_exists(self) {}
    pub fn is_none(self) {}
    pub fn is_some(self) {}
    pub fn is_null(self) {}
    pub fn is_not_null(self) {}
}

#[doc(hidden)]
impl<I, V, M> Field<I, V, M>
where
    Self: AskedLikeText,
{
    pub fn starts_with(self) {}
}
