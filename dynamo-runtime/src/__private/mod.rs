//! Items for generated code only. Not covered by semantic versioning.

mod decoding;
mod definitions;
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
mod stubs;
mod text_values;
pub mod times;
mod view_field;

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
pub use std::borrow::Cow;
pub use std::collections::HashMap;
pub use std::string::String;
pub use std::vec::Vec;

pub use aws_sdk_dynamodb::types::AttributeValue;

pub use self::decoding::{
    Fault, absent_with, decode_with, is_optional_with, read_at, read_with, required_with, tag,
    unknown_variant,
};
pub use self::definitions::{
    definition, filter_definition, has_text_keys, is_filter, is_filter_of,
};
pub use self::filled::Filled;
pub use self::flattened::{is_one_of, is_reserved};
pub use self::given::{GivenField, GivenPlain};
pub use self::keys::{FromKey, KeyFields, ViewKeys, parse_index_key, parse_key, read_key};
pub(crate) use self::one_error::Unstored;
pub use self::one_error::{Slot, Stored, StoredBySerde, ToStore, ToStoreOtherwise, Value};
pub use self::one_error_in_keys::{
    Absence, Component, KeyField, NestedAbsence, NestedStep, NoAbsence, Recovered, Spelled,
    Subject, Unspelled,
};
pub use self::stubs::{
    STUB_ITEM, STUB_QUERY, STUB_TABLE, StubCodec, StubPartition, StubQuery, stub,
};
pub use self::text_values::{TextValue, decode_text, text_from_key, text_from_piece};
pub use self::view_field::{AnyItem, ReadField, SameType, ViewField, ViewedField};
pub use crate::codec::{
    AttributeType, Decode, DecodeError, Decoder, Encode, EncodeError, Encoder, Flatten, MapKey,
    SetElement, ShownAsText, VectorArg, VectorField, serde_decode, serde_encode,
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
    StoredValue, Table, WhenValue, decoder, default_of,
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
    ByKeys, ByType, Collection, ConsistentRead, Flag, InTable, Indexed, Itself, KeyedRow, Keys,
    Lookup, MemberOf, Members, PartitionArgs, Projected, Query, QueryInfo, ReadAt, Readable, Row,
    Scan, Scanned, Search, SearchInfo, Searchable, ShardedQuery, SortAt, View, WrittenPart,
};
pub use crate::rules::{
    CollectionSchema, ItemList, ItemSet, ItemVisitor, Member, Way, check_collection, query_of,
};
pub use crate::schema::{
    Choice, CounterSchema, Distance, FieldSchema, IndexKey, IndexKind, IndexSchema, ItemSchema,
    KeyBuild, KeyDefinition, KeySpec, Need, NeedPart, Projection, QuerySchema, Roles, TableSchema,
    VectorSchema,
};

pub use crate::__table_changes as table_changes;
#[cfg(feature = "streams")]
pub use crate::change::TableChanges;

/// The operation of a shared table that follows its stream.
#[cfg(feature = "streams")]
pub fn changes_of<T: Table>() -> TableChanges {
    TableChanges::of_table::<T>()
}

/// The method of a shared table that follows its stream, below the table in words.
#[cfg(feature = "streams")]
#[doc(hidden)]
#[macro_export]
macro_rules! __table_changes {
    ($table:ident $vis:vis, $page:literal, $docs:literal, $schema:item) => {
        #[doc = $page]
        #[automatically_derived]
        impl $table {
            #[doc = $docs]
            #[allow(dead_code, reason = "its stream may have no reader")]
            $vis fn changes() -> $crate::__private::TableChanges {
                $crate::__private::changes_of::<$table>()
            }
        }
        $schema
    };
}

/// A method that says which feature is off. It is hidden, so the table in words is on the impl of
/// `Table`: rustdoc leaves an impl out if all that it has is hidden.
#[cfg(not(feature = "streams"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __table_changes {
    ($table:ident $vis:vis, $page:literal, $docs:literal, $schema:item) => {
        #[automatically_derived]
        impl $table {
            #[doc(hidden)]
            #[allow(dead_code, reason = "its stream may have no reader")]
            $vis fn changes<N: $crate::__private::FeatureStreams>() -> N::Changes
            where
                $table: $crate::__private::Itself<N>,
            {
                ::core::unreachable!()
            }
        }
        #[doc = $page]
        $schema
    };
}

/// Refuses an item that is stored as another type.
#[allow(clippy::implicit_hasher, reason = "items of the SDK have this one")]
pub fn check_type<T: Item>(item: &HashMap<String, AttributeValue>) -> Result<(), Error> {
    crate::op::is_of_type(crate::item::ItemType::of::<T>(), item)
}

/// The expected stored value of a type; empty if the type cannot be stored, which is reported
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

/// The type of a field of a nested struct; rustdoc shows this name.
pub type NestedValue<S, Name> = <<S as NestedStruct>::Struct as NestedField<Name>>::Value;

/// The components of a collection's partition key; rustdoc shows this name.
pub type PartitionOf<C> = <<C as crate::op::Collection>::First as crate::op::QueryInfo>::Partition;
