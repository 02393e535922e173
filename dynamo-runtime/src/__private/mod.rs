//! Items for generated code only. Not covered by semantic versioning.

#[expect(clippy::unused_self, reason = "as in `one_error`")]
mod filled;
mod flattened;
mod given;
mod keys;
#[expect(
    clippy::unused_self,
    reason = "method lookup ends at stand-ins that are never run"
)]
mod one_error;
#[expect(clippy::unused_self, reason = "as in `one_error`")]
mod one_error_in_keys;
pub mod times;

pub use core::assert;
pub use core::clone::Clone;
pub use core::cmp::PartialEq;
pub use core::convert::From;
pub use core::default::Default;
pub use core::fmt;
pub use core::iter::{Extend, FromIterator, IntoIterator};
pub use core::marker::Sized;
pub use core::option::Option::{self, None, Some};
pub use core::primitive::{bool, i128, str, u8, u64, usize};
pub use core::result::Result::{self, Err, Ok};
pub use core::str::FromStr;
pub use std::borrow::Cow;
pub use std::collections::HashMap;
pub use std::string::{String, ToString};
pub use std::vec::Vec;

use std::fmt::Display;

use serde::Serialize;
use serde::de::DeserializeOwned;

pub use aws_sdk_dynamodb::types::AttributeValue;

pub use self::filled::Filled;
pub use self::flattened::{is_one_of, is_reserved};
pub use self::given::{Given, GivenPlain};
pub use self::keys::{FromKey, KeyFields, ViewKeys, parse_index_key, parse_key, read_key};
pub(crate) use self::one_error::Unstored;
pub use self::one_error::{Slot, Stored, StoredBySerde, ToStore, ToStoreOtherwise, Value};
pub use self::one_error_in_keys::{
    Absence, Component, KeyField, NestedAbsence, NoAbsence, Recovered, Spelled, Step, Subject,
    Unspelled,
};
pub use crate::codec::{
    AttributeType, Decode, DecodeError, Decoder, Encode, EncodeError, Encoder, Flatten, MapKey,
    SetElement, VectorArg, VectorField, serde_decode, serde_encode,
};
pub use crate::error::Error;
pub use crate::expr::{
    Filterable, FreeField, HasSize, MayBeAbsent, Partial, Removed, SetCounter, SetTogether,
    SetTogetherWith, SetUnique, SizeCodec,
};
pub use crate::field::{
    CounterField, CounterValue, Field, FieldCodec, FieldDecode, FieldInfo, FieldPlace, Own, Serde,
    StoredField,
};
pub use crate::item::{
    CountedKey, DeclaredTable, FeatureStreams, Holds, Item, OneItemType, Record, SharedTable,
    Table, WhenValue, decoder, default_of,
};
pub use crate::key::{
    Args, Components, FieldNumber, Format, HasField, IndexPartitionPart, IndexSortPart,
    IntegerPart, Key, KeyArg, KeyComponent, KeyError, KeyKind, KeyPart, NestedField, NestedName,
    NestedStruct, NumberPart, Part, PartitionKeyPart, Piece, Shards, SortKeyPart, Spelling,
    Template, TemplatePart, TextPart, TimePart, UniquePart, UnpaddedSortPart, UntimedPart,
};
pub use crate::lifecycle::{SoftDelete, SoftDeleted, Stamps, Timestamp, TtlSeconds, Version};
pub use crate::op::bulk::TableQuery;
pub use crate::op::{
    Collection, ConsistentRead, Flag, InTable, Indexed, KeyedRow, Keys, Lookup, MemberOf, Members,
    PartitionArgs, Projected, Query, QueryInfo, ReadAt, Readable, Row, Scan, Scanned, Search,
    SearchInfo, Searchable, ShardedQuery, SortAt, View,
};
pub use crate::rules::{
    CollectionSchema, ItemList, ItemSet, ItemVisitor, Member, Way, check_collection, query_of,
};
pub use crate::schema::{
    Choice, CounterSchema, Distance, FieldSchema, IndexKey, IndexKind, IndexSchema, ItemSchema,
    KeyBuild, KeyDefinition, KeySpec, Need, NeedPart, Projection, QuerySchema, Roles, TableSchema,
    VectorSchema,
};

