//! The argument of `range`: comparisons with the leading components of a sort key.

use smallvec::smallvec;

use crate::expr::{Comparison, Condition};
use crate::field::FieldInfo;
use crate::key::KeyError;

/// The field at position `N`, counted from zero, of the sort key that the query `Q` reads by.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the next component of the sort key that `{Q}` reads by",
    label = "`range` takes the components of the sort key in their order, from the first",
    note = "give a tuple, `(A.eq(…), B.gt(…))`, to fix the leading components and compare the next one",
    note = "two bounds of one field are `between(low, high)`, or two calls of `range`",
    note = "use `filter` for attributes that are not in the sort key"
)]
pub trait SortAt<Q, const N: usize>: FieldInfo {}

/// A comparison with the leading component of the sort key of the query `Q`, or a tuple: equal
/// leading components, then one comparison.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a range of the sort key that `{Q}` reads by",
    label = "expected a comparison of the leading component of the sort key, such as `Item::FIELD.gt(…)`",
    note = "two bounds of one field are `between(low, high)`, or two calls of `range`; several fields are a tuple, `(A.eq(…), B.gt(…))`; `and` is for filters"
)]
pub trait SortRange<Q> {
    /// Returns the comparisons, leading component first.
    #[doc(hidden)]
    fn into_bounds(self) -> Result<SortBounds, KeyError>;
}

/// The comparisons of a range.
#[doc(hidden)]
pub struct SortBounds(pub(crate) crate::key::Bounds);

impl<Q, I, V, M> SortRange<Q> for Comparison<I, V, M>
where
    M: FieldInfo<Owner = I, Value = V> + SortAt<Q, 0>,
{
    fn into_bounds(self) -> Result<SortBounds, KeyError> {
        Ok(SortBounds(smallvec![self.into_bound()?]))
    }
}

/// The trait that a condition would need to be a range; none has it.
#[doc(hidden)]
pub trait IsRange {}

// With it, the compiler does not advise to remove `and(…)` from a condition.
#[doc(hidden)]
#[diagnostic::do_not_recommend]
impl<Q, I, F> SortRange<Q> for Condition<I, F>
where
    Self: IsRange,
{
    fn into_bounds(self) -> Result<SortBounds, KeyError> {
        unreachable!("no condition has `IsRange`")
    }
}

macro_rules! tuple_range {
    ($($item:ident $value:ident $marker:ident $number:tt),+) => {
        impl<Q, $($item, $value, $marker),+> SortRange<Q> for ($(Comparison<$item, $value, $marker>,)+)
        where
            $($marker: FieldInfo<Owner = $item, Value = $value> + SortAt<Q, $number>,)+
        {
            fn into_bounds(self) -> Result<SortBounds, KeyError> {
                Ok(SortBounds(smallvec![$(self.$number.into_bound()?),+]))
            }
        }
    };
}

tuple_range!(I0 V0 M0 0);
tuple_range!(I0 V0 M0 0, I1 V1 M1 1);
tuple_range!(I0 V0 M0 0, I1 V1 M1 1, I2 V2 M2 2);
tuple_range!(I0 V0 M0 0, I1 V1 M1 1, I2 V2 M2 2, I3 V3 M3 3);
