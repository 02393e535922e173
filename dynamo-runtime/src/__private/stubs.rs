//! Stand-ins for the parts of a declaration whose options are wrong.

use crate::codec::{DecodeError, Decoder, EncodeError, Encoder};
use crate::expr::SizeCodec;
use crate::field::{FieldCodec, FieldDecode};
use crate::item::Item;
use crate::key::KeyKind;
use crate::op::{ConsistentRead, QueryInfo, ShardedQuery};
use crate::schema::{ItemSchema, KeyDefinition, QuerySchema, TableSchema};

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