/// The definition of a key attribute.
#[must_use]
pub const fn definition(spec: &KeySpec) -> KeyDefinition {
    KeyDefinition {
        name: spec.attribute,
        kind: spec.template.kind(),
    }
}

/// The type by which vector searches filter a field; `None` if they cannot.
const fn filter_kind(field: &FieldSchema) -> Option<KeyKind> {
    let Some(kind) = field.stored_as() else {
        return None;
    };
    match kind.as_bytes() {
        b"S" => Some(KeyKind::Text),
        b"N" => Some(KeyKind::Number),
        b"B" => Some(KeyKind::Bytes),
        _ => None,
    }
}

/// Whether vector searches can be filtered by a field.
#[must_use]
pub const fn is_filter(field: &FieldSchema) -> bool {
    filter_kind(field).is_some()
}

/// Whether vector searches can be filtered by a field of the type that a shared table declares.
#[must_use]
pub const fn is_filter_of(field: &FieldSchema, kind: KeyKind) -> bool {
    match filter_kind(field) {
        Some(found) => found.is(kind),
        None => false,
    }
}

/// The definition of a field that vector searches can be filtered by.
#[must_use]
pub const fn filter_definition(field: &FieldSchema) -> KeyDefinition {
    KeyDefinition {
        name: match field.attribute {
            Some(name) => name,
            None => field.name,
        },
        // A field that cannot be a filter is already reported.
        kind: match filter_kind(field) {
            Some(kind) => kind,
            None => KeyKind::Text,
        },
    }
}

/// Whether claims on unique values can be stored: they are items with text keys.
#[must_use]
pub const fn has_text_keys<T: Item>() -> bool {
    let schema = <T::Table as Table>::SCHEMA;
    let sorts_by_text = match schema.sk {
        Some(sk) => matches!(sk.kind, KeyKind::Text),
        None => true,
    };
    matches!(schema.pk.kind, KeyKind::Text) && sorts_by_text
}

/// The changes of a table.
#[cfg(feature = "streams")]
pub use crate::change::TableChanges;

/// The changes of a table, which need a feature.
#[cfg(not(feature = "streams"))]
#[derive(Debug)]
pub enum TableChanges {}

/// The operation of a shared table that follows its stream.
#[cfg(feature = "streams")]
pub fn table_changes<T: Table>() -> TableChanges {
    TableChanges::of_table::<T>()
}

/// Stands for the operation, which needs a feature.
#[cfg(not(feature = "streams"))]
#[must_use]
pub fn table_changes<T: Table>() -> TableChanges {
    unreachable!("`FeatureStreams` is not implemented")
}

/// Refuses an item that is stored as another type.
#[allow(clippy::implicit_hasher, reason = "items of the SDK have this one")]
pub fn check_type<T: Item>(item: &HashMap<String, AttributeValue>) -> Result<(), Error> {
    crate::op::is_of_type(crate::item::ItemType::of::<T>(), item)
}

/// What a stored value of a type should be; empty if the type cannot be stored, which is reported
/// elsewhere.
pub struct Expected<T>(std::marker::PhantomData<T>);

impl<T: Decode> Expected<T> {
    pub const TEXT: &'static str = T::EXPECTED;
    pub const NONES: u8 = T::NONES;
    pub const OPTIONAL: bool = T::OPTIONAL;
    pub const VARIANTS: &'static [&'static str] = T::VARIANTS;
}

pub trait Unexpected {
    const TEXT: &'static str = "";
    const NONES: u8 = 0;
    const OPTIONAL: bool = false;
    const VARIANTS: &'static [&'static str] = &[];
}

impl<T> Unexpected for Expected<T> {}

/// Refuses a type with two `None`s, which are stored alike.
///
/// # Panics
///
/// Panics if there are two.
#[track_caller]
pub const fn tells_none_apart(nones: u8) {
    assert!(
        nones < 2,
        "an `Option` in an `Option` loses `Some(None)`, which is stored as `None` is; write one \
         `Option`, or an enum of three variants that derives `Attribute`"
    );
}

