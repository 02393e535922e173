//! The same as in `one_error`, for fields in keys.

use std::marker::PhantomData;
use std::ops::Deref;

use super::keys::take_component;
use super::one_error::Unstored;
use super::{Fault, FromKey, KeyFields, stub};
use crate::codec::Encode;
use crate::expr::Partial;
use crate::key::{
    IndexSortPart, IntegerPart, KeyComponent, KeyError, KeyPart, NestedField, NestedStruct,
    NumberPart, PartitionKeyPart, Piece, SortKeyPart, Spelling, TemplatePart, TextPart, TimePart,
    UnpaddedSortPart, UntimedPart,
};

/// A field of an item as a component of a key.
pub struct Component<'a, T> {
    value: &'a T,
    otherwise: NoComponent<'a>,
}

impl<'a, T> Component<'a, T> {
    pub const fn of(value: &'a T) -> Self {
        Self {
            value,
            otherwise: NoComponent(PhantomData),
        }
    }
}

impl<'a, T: KeyPart> Component<'a, T> {
    #[must_use]
    pub fn part(self) -> &'a dyn KeyPart {
        self.value
    }
}

impl<'a, T> Deref for Component<'a, T> {
    type Target = NoComponent<'a>;

    fn deref(&self) -> &Self::Target {
        &self.otherwise
    }
}

/// Replaces a field that cannot be in a key.
pub struct NoComponent<'a>(PhantomData<&'a ()>);

impl<'a> NoComponent<'a> {
    #[must_use]
    pub fn part(&self) -> &'a dyn KeyPart {
        stub()
    }
}

/// Whether a component of this type may be absent; `false` for a type that cannot be in a key,
/// which is already reported.
pub struct Absence<T>(PhantomData<T>);

impl<T: IndexSortPart> Absence<T> {
    pub const IS_POSSIBLE: bool = T::MAY_BE_ABSENT;
}

/// Whether the struct that a component is nested in may be absent.
pub struct NestedAbsence<T>(PhantomData<T>);

impl<T: NestedStruct> NestedAbsence<T> {
    pub const IS_POSSIBLE: bool = T::MAY_BE_ABSENT;
}

pub trait NoAbsence {
    const IS_POSSIBLE: bool = false;
}

impl<T> NoAbsence for Absence<T> {}
impl<T> NoAbsence for NestedAbsence<T> {}

/// The spelling of a component's type; text for a type that cannot be in a key, which is already
/// reported.
pub struct Spelled<T>(PhantomData<T>);

impl<T: IndexSortPart> Spelled<T> {
    pub const SPELLING: Spelling = T::PART_SPELLING;
    pub const IS_KNOWN: bool = true;
}

pub trait Unspelled {
    const SPELLING: Spelling = Spelling::Text;
    const IS_KNOWN: bool = false;
}

impl<T> Unspelled for Spelled<T> {}

/// A step from a value into the nested field with a name.
pub struct NestedStep<'a, T, Name> {
    value: Option<&'a T>,
    otherwise: NoStep<'a>,
    name: PhantomData<Name>,
}

impl<'a, T, Name> NestedStep<'a, T, Name> {
    #[must_use]
    pub const fn from(value: Option<&'a T>) -> Self {
        Self {
            value,
            otherwise: NoStep(PhantomData),
            name: PhantomData,
        }
    }
}

impl<'a, T: NestedStruct<Struct: NestedField<Name>>, Name> NestedStep<'a, T, Name> {
    /// The field; `None` if the struct it is nested in is absent.
    #[must_use]
    pub fn field(self) -> Option<&'a <T::Struct as NestedField<Name>>::Value> {
        Some(self.value?.nested()?.field())
    }
}

impl<'a, T, Name> Deref for NestedStep<'a, T, Name> {
    type Target = NoStep<'a>;

    fn deref(&self) -> &Self::Target {
        &self.otherwise
    }
}

/// Replaces a field that does not exist.
pub struct NoStep<'a>(PhantomData<&'a ()>);

impl<'a> NoStep<'a> {
    #[must_use]
    pub fn field(&self) -> Option<&'a Reported> {
        None
    }
}

