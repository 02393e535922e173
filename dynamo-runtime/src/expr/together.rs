//! Which fields an update may set, alone or in one list.

use std::marker::PhantomData;

use crate::field::{FieldInfo, StoredField};

/// The field is set to the value.
pub struct Given;

/// The field already has the value.
pub struct Kept;

/// The field is set to a value computed from an item of type `I`.
pub struct Computes<I>(PhantomData<I>);

/// A field that may be set in a list `L` of fields: alone, or with all the others that feed an
/// index key with it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be set",
    label = "a field of the primary key never changes, one that lives only inside an index key changes with `modify`, and the runtime keeps `version` and `updated_at` itself",
    note = "to move an item to another key, delete it and create the other, in one transaction"
)]
pub trait SetTogether<L>: FieldInfo {
    /// The list, defined only if the field may be set in it. The next field is checked against this
    /// list, so that a field that does not fit causes one error and not one per field.
    #[doc(hidden)]
    type Then;
}

/// A field that feeds an index key with the others of the group `G`, in a list `L` of fields.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is set only with all of `{G}`: together they make an index key",
    label = "write `.set((…), (…))` with the constants of `{G}` in this order",
    note = "a list of fields holds all that feed a key together, and no others; `known(value)` in place of a value leaves a field as it is"
)]
pub trait SetTogetherWith<L, G> {
    /// The same as [`SetTogether::Then`].
    #[doc(hidden)]
    type Then;
}

/// The trait that a `unique` field would need for an update to set it; none has it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is unique and cannot be changed by `update()`",
    label = "use `modify`, which knows the value before and frees it"
)]
pub trait SetUnique<L> {
    /// The same as [`SetTogether::Then`].
    #[doc(hidden)]
    type Then;
}

/// The trait that a `counter` would need for an update to set it; none has it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is a counter and cannot be changed by hand",
    label = "the writes of the items that it counts keep it",
    note = "`recount()` of the item type that it counts puts it right"
)]
pub trait SetCounter<L> {
    /// The same as [`SetTogether::Then`].
    #[doc(hidden)]
    type Then;
}

/// A field that feeds no built index key, so that its new value need not be known.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be changed this way: it feeds a key, or the runtime keeps it",
    label = "if it feeds an index key, give the whole new value with `set`, or use `modify`",
    note = "a field of the primary key never changes, one that lives only inside an index key changes with `modify`, and the runtime keeps `version` and `updated_at` itself"
)]
pub trait FreeField: StoredField {}

/// The list of a field that is removed. A field that is in every template of the keys it feeds
/// removes those keys, so the others need not be given.
pub struct Removed;

/// Whether a field in this mode may be in a list of fields to set.
pub trait Allows<M, L> {
    /// The same as [`SetTogether::Then`].
    type Then;
}

impl<M: SetTogether<L>, L> Allows<M, L> for Given {
    type Then = M::Then;
}

impl<M, L> Allows<M, L> for Kept {
    type Then = L;
}

impl<M: FreeField + FieldInfo<Owner = I>, L, I> Allows<M, L> for Computes<I> {
    type Then = L;
}

/// Whether a path inside a field may be set in this mode; the field itself may be.
pub trait AllowsInside<M> {}

impl<M> AllowsInside<M> for Given {}
impl<M> AllowsInside<M> for Kept {}
impl<M: FieldInfo<Owner = I>, I> AllowsInside<M> for Computes<I> {}