/// The error of the first argument that is not a valid value of its component's type.
pub fn checked<const N: usize>(
    arguments: [(&'static str, Result<(), KeyError>); N],
) -> Result<(), KeyError> {
    for (name, checked) in arguments {
        checked.map_err(|error| error.with_component(name))?;
    }
    Ok(())
}

/// A type that is stored as text: a unit enum, or one with `Display` and `FromStr`.
pub trait TextValue: Sized {
    const EXPECTED: &'static str;
    const VARIANTS: &'static [&'static str] = &[];
    fn text(&self) -> Cow<'_, str>;
    fn from_text(text: &str) -> Option<Self>;
}

pub fn decode_text<T: TextValue>(from: &mut Decoder<'_>) -> Result<T, DecodeError> {
    let text = from.text()?;
    T::from_text(&text).ok_or_else(other_text::<T>)
}

pub fn text_from_key<T: TextValue>(text: &str) -> Result<T, DecodeError> {
    T::from_text(text).ok_or_else(other_text::<T>)
}

fn other_text<T: TextValue>() -> DecodeError {
    DecodeError::new(T::EXPECTED, "another text")
}

pub fn text_from_piece<T: TextValue>(piece: Piece<'_>) -> Result<T, KeyError> {
    let text = piece.into_text()?;
    T::from_text(&text).ok_or_else(|| KeyError::new(concat_expected(T::EXPECTED)))
}

fn concat_expected(expected: &str) -> String {
    format!(
        "is not {}",
        expected.strip_prefix("S, ").unwrap_or(expected)
    )
}

/// The variant name of a data enum, read ahead of the rest of its map.
pub fn tag(from: &mut Decoder<'_>, tag: &str) -> Result<String, DecodeError> {
    match from.peek_entry(tag)? {
        Some(name) => Ok(name.into_owned()),
        None => Err(DecodeError::missing(tag)),
    }
}

#[must_use]
pub fn unknown_variant(tag: &str, expected: &'static str) -> DecodeError {
    DecodeError::new(expected, "another text").at(tag)
}

/// Writes a field of `#[dynamo(serde)]`.
fn serde_entry<T: Serialize>(to: &mut Encoder, name: &str, value: &T) -> Result<(), EncodeError> {
    if crate::codec::serde_is_absent(value) {
        return Ok(());
    }
    to.entry_with(name, |to| serde_encode(value, to))
}

/// The outcome of reading the value of a name. An error has the name at the front of its path.
#[inline]
pub fn read_at(
    read: Result<(), DecodeError>,
    names: &[&'static str],
    field: usize,
) -> Result<(), DecodeError> {
    match (read, names.get(field)) {
        (Err(error), Some(name)) => Err(error.at(name)),
        (read, _) => read,
    }
}

/// Why a field has no value: the error of the first field that lacks one.
pub struct Fault(Option<DecodeError>);

impl Fault {
    #[inline]
    #[must_use]
    pub const fn none() -> Self {
        Self(None)
    }

    /// The value, if there is one.
    #[inline]
    pub fn unless<T>(&mut self, value: Result<T, DecodeError>) -> Option<T> {
        match value {
            Ok(value) => Some(value),
            Err(error) => {
                self.keep(error);
                None
            }
        }
    }

    #[cold]
    fn keep(&mut self, error: DecodeError) {
        match &mut self.0 {
            Some(first) => first.keep(&error),
            none => *none = Some(error),
        }
    }

    /// The error, if a field has no value.
    #[cold]
    pub fn into_result<T>(self) -> Result<T, DecodeError> {
        match self.0 {
            Some(error) => Err(error),
            None => unreachable!("every field without a value leaves a fault"),
        }
    }
}

fn read_serde<T: DeserializeOwned>(
    from: &mut Decoder<'_>,
    slot: &mut Option<T>,
) -> Result<(), DecodeError> {
    *slot = Some(serde_decode(from)?);
    Ok(())
}

fn required_serde<T: DeserializeOwned>(
    slot: Option<T>,
    name: &'static str,
) -> Result<T, DecodeError> {
    slot.or_else(crate::codec::serde_absent)
        .ok_or_else(|| DecodeError::missing(name))
}

/// Reads a value through the `decode` of a module.
pub fn decode_with<D: Decode, T, E: Display>(
    from: &mut Decoder<'_>,
    decode: fn(D) -> Result<T, E>,
) -> Result<T, DecodeError> {
    decode(D::decode(from)?).map_err(DecodeError::custom)
}

/// Whether a field that is read by a function may be missing.
#[must_use]
pub const fn is_optional_with<D: Decode, T, E>(_: fn(D) -> Result<T, E>) -> bool {
    D::OPTIONAL
}

pub fn read_with<D: Decode, T, E: Display>(
    from: &mut Decoder<'_>,
    slot: &mut Option<T>,
    decode: fn(D) -> Result<T, E>,
) -> Result<(), DecodeError> {
    *slot = Some(decode_with(from, decode)?);
    Ok(())
}

pub fn required_with<D: Decode, T, E: Display>(
    slot: Option<T>,
    name: &'static str,
    decode: fn(D) -> Result<T, E>,
) -> Result<T, DecodeError> {
    match (slot, D::absent()) {
        (Some(value), _) => Ok(value),
        (None, Some(stored)) => decode(stored).map_err(|error| DecodeError::custom(error).at(name)),
        (None, None) => Err(DecodeError::missing(name)),
    }
}

/// The value that a missing attribute means to the `decode` of a module.
pub fn absent_with<D: Decode, T, E: Display>(
    decode: fn(D) -> Result<T, E>,
) -> Result<Option<T>, DecodeError> {
    D::absent()
        .map(decode)
        .transpose()
        .map_err(DecodeError::custom)
}

/// The table of an item whose options are wrong.
pub const STUB_TABLE: TableSchema = TableSchema::new(
    "",
    KeyDefinition {
        name: "",
        kind: KeyKind::Text,
    },
);
/// The schema of an item whose options are wrong.
pub const STUB_ITEM: ItemSchema = ItemSchema::new("", None, &[], &[]);

/// The keys of a query of an item whose options are wrong.
pub const STUB_QUERY: QuerySchema = QuerySchema {
    method: "",
    index: None,
    scan: None,
    when: None,
    pk: &[],
    sk: &[],
};

/// The query of an item whose options are wrong.
pub struct StubQuery<T>(core::marker::PhantomData<fn() -> T>);

impl<T: Item> QueryInfo for StubQuery<T> {
    type Item = T;
    type Output = T;
    type Row = T;
    type Keys = Self;
    type Ranged = Self;
    type Partition = StubPartition;
    const NAME: &'static str = "";
    const QUERY: QuerySchema = STUB_QUERY;
}

impl<T: Item> ConsistentRead for StubQuery<T> {}

impl<T: Item> ShardedQuery for StubQuery<T> {}

/// The partition of such a query, for which any argument will do.
pub struct StubPartition;

/// The codec of a field of a struct whose options are wrong.
pub struct StubCodec;

impl<V> FieldCodec<V> for StubCodec {
    fn encode(_: &V, _: &mut Encoder) -> Result<(), EncodeError> {
        stub()
    }

    fn is_absent(_: &V) -> bool {
        stub()
    }
}

impl<V> FieldDecode<V> for StubCodec {
    fn decode(_: &mut Decoder<'_>) -> Result<V, DecodeError> {
        stub()
    }

    fn absent() -> Result<Option<V>, DecodeError> {
        stub()
    }
}

impl<V> SizeCodec<V> for StubCodec {}

/// The body of a method of an item whose options are wrong; its compile error is elsewhere.
#[must_use]
pub fn stub<T>() -> T {
    unreachable!("the derive reported an error")
}

/// A field of an item that a view declares with the type `T`.
#[diagnostic::on_unimplemented(
    message = "the item's field `{Self}` is not stored as `{T}`",
    label = "a view's field has the type of its item's, which is an attribute of its own",
    note = "write the type that the item's field has; remove a field that is `key_only` in the item"
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

/// The components of a collection's partition key; rustdoc shows this name.
pub type PartitionOf<C> = <<C as crate::op::Collection>::First as crate::op::QueryInfo>::Partition;
