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

/// A field of a nested struct, by its name: a type of that name, which messages show.
#[doc(hidden)]
pub trait NestedField<Name> {
    /// The field's type.
    type Value;

    /// Returns the field.
    fn field(&self) -> &Self::Value;
}

/// A type that stands for a name, in the crate that uses the name.
#[doc(hidden)]
pub trait NestedName {
    /// The number of the name, which is the same in every crate.
    type Number;
}

/// A number derived from a name.
#[doc(hidden)]
pub struct FieldNumber<const NUMBER: u64>;

/// A field of a nested struct, by the number of its name. The name itself is for the message.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no field `{Name}` that a key can be built from",
    label = "expected the name of a stored field of `{Self}` that is as visible as `{Self}` itself"
)]
pub trait HasField<Number, Name> {
    /// The field's type.
    type Value;

    /// Returns the field.
    fn field(&self) -> &Self::Value;
}

#[diagnostic::do_not_recommend]
impl<T: HasField<Name::Number, Name>, Name: NestedName> NestedField<Name> for T {
    type Value = T::Value;

    fn field(&self) -> &T::Value {
        HasField::field(self)
    }
}
