//! A row of a query of a collection.

use super::collection::Collection;
use super::members::KeyChecks;
use super::select::Row;
use crate::codec::{DecodeError, Decoder};
use crate::item::Record;
use crate::key::{Components, KeyPart, KeyValue};

/// A member of a collection, and the keys it was found under; no member if its type is unknown.
#[doc(hidden)]
pub struct MemberRow<C> {
    member: Option<C>,
    number: usize,
    keys: Vec<(&'static str, KeyValue)>,
}

impl<C: Collection> Row<C> for MemberRow<C> {
    fn into_output(self) -> Option<C> {
        self.member
    }
}

// Ranges are checked by its keys.
impl<C> Components for MemberRow<C> {
    fn component(&self, _: usize) -> Option<&dyn KeyPart> {
        None
    }
}

impl<C: Collection> Record for MemberRow<C> {
    const NAME: &'static str = C::SCHEMA.name;

    fn decode(from: &mut Decoder<'_>) -> Result<Self, DecodeError> {
        let schema = const { &C::SCHEMA };
        let keys = schema.peek(from)?;
        let number = schema.member_of(&keys);
        let member = match number {
            Some(number) => Some(C::decode_member(number, from)?),
            None => {
                from.skip_item()?;
                None
            }
        };
        Ok(Self {
            member,
            number: number.unwrap_or_default(),
            keys: keys.values,
        })
    }

    fn is_foreign(&self) -> bool {
        self.member.is_none()
    }

    fn is_within(&self, checks: &KeyChecks) -> bool {
        checks.hold_under(const { &C::SCHEMA }, self.number, &self.keys)
    }
}
