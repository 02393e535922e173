//! The life of an item: the fields that the runtime fills on a write.

mod version;

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use aws_sdk_dynamodb::types::AttributeValue;

use crate::calendar::date_of;
use crate::expr::{Assigned, MayBeAbsent, SetTogether};
use crate::field::FieldInfo;
use crate::item::Item;

pub(crate) use self::version::Guard;
pub use self::version::Version;
use crate::key::truncated;

/// A type that can hold a time the runtime fills in: text, seconds, a type of `chrono` or `time`,
/// or an `Option` of one.
///
/// Text is ISO 8601 with milliseconds, `2025-10-14T10:00:00.000Z`; numbers are seconds since 1970.
/// For another format, use `#[dynamo(with = module)]`.
#[diagnostic::on_unimplemented(
    message = "the runtime cannot fill `{Self}` with a time",
    label = "text, whole numbers of seconds, and points in time of `chrono`, `jiff` and `time` can hold one",
    note = "make the field a `String`, a `u64`, a `DateTime<Utc>` of `chrono`, or an `Option` of one; the types of `chrono`, `jiff` and `time` need the feature of that name"
)]
pub trait Timestamp: Sized + Send + Sync {
    /// Evaluated for the field's type.
    #[doc(hidden)]
    const IS_TIME: () = ();

    /// Returns the time as a value of this type.
    fn at(time: SystemTime) -> Self;

    /// Whether no time was set: `None`, empty text, zero.
    fn is_unset(&self) -> bool;
}

#[diagnostic::do_not_recommend]
impl<T: Timestamp> Timestamp for Option<T> {
    fn at(time: SystemTime) -> Self {
        Some(T::at(time))
    }

    fn is_unset(&self) -> bool {
        self.is_none()
    }
}

#[diagnostic::do_not_recommend]
impl Timestamp for String {
    fn at(time: SystemTime) -> Self {
        iso8601(time)
    }

    fn is_unset(&self) -> bool {
        self.is_empty()
    }
}

#[diagnostic::do_not_recommend]
impl Timestamp for SystemTime {
    fn at(time: SystemTime) -> Self {
        time
    }

    fn is_unset(&self) -> bool {
        *self == UNIX_EPOCH
    }
}

macro_rules! seconds {
    ($($ty:ty),*) => {$(
        #[diagnostic::do_not_recommend]
        impl Timestamp for $ty {
            fn at(time: SystemTime) -> Self {
                Self::try_from(epoch_seconds(time)).unwrap_or(Self::MAX)
            }

            fn is_unset(&self) -> bool {
                *self == 0
            }
        }
    )*};
}

seconds!(u32, u64, u128, usize, i64, i128);

#[cfg(feature = "chrono")]
mod chrono {
    use chrono::{DateTime, FixedOffset, NaiveDateTime, Utc};

    use super::{SystemTime, Timestamp};

    #[diagnostic::do_not_recommend]
    impl Timestamp for DateTime<Utc> {
        fn at(time: SystemTime) -> Self {
            time.into()
        }

        fn is_unset(&self) -> bool {
            *self == Self::UNIX_EPOCH
        }
    }

    #[diagnostic::do_not_recommend]
    impl Timestamp for DateTime<FixedOffset> {
        fn at(time: SystemTime) -> Self {
            DateTime::<Utc>::from(time).fixed_offset()
        }

        fn is_unset(&self) -> bool {
            self.timestamp() == 0
        }
    }

    #[diagnostic::do_not_recommend]
    impl Timestamp for NaiveDateTime {
        fn at(time: SystemTime) -> Self {
            DateTime::<Utc>::from(time).naive_utc()
        }

        fn is_unset(&self) -> bool {
            *self == DateTime::UNIX_EPOCH.naive_utc()
        }
    }
}

#[cfg(feature = "jiff")]
mod jiff {
    use jiff::civil::DateTime;
    use jiff::tz::Offset;

    use super::{SystemTime, Timestamp};