/// A field that is taken from a key's components.
pub struct Recovered<'a, T> {
    key: &'a mut KeyFields,
    otherwise: Unstored<T>,
}

impl<'a, T> Recovered<'a, T> {
    pub const fn from(key: &'a mut KeyFields) -> Self {
        Self {
            key,
            otherwise: Unstored::new(),
        }
    }
}

impl<T: FromKey> Recovered<'_, T> {
    pub fn take(self, field: usize, name: &'static str, fault: &mut Fault) -> Option<T> {
        fault.unless(take_component(self.key, field, name))
    }
}

impl<T> Deref for Recovered<'_, T> {
    type Target = Unstored<T>;

    fn deref(&self) -> &Self::Target {
        &self.otherwise
    }
}

/// A field of the primary key, known to an update.
pub struct KeyField<'a, T> {
    values: &'a Partial<'a>,
    otherwise: Unstored<T>,
}

impl<'a, T> KeyField<'a, T> {
    #[must_use]
    pub const fn of(values: &'a Partial<'a>) -> Self {
        Self {
            values,
            otherwise: Unstored::new(),
        }
    }
}

impl<T: KeyComponent> KeyField<'_, T> {
    #[must_use]
    pub fn component(self, field: usize) -> Option<T> {
        self.values.key(field)
    }
}

impl<T> Deref for KeyField<'_, T> {
    type Target = Unstored<T>;

    fn deref(&self) -> &Self::Target {
        &self.otherwise
    }
}

/// The type of a component, for the bounds of its place and its format.
pub struct Subject<T>(NoSubject, PhantomData<fn() -> T>);

impl<T> Subject<T> {
    /// The type, whatever it is.
    #[must_use]
    pub const fn itself(&self) -> PhantomData<T> {
        PhantomData
    }
}

impl<T: Encode> Subject<T> {
    /// The type, if it can be stored.
    #[must_use]
    pub const fn stored(&self) -> PhantomData<T> {
        PhantomData
    }
}

impl<T: KeyPart> Subject<T> {
    /// The type, if it can be in a key.
    #[must_use]
    pub const fn in_key(&self) -> PhantomData<T> {
        PhantomData
    }
}

impl<T: TemplatePart> Subject<T> {
    /// The type, if it can be next to text.
    #[must_use]
    pub const fn beside_text(&self) -> PhantomData<T> {
        PhantomData
    }
}

impl<T> Deref for Subject<T> {
    type Target = NoSubject;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

/// Replaces a type that is already reported.
pub struct NoSubject;

impl NoSubject {
    #[must_use]
    pub const fn stored(&self) -> PhantomData<Reported> {
        PhantomData
    }

    #[must_use]
    pub const fn in_key(&self) -> PhantomData<Reported> {
        PhantomData
    }

    #[must_use]
    pub const fn beside_text(&self) -> PhantomData<Reported> {
        PhantomData
    }
}

/// A type that every place and every format accepts.
pub struct Reported;

impl KeyPart for Reported {
    fn piece(&self) -> Option<Piece<'_>> {
        None
    }
}

impl KeyComponent for Reported {
    const SPELLING: Spelling = Spelling::Text;

    fn from_piece(_: Piece<'_>) -> Result<Self, KeyError> {
        stub()
    }
}

#[diagnostic::do_not_recommend]
impl PartitionKeyPart for Reported {}
#[diagnostic::do_not_recommend]
impl SortKeyPart for Reported {}

#[diagnostic::do_not_recommend]
impl TemplatePart for Reported {}
#[diagnostic::do_not_recommend]
impl UnpaddedSortPart for Reported {}
#[diagnostic::do_not_recommend]
impl UntimedPart for Reported {}
#[diagnostic::do_not_recommend]
impl TimePart for Reported {}
#[diagnostic::do_not_recommend]
impl TextPart for Reported {}
#[diagnostic::do_not_recommend]
impl IntegerPart for Reported {}
#[diagnostic::do_not_recommend]
impl NumberPart for Reported {}
