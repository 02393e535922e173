//! Collections: several item types of one partition, read as one enum.

use std::collections::HashMap;
use std::marker::PhantomData;

use aws_sdk_dynamodb::types::AttributeValue;

use crate::__private::StubPartition;
#[cfg(feature = "streams")]
use crate::change::{Change, Changes};
use crate::codec::{DecodeError, Decoder};
use crate::error::Error;
use crate::expr::{Filterable, IntoCondition};
use crate::field::FieldInfo;
#[cfg(not(feature = "streams"))]
use crate::item::FeatureStreams;
use crate::item::{Item, Record};
use crate::key::{Args, Components, Format, KeyArg, KeyError, KeyPart, KeyValue, Part};
use crate::op::read::members::KeyChecks;
use crate::op::read::query::{ConsistentRead, Query, QueryInfo, ShardedQuery, Unknown};
use crate::op::read::range::{SortAt, SortRange};
use crate::op::read::select::Row;
use crate::rules::{CollectionSchema, ItemSet};
use crate::schema::QuerySchema;

/// Several item types of one partition, read as one enum; derived with `#[derive(Collection)]`.
///
/// The derive proves that the members can be read together: their partition keys are built alike,
/// and no key can belong to two of them.
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
pub trait Collection: Record {
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

    /// Says which feature is off.
    #[cfg(not(feature = "streams"))]
    #[doc(hidden)]
    fn changes()
    where
        for<'a> &'a Self: FeatureStreams,
    {
        unreachable!("`FeatureStreams` is not implemented")
    }
}

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
    type Item: Item;
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
    /// DynamoDB reads, and bills for, the items left out.
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

    /// Skips items of types that the collection does not have. Without this they are an error.
    ///
    /// Items that sort before or after everything the members' sort keys begin with are not read at
    /// all.
    pub fn skip_unknown(mut self) -> Self {
        self.spec.unknown = Unknown::Skipped;
        self
    }
}

/// A field of the partition key.
#[doc(hidden)]
#[derive(Debug, Clone, Copy)]
pub struct PartitionField {
    number: usize,
    name: &'static str,
    /// How many characters of it the key holds, if not all.
    first: Option<u16>,
}

/// The fields of the partition key, each once, in order of appearance. Passes the arguments of a
/// partition key, and whether they are valid, to a function.
pub(super) fn with_args<P, T>(
    query: &QuerySchema,
    partition: &impl PartitionArgs<P>,
    make: impl FnOnce(Result<(), KeyError>, &Args<'_>) -> T,
) -> T {
    let fields = partition_fields(query);
    let parts = partition.parts();
    let args: Vec<_> = fields.iter().map(|field| field.number).zip(parts).collect();
    make(partition.check(&fields), &Args(&args))
}

fn partition_fields(query: &QuerySchema) -> Vec<PartitionField> {
    let mut fields: Vec<PartitionField> = Vec::new();
    for part in query.pk.iter().flat_map(|spec| spec.template.parts) {
        let Part::Component {
            field,
            name,
            format,
            ..
        } = part
        else {
            continue;
        };
        let first = match format {
            // It is not an argument.
            Format::Shard(_) => continue,
            Format::First(count) => Some(*count),
            _ => None,
        };
        match fields.iter_mut().find(|known| known.number == *field) {
            // The longer part, or all of it.
            Some(known) => known.first = known.first.zip(first).map(|(one, other)| one.max(other)),
            None => fields.push(PartitionField {
                number: *field,
                name,
                first,
            }),
        }
    }
    fields
}

/// The components that the partition key of a collection is built from: a single one, or a tuple in
/// order of appearance.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not what the partition key is built from",
    label = "expected the component of the partition key, or a tuple of its components: `{T}`"
)]
pub trait PartitionArgs<T> {
    /// Checks that every argument is a valid value of its component's type.
    #[doc(hidden)]
    fn check(&self, fields: &[PartitionField]) -> Result<(), KeyError>;

    /// The arguments, in order.
    #[doc(hidden)]
    fn parts(&self) -> Vec<&dyn KeyPart>;
}

#[diagnostic::do_not_recommend]
impl<A: KeyArg<T>, T> PartitionArgs<(T,)> for A {
    fn check(&self, fields: &[PartitionField]) -> Result<(), KeyError> {
        check_arg::<T>(self, fields, 0)
    }

    fn parts(&self) -> Vec<&dyn KeyPart> {
        vec![self]
    }
}

#[diagnostic::do_not_recommend]
impl<A> PartitionArgs<StubPartition> for A {
    fn check(&self, _: &[PartitionField]) -> Result<(), KeyError> {
        Ok(())
    }

    fn parts(&self) -> Vec<&dyn KeyPart> {
        Vec::new()
    }
}

impl PartitionArgs<()> for () {
    fn check(&self, _: &[PartitionField]) -> Result<(), KeyError> {
        Ok(())
    }

    fn parts(&self) -> Vec<&dyn KeyPart> {
        Vec::new()
    }
}

macro_rules! partition_args {
    ($($arg:ident $component:ident $number:tt),+) => {
        #[diagnostic::do_not_recommend]
        impl<$($arg: KeyArg<$component>, $component),+> PartitionArgs<($($component,)+)> for ($($arg,)+) {
            fn check(&self, fields: &[PartitionField]) -> Result<(), KeyError> {
                $(check_arg::<$component>(&self.$number, fields, $number)?;)+
                Ok(())
            }

            fn parts(&self) -> Vec<&dyn KeyPart> {
                vec![$(&self.$number),+]
            }
        }
    };
}

partition_args!(A0 T0 0, A1 T1 1);
partition_args!(A0 T0 0, A1 T1 1, A2 T2 2);
partition_args!(A0 T0 0, A1 T1 1, A2 T2 2, A3 T3 3);
partition_args!(A0 T0 0, A1 T1 1, A2 T2 2, A3 T3 3, A4 T4 4);
partition_args!(A0 T0 0, A1 T1 1, A2 T2 2, A3 T3 3, A4 T4 4, A5 T5 5);
partition_args!(A0 T0 0, A1 T1 1, A2 T2 2, A3 T3 3, A4 T4 4, A5 T5 5, A6 T6 6);
partition_args!(A0 T0 0, A1 T1 1, A2 T2 2, A3 T3 3, A4 T4 4, A5 T5 5, A6 T6 6, A7 T7 7);

fn check_arg<T>(
    arg: &impl KeyArg<T>,
    fields: &[PartitionField],
    number: usize,
) -> Result<(), KeyError> {
    let field = fields.get(number);
    let checked = match field.and_then(|field| field.first) {
        Some(count) => arg.check_first(count),
        None => arg.check(),
    };
    checked.map_err(|error| error.with_component(field.map_or("", |field| field.name)))
}

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