    #[diagnostic::do_not_recommend]
    impl Timestamp for jiff::Timestamp {
        fn at(time: SystemTime) -> Self {
            Self::try_from(time).unwrap_or(Self::MAX)
        }

        fn is_unset(&self) -> bool {
            *self == Self::UNIX_EPOCH
        }
    }

    #[diagnostic::do_not_recommend]
    impl Timestamp for DateTime {
        fn at(time: SystemTime) -> Self {
            Offset::UTC.to_datetime(jiff::Timestamp::at(time))
        }

        fn is_unset(&self) -> bool {
            *self == Offset::UTC.to_datetime(jiff::Timestamp::UNIX_EPOCH)
        }
    }
}

#[cfg(feature = "time")]
mod time {
    use time::{OffsetDateTime, PrimitiveDateTime};

    use super::{SystemTime, Timestamp};

    #[diagnostic::do_not_recommend]
    impl Timestamp for OffsetDateTime {
        fn at(time: SystemTime) -> Self {
            time.into()
        }

        fn is_unset(&self) -> bool {
            *self == Self::UNIX_EPOCH
        }
    }

    #[diagnostic::do_not_recommend]
    impl Timestamp for PrimitiveDateTime {
        fn at(time: SystemTime) -> Self {
            let time = OffsetDateTime::from(time);
            Self::new(time.date(), time.time())
        }

        fn is_unset(&self) -> bool {
            self.assume_utc() == OffsetDateTime::UNIX_EPOCH
        }
    }
}

/// An integer of seconds, as DynamoDB's TTL requires, or an `Option` of one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not stored as seconds, which DynamoDB's TTL needs",
    label = "use a `u32`, `u64` or `i64`, an `Option` of one, or a time with `#[dynamo(with = epoch_seconds)]`"
)]
pub trait TtlSeconds {
    /// Evaluated for the field's type.
    #[doc(hidden)]
    const IS_TTL: () = ();
}

#[diagnostic::do_not_recommend]
impl TtlSeconds for u32 {}
#[diagnostic::do_not_recommend]
impl TtlSeconds for u64 {}
#[diagnostic::do_not_recommend]
impl TtlSeconds for i64 {}
#[diagnostic::do_not_recommend]
impl TtlSeconds for u128 {}
#[diagnostic::do_not_recommend]
impl TtlSeconds for i128 {}
#[diagnostic::do_not_recommend]
impl TtlSeconds for usize {}
#[diagnostic::do_not_recommend]
impl<T: TtlSeconds> TtlSeconds for Option<T> {}

/// An `Option` of a time, for a `soft_delete` field.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a `soft_delete` field",
    label = "expected an `Option` of a time, set when the item is deleted"
)]
pub trait SoftDeleted: Timestamp {
    /// Evaluated for the field's type.
    #[doc(hidden)]
    const IS_SOFT_DELETE: () = ();
}

#[diagnostic::do_not_recommend]
impl<T: Timestamp> SoftDeleted for Option<T> {}

/// An item with a `soft_delete` field that can be set on its own.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no `soft_delete` field that can be set by itself",
    label = "mark an `Option` field with `#[dynamo(soft_delete)]`",
    note = "one that feeds an index key with other fields is set with them: by `modify`, or `update().set((…), (…))`"
)]
pub trait SoftDelete: Item {
    /// The field.
    type Field: FieldInfo<Owner = Self, Value: SoftDeleted + MayBeAbsent>
        + SetTogether<(Self::Field,)>;
}

/// The values that the runtime fills in on one write. Without a time it fills none.
#[doc(hidden)]
#[derive(Default)]
pub struct Stamps {
    now: Option<SystemTime>,
    filled: Vec<Assigned>,
    guard: Option<Guard>,
    /// The last version that the field's type can hold.
    last: Option<AttributeValue>,
}

impl Stamps {
    pub(crate) fn at(now: SystemTime) -> Self {
        Self {
            now: Some(now),
            ..Self::default()
        }
    }

