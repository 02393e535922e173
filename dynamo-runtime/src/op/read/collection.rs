//! Collections: several item types of one partition, read as one enum.

use std::collections::HashMap;
use std::marker::PhantomData;

use aws_sdk_dynamodb::types::AttributeValue;

#[cfg(feature = "streams")]
use crate::change::{Change, Changes};
use crate::codec::{DecodeError, Decoder};
use crate::error::Error;
use crate::expr::{Filterable, IntoCondition};
use crate::field::FieldInfo;
#[cfg(not(feature = "streams"))]
use crate::item::FeatureStreams;
use crate::item::Record;
use crate::key::{Components, KeyPart};
#[cfg(not(feature = "streams"))]
use crate::op::Itself;
use crate::op::read::member_row::MemberRow;
use crate::op::read::partition_args::{PartitionArgs, with_args};
use crate::op::read::query::{ConsistentRead, Query, QueryInfo, ShardedQuery, Unknown};
use crate::op::read::range::{SortAt, SortRange};
use crate::rules::{CollectionSchema, ItemSet};
use crate::schema::QuerySchema;

/// Several item types of one partition, read as one enum; derived with `#[derive(Collection)]`.
///
/// The derive proves that the members can be read together: their partition keys have the same
/// form, and no key can belong to two of them.
///
/// ```
/// # use dynamo_runtime::{Collection, Db, Error, Item, Table};
/// # #[derive(Table)]
/// # #[table(name = "shop", pk = "PK", sk = "SK")]
/// # struct Shop;
/// # #[derive(Debug, Item)]
/// # #[dynamo(table = Shop)]
/// # #[key(pk = "CUSTOMER#{id}", sk = literal("PROFILE"))]
/// # struct Customer { id: String, name: String }
/// # #[derive(Debug, Item)]
/// # #[dynamo(table = Shop)]
/// # #[key(pk = "CUSTOMER#{customer}", sk = "ORDER#{id:06}")]
/// # struct Order { customer: String, id: u32, total: u32 }
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Error> {
/// # let db = Db::embedded().await?;
/// # db.create_table::<Shop>().await?;
/// # Customer { id: "ada".into(), name: "Ada".into() }.create().send(&db).await?;
/// # Order { customer: "ada".into(), id: 1, total: 40 }.create().send(&db).await?;
/// #[derive(Debug, Collection)]
/// #[collection(table = Shop)]
/// enum Entry {
///     Customer(Customer),
///     Order(Order),
/// }
///
/// let entries = Entry::query("ada").all(&db).await?;
/// assert!(matches!(&entries[..], [Entry::Order(_), Entry::Customer(_)]));
/// # Ok(())
/// # }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a collection",
    label = "expected an enum that derives `Collection`"
)]
pub trait Collection: Record + SharedCollection {
    /// How the first member is read.
    #[doc(hidden)]
    type First: QueryInfo;
    /// Whether the sort keys of all members are built alike.
    #[doc(hidden)]
    type Alike: RangedBy<<Self::First as QueryInfo>::Keys>;
    /// The schema of its members.
    #[doc(hidden)]
    const SCHEMA: CollectionSchema;

    /// Decodes the attributes of a member.
    #[doc(hidden)]
    fn decode_member(number: usize, from: &mut Decoder<'_>) -> Result<Self, DecodeError>;

    /// Returns an operation that follows the changes to the members in the live stream of the table.
    #[cfg(feature = "streams")]
    fn changes() -> Changes<Change<Self>> {
        Changes::of_collection()
    }

    /// Fails to compile, with a hint to write the member.
    #[doc(hidden)]
    fn put(&self) -> Self::Operation
    where
        Self: WrittenCollection,
    {
        unreachable!("`WrittenCollection` is not implemented")
    }

    /// Fails to compile, with a hint to write the member.
    #[doc(hidden)]
    fn create(&self) -> Self::Operation
    where
        Self: WrittenCollection,
    {
        unreachable!("`WrittenCollection` is not implemented")
    }

    /// Fails to compile, with a hint to write the member.
    #[doc(hidden)]
    fn delete(&self) -> Self::Operation
    where
        Self: WrittenCollection,
    {
        unreachable!("`WrittenCollection` is not implemented")
    }

    /// Says which feature is off.
    #[cfg(not(feature = "streams"))]
    #[doc(hidden)]
    fn changes<N: FeatureStreams>() -> N::Changes
    where
        Self: Itself<N>,
    {
        unreachable!("`FeatureStreams` is not implemented")
    }
}

/// The trait that a collection would need to be written; none has it.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is a collection, which is only read; its items are written",
    label = "write the item inside: `match entry {{ Entry::Order(order) => order.put(), … }}`"
)]
pub trait WrittenCollection {
    /// The operation.
    type Operation;
}

/// A collection, which threads can share; a trait for the same reason as `SharedItem`.
#[doc(hidden)]
pub trait SharedCollection: Send + Sync {}

impl<C: Collection> SharedCollection for C {}

/// Whether a condition holds, known at compile time.
#[doc(hidden)]
#[derive(Debug, Clone, Copy)]
pub struct Flag<const HOLDS: bool>;

/// The keys that a range over a collection compares, given the keys of its first member.
#[doc(hidden)]
pub trait RangedBy<K> {
    /// The keys.
    type Keys;
}

impl<K> RangedBy<K> for Flag<true> {
    type Keys = K;
}

impl<K> RangedBy<K> for Flag<false> {
    type Keys = DifferentSortKeys<K>;
}

/// The keys of a collection whose members sort differently; no field is in them.
#[doc(hidden)]
pub struct DifferentSortKeys<K>(PhantomData<K>);

