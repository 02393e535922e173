//! Components that are fields of a nested struct: `{address.city}`.

/// A struct that derives `Attribute`, or an `Option` or a `Box` of one, as in `{address.city}`.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no fields that a key can name",
    label = "expected a struct that derives `Attribute`, or an `Option` or a `Box` of one"
)]
pub trait NestedStruct {
    /// The struct.
    type Struct;

    /// Whether it may be absent.
    const MAY_BE_ABSENT: bool = false;

    /// Returns the struct, if it is there.
    fn nested(&self) -> Option<&Self::Struct>;
}

#[diagnostic::do_not_recommend]
impl<T: NestedStruct> NestedStruct for Option<T> {
    type Struct = T::Struct;
    const MAY_BE_ABSENT: bool = true;

    fn nested(&self) -> Option<&T::Struct> {
        self.as_ref().and_then(NestedStruct::nested)
    }
}

#[diagnostic::do_not_recommend]
impl<T: NestedStruct> NestedStruct for Box<T> {
    type Struct = T::Struct;
    const MAY_BE_ABSENT: bool = T::MAY_BE_ABSENT;

    fn nested(&self) -> Option<&T::Struct> {
        T::nested(self)
    }
}

/// A field of a nested struct, identified by a number derived from its name.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no field of this name that a key can be built from",
    label = "expected a stored field of `{Self}` that is as visible as `{Self}` itself"
)]
pub trait NestedField<const NAME: u64> {
    /// The field's type.
    type Value;

    /// Returns the field.
    fn field(&self) -> &Self::Value;
}