    /// Fills a field with its value from the key.
    pub fn fill<M: FieldInfo<Value: Send + Sync>>(&mut self, value: Option<M::Value>) {
        self.filled.extend(value.map(Assigned::new::<M>));
    }

    /// Fills a field with the time some seconds from now.
    pub fn after<M: FieldInfo>(&mut self, seconds: u64)
    where
        M::Value: Timestamp,
    {
        if let Some(now) = self.now {
            let time = truncated(now + Duration::from_secs(seconds), M::precision());
            self.filled.push(Assigned::new::<M>(Timestamp::at(time)));
        }
    }

    /// Fills a field with the time some seconds from now, if it is unset.
    pub fn after_if_unset<M: FieldInfo>(&mut self, value: &M::Value, seconds: u64)
    where
        M::Value: Timestamp,
    {
        if value.is_unset() {
            self.after::<M>(seconds);
        }
    }

    /// Increments a `version` and makes the write check it.
    pub fn version<M: FieldInfo>(&mut self, value: &M::Value)
    where
        M::Value: Version,
    {
        if self.now.is_none() {
            return;
        }
        let next = value.next();
        let expected = if value.is_unset() {
            Ok(None)
        } else {
            crate::expr::encode_with::<M::Value, M::Codec>(value)
        };
        self.guard = Some(Guard {
            attribute: M::ATTRIBUTE,
            expected,
            exhausted: next.is_none(),
        });
        self.filled.extend(next.map(Assigned::new::<M>));
    }

    /// Makes an update keep a `version` within its type.
    pub fn counts<M: FieldInfo>(&mut self)
    where
        M::Value: Version,
    {
        // A version that cannot be stored cannot be reached either.
        let last = crate::expr::encode_with::<M::Value, M::Codec>(&M::Value::last());
        self.last = last.ok().flatten();
    }

    /// Returns the value that was filled in for a field.
    #[must_use]
    pub fn get<T: 'static>(&self, field: usize) -> Option<&T> {
        self.filled(field)
            .and_then(|assigned| assigned.value.downcast_ref())
    }

    pub(crate) fn filled(&self, field: usize) -> Option<&Assigned> {
        self.filled.iter().find(|assigned| assigned.field == field)
    }

    pub(crate) fn into_filled(self) -> Vec<Assigned> {
        self.filled
    }

    pub(crate) fn take_last(&mut self) -> Option<AttributeValue> {
        self.last.take()
    }

    pub(crate) fn take_guard(&mut self) -> Option<Guard> {
        self.guard.take()
    }
}

/// Seconds since 1970; zero for an earlier time.
pub(crate) fn epoch_seconds(time: SystemTime) -> u64 {
    time.duration_since(UNIX_EPOCH)
        .map_or(0, |since| since.as_secs())
}

/// `2025-10-14T10:00:00.000Z`.
fn iso8601(time: SystemTime) -> String {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    let (days, second) = (since.as_secs() / 86_400, since.as_secs() % 86_400);
    let (year, month, day) = date_of(days.cast_signed());
    format!(
        "{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}.{:03}Z",
        second / 3600,
        second / 60 % 60,
        second % 60,
        since.subsec_millis()
    )
}

#[cfg(test)]
mod tests {
    use super::{Duration, UNIX_EPOCH, iso8601};

    #[test]
    fn text_is_iso_8601_across_leap_days_and_centuries() {
        let at = |seconds| iso8601(UNIX_EPOCH + Duration::from_secs(seconds));
        assert_eq!(at(0), "1970-01-01T00:00:00.000Z");
        assert_eq!(at(951_782_400), "2000-02-29T00:00:00.000Z");
        assert_eq!(at(1_709_164_799), "2024-02-28T23:59:59.000Z");
        assert_eq!(at(1_709_164_800), "2024-02-29T00:00:00.000Z");
        assert_eq!(at(4_107_542_400), "2100-03-01T00:00:00.000Z");
        assert_eq!(
            iso8601(UNIX_EPOCH + Duration::from_millis(1_763_116_200_123)),
            "2025-11-14T10:30:00.123Z"
        );
    }
}