/// Requires a bound that never holds, so that the error of a range says why.
impl<M: FieldInfo, K, const N: usize> SortAt<DifferentSortKeys<K>, N> for M where
    DifferentSortKeys<K>: SortsAlike
{
}

/// A query in which a range means the same for every item it reads.
#[diagnostic::on_unimplemented(
    message = "the members of this collection have different sort keys, so no `range` means the same for all of them",
    label = "narrow one member with `range_of::<Member>(…)`, or query one of the item types"
)]
#[doc(hidden)]
pub trait SortsAlike {}

/// A member of the collection `C`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a member of `{C}`",
    label = "expected the type of one of its variants"
)]
pub trait MemberOf<C> {
    /// The query it is read with.
    #[doc(hidden)]
    type Query: QueryInfo;
    /// Its place in the collection.
    #[doc(hidden)]
    const NUMBER: usize;
}

/// A type that can be a member of a collection: an item, or the part of one that an index holds.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an item",
    label = "expected a struct that derives `Item`, or what an index holds of one"
)]
#[doc(hidden)]
pub trait Readable: Record {
    /// The item.
    type Item;
    /// The index that holds just this part of the item; `None` for the whole item.
    const INDEX: Option<&'static str>;
}

/// The query with this number of an item type.
#[doc(hidden)]
pub trait ReadAt<const NUMBER: usize> {
    /// The query.
    type Query: QueryInfo;
}

// A member that is much larger than the others can be boxed.

#[diagnostic::do_not_recommend]
impl<M: Readable> Readable for Box<M> {
    type Item = M::Item;
    const INDEX: Option<&'static str> = M::INDEX;
}

impl<const NUMBER: usize, M: ReadAt<NUMBER>> ReadAt<NUMBER> for Box<M> {
    type Query = M::Query;
}

impl<T: Record> Record for Box<T> {
    const NAME: &'static str = T::NAME;

    fn decode(from: &mut Decoder<'_>) -> Result<Self, DecodeError> {
        T::decode(from).map(Self::new)
    }

    fn check_type(item: &HashMap<String, AttributeValue>) -> Result<(), Error> {
        T::check_type(item)
    }
}

impl<T: Components> Components for Box<T> {
    fn component(&self, field: usize) -> Option<&dyn KeyPart> {
        T::component(self, field)
    }
}

/// An item type that lives in the table `T`, or a tuple of those.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an item of table `{T}`",
    label = "expected an item type with `#[dynamo(table = {T})]`"
)]
#[doc(hidden)]
pub trait InTable<T>: ItemSet {
    /// Evaluated wherever items of one table are needed.
    const IS_IN: () = ();
}

/// The members of a collection, as a query.
pub struct Members<C>(PhantomData<fn() -> C>);

impl<C: Collection> QueryInfo for Members<C> {
    type Item = <C::First as QueryInfo>::Item;
    type Output = C;
    type Row = MemberRow<C>;
    type Keys = <C::First as QueryInfo>::Keys;
    type Ranged = <C::Alike as RangedBy<<C::First as QueryInfo>::Keys>>::Keys;
    type Partition = <C::First as QueryInfo>::Partition;
    const NAME: &'static str = C::SCHEMA.name;
    const QUERY: QuerySchema = C::First::QUERY;

    fn collection() -> Option<&'static CollectionSchema> {
        Some(const { &C::SCHEMA })
    }
}

#[diagnostic::do_not_recommend]
impl<C: Collection> ConsistentRead for Members<C> where C::First: ConsistentRead {}

#[diagnostic::do_not_recommend]
impl<C: Collection> ShardedQuery for Members<C> where C::First: ShardedQuery {}

impl<C: Collection> Query<Members<C>> {
    /// Builds the partition key from the argument of the generated method.
    #[doc(hidden)]
    #[allow(
        clippy::needless_pass_by_value,
        reason = "the generated method takes it by value"
    )]
    pub fn of_members(partition: impl PartitionArgs<<C::First as QueryInfo>::Partition>) -> Self {
        let query = const { &C::First::QUERY };
        with_args(query, &partition, Self::from_args)
    }

    /// Narrows the sort key of one member, and leaves the others as they are:
    /// `.range_of::<Issue>(Issue::NUMBER.ge(90))`.
    ///
    /// DynamoDB reads from the first possible key to the last; items in between that are not in the
    /// range are read and left out.
    pub fn range_of<M: MemberOf<C>>(
        mut self,
        range: impl SortRange<<M::Query as QueryInfo>::Keys>,
    ) -> Self {
        self.spec.narrow(Some(M::NUMBER), range.into_bounds());
        self
    }

    /// Keeps only those items of one member for which a condition holds, and all items of the
    /// others: `.filter_of::<Issue>(Issue::STATUS.eq("open"))`.
    ///
    /// The member is recognised by the type attribute or, in an index, by the table's keys.
    /// DynamoDB still reads, and bills, the items that are left out.
    pub fn filter_of<M: MemberOf<C>>(
        mut self,
        condition: impl IntoCondition<
            <M::Query as QueryInfo>::Item,
            Fields: Filterable<<M::Query as QueryInfo>::Keys>,
        >,
    ) -> Self {
        self.spec
            .filter_member(M::NUMBER, condition.into_condition().node);
        self
    }

    /// Skips items of types that the collection does not have. Without this, they are an error.
    ///
    /// Items that sort before the first or after the last key that a member can have are not read
    /// at all.
    pub fn skip_unknown(mut self) -> Self {
        self.spec.unknown = Unknown::Skipped;
        self
    }
}
