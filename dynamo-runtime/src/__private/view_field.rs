//! The fields of views.

use super::{Fault, ViewKeys};
use crate::codec::{DecodeError, Decoder};
use crate::field::{FieldDecode, FieldInfo, StoredField};
use crate::key::KeyPart;

/// A field of an item that a view declares with the type `T`.
#[diagnostic::on_unimplemented(
    message = "the item's field `{Self}` is not stored as `{T}`",
    label = "a view's field has the type of its item's, which is an attribute of its own",
    note = "write the type that this field has in the item; remove a field that is `key_only` there"
)]
pub trait ViewField<T>: Sized {
    /// The attribute it is read from: its own, or a key of the table.
    const READ_FROM: &'static str;

    fn read(
        from: &mut Decoder<'_>,
        slot: &mut Option<T>,
        keys: &mut ViewKeys,
    ) -> Result<(), DecodeError>;
    fn required(slot: Option<T>, keys: &mut ViewKeys) -> Result<T, DecodeError>;
    fn part(value: &T) -> Option<&dyn KeyPart>;
}

/// A type that is `T` itself. With the type of a field in place of a bound `Value = T`, the compiler
/// words a mismatch as [`ViewField`] does.
#[doc(hidden)]
pub trait Same<T> {
    fn into_same(self) -> T;
    fn of(same: &T) -> &Self;
}

impl<T> Same<T> for T {
    #[inline]
    fn into_same(self) -> T {
        self
    }

    #[inline]
    fn of(same: &T) -> &T {
        same
    }
}

#[diagnostic::do_not_recommend]
impl<M, T> ViewField<T> for M
where
    M: StoredField,
    M::Codec: FieldDecode<M::Value>,
    M::Value: Same<T>,
{
    const READ_FROM: &'static str = match M::KEY {
        Some(spec) => spec.attribute,
        None => M::ATTRIBUTE,
    };

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
            let value = M::from_key(keys.of(spec)?, &mut fault).map(Same::into_same);
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

    fn part(value: &T) -> Option<&dyn KeyPart> {
        <M as FieldInfo>::part(Same::of(value))
    }
}
