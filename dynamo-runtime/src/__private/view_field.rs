//! The fields of views.

use std::any::Any;

use super::{Fault, ViewKeys, stub};
use crate::codec::{DecodeError, Decoder};
use crate::field::{FieldDecode, FieldInfo, StoredField};
use crate::item::Item;
use crate::key::KeyPart;

/// A field of an item that a view declares with the type `T`.
#[diagnostic::on_unimplemented(
    message = "the item's field `{Self}` is stored only inside a key, so no view can have it",
    label = "remove this field, or `key_only` from the item's"
)]
pub trait ViewField<T>: Sized {
    fn read(
        from: &mut Decoder<'_>,
        slot: &mut Option<T>,
        keys: &mut ViewKeys,
    ) -> Result<(), DecodeError>;
    fn required(slot: Option<T>, keys: &mut ViewKeys) -> Result<T, DecodeError>;
}

/// A field that a view can have.
pub trait ReadField: FieldInfo<Codec: FieldDecode<Self::Value>> {}

#[diagnostic::do_not_recommend]
impl<M: StoredField<Codec: FieldDecode<Self::Value>>> ReadField for M {}

/// The rest of what a view needs of a field, whatever it is: a mistake is reported once.
pub trait ViewedField {
    /// The attribute it is read from: its own, or a key of the table.
    const READ_FROM: &'static str;

    fn part(value: &dyn Any) -> Option<&dyn KeyPart>;
}

impl<M: FieldInfo> ViewedField for M {
    const READ_FROM: &'static str = match M::KEY {
        Some(spec) => spec.attribute,
        None => M::ATTRIBUTE,
    };

    fn part(value: &dyn Any) -> Option<&dyn KeyPart> {
        M::part(value.downcast_ref()?)
    }
}

/// A type that is `T` itself, as a bound with a message.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "the item's field is a `{Self}`, not a `{T}`",
    label = "write `{Self}`, as in the item"
)]
pub trait SameType<T> {
    fn into_same(self) -> T;
}

impl<T> SameType<T> for T {
    #[inline]
    fn into_same(self) -> T {
        self
    }
}

/// The item of a view whose options are wrong: any item.
pub enum AnyItem {}

impl<T: Item> SameType<T> for AnyItem {
    fn into_same(self) -> T {
        stub()
    }
}

impl<M: ReadField, T> ViewField<T> for M
where
    M::Value: SameType<T>,
{
    fn read(
        from: &mut Decoder<'_>,
        slot: &mut Option<T>,
        keys: &mut ViewKeys,
    ) -> Result<(), DecodeError> {
        if let Some(spec) = M::KEY {
            return keys.read(spec, from);
        }
        let value = <M::Codec as FieldDecode<M::Value>>::decode(from);
        *slot = Some(value.map_err(|error| error.at(M::ATTRIBUTE))?.into_same());
        Ok(())
    }

    fn required(slot: Option<T>, keys: &mut ViewKeys) -> Result<T, DecodeError> {
        if let Some(spec) = M::KEY {
            let mut fault = Fault::none();
            let value = M::from_key(keys.of(spec)?, &mut fault).map(SameType::into_same);
            return value.map_or_else(|| fault.into_result(), Ok);
        }
        let absent = match slot {
            Some(value) => return Ok(value),
            None => <M::Codec as FieldDecode<M::Value>>::absent(),
        };
        let missing = || DecodeError::missing(M::ATTRIBUTE);
        let value = absent.map_err(|error| error.at(M::ATTRIBUTE))?;
        let value = value.or_else(M::default_value).ok_or_else(missing)?;
        Ok(value.into_same())
    }
}
