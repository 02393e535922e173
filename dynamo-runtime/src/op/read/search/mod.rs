//! Searches of a vector index: the items whose vectors are nearest to a given one.

mod attempt;
mod hits;
mod hydrate;
mod plan;

use std::fmt;
use std::marker::PhantomData;

use aws_sdk_dynamodb::operation::search_vectors::builders::SearchVectorsFluentBuilder;

pub use self::hits::{Hit, Hits};
pub use self::hydrate::HydrateSearch;
use self::plan::SearchSpec;
use crate::db::Db;
use crate::error::Error;
use crate::expr::{IntoCondition, Nested, Unchecked};
use crate::key::{Args, KeyError};
use crate::op::Explanation;
use crate::op::read::collection::{Collection, Members};
use crate::op::read::hydrate::Projected;
use crate::op::read::partition_args::{PartitionArgs, with_args};
use crate::op::read::query::{QueryInfo, QueryType};
use crate::op::read::select::{Output, SelectedView, ViewOf, Whole, WholeItem};

/// A way to search items by a vector. Implemented by the marker type of a generated search method.
pub trait SearchInfo: QueryInfo {
    /// The number of elements of the query vector.
    const DIMENSIONS: usize;
}

/// Fields that a search of `Q` may be filtered by: those in the `filter` list of its index.
#[diagnostic::on_unimplemented(
    message = "a search by `{Q}` cannot be filtered by `{Self}`",
    label = "not in the `filter` list of the vector index",
    note = "add the field to `filter = [...]` of the `#[vector]`, or filter the results"
)]
pub trait Searchable<Q> {}

impl<Q, A: Searchable<Q>, B: Searchable<Q>> Searchable<Q> for (A, B) {}
impl<Q> Searchable<Q> for Unchecked {}
#[diagnostic::do_not_recommend]
impl<Q: NestedFilters> Searchable<Q> for Nested {}

/// Never implemented: DynamoDB filters searches by top-level attributes.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a search by `{Self}` cannot be filtered by a nested value",
    label = "DynamoDB filters searches by top-level attributes"
)]
pub trait NestedFilters {}

/// Finds the items whose vectors are nearest to a given one: `Doc::similar("acme", &query)`.
///
/// Returns the best ten, best first; [`top`](Self::top) sets another number. Deleted and expired
/// items, and items of other types, are left out and do not count.
///
/// Billed by the bytes of the index entries that DynamoDB looks at, at least 1 KB; a
/// [`Meter`](crate::Meter) counts them.
#[must_use = "an operation does nothing until it is sent"]
pub struct Search<Q: QueryInfo, O = Whole> {
    spec: SearchSpec,
    marker: PhantomData<fn() -> (Q, O)>,
}

impl<Q: QueryInfo, O: Output<Q>> Search<Q, O> {
    /// Keeps only items for which a condition holds. If called several times, all conditions must
    /// hold.
    ///
    /// DynamoDB checks equality inside the index. Every other comparison is applied afterwards, to
    /// the nearest 100 results that match the rest; see [`Hits::is_complete`].
    pub fn filter<C>(mut self, condition: C) -> Self
    where
        C: IntoCondition<Q::Item>,
        C::Fields: Searchable<Q::Keys>,
    {
        condition
            .into_condition()
            .node
            .require(&mut self.spec.filter);
        self
    }

    /// Returns this many results, from 1 to 100; 10 by default.
    pub fn top(mut self, count: usize) -> Self {
        self.spec.top = count;
        self
    }

    /// Searches, and returns the results, best first.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Key`], [`Error::Encode`] or [`Error::Expression`] before anything is sent,
    /// for example for a vector of the wrong length or a `top` that is not between 1 and 100;
    /// [`Error::Decode`] if a stored item does not fit its type; and any error from the SDK.
    pub async fn send(self, db: &Db) -> Result<Hits<O::Item>, Error> {
        let mut rows = Vec::new();
        let found = self.spec.send(db, O::attributes(), &mut rows).await?;
        Ok(found.hits(O::items(rows)))
    }

    /// Searches, and returns the best result, if there is one.
    ///
    /// # Errors
    ///
    /// The same as [`send`](Self::send).
    pub async fn first(self, db: &Db) -> Result<Option<Hit<O::Item>>, Error> {
        Ok(self.top(1).send(db).await?.into_iter().next())
    }

    setters!(spec: visible, meter);

    /// Explains the operation without sending it: its request as text, and its minimum cost.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`send`](Self::send) that are known before anything is sent.
    pub fn explain(self, db: &Db) -> Result<Explanation, Error> {
        self.spec.explain(db, O::attributes())
    }

    /// Returns the SDK's own request, for anything that this library does not cover.
    ///
    /// The SDK filters only by equality, and does not leave out deleted or expired items or items
    /// of other types; [`send`](Self::send) does.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Key`], [`Error::Encode`], [`Error::Expression`] or
    /// [`Error::UnknownVariable`].
    pub fn into_sdk(self, db: &Db) -> Result<SearchVectorsFluentBuilder, Error> {
        let plan = self.spec.plan(db, O::attributes())?;
        Ok(plan.request.sdk_search(db.client()))
    }
}

impl<Q: QueryInfo> Search<Q> {
    /// Builds the partition key from the arguments of the generated method.
    #[doc(hidden)]
    pub fn from_args(checked: Result<(), KeyError>, args: &Args<'_>, vector: Vec<f32>) -> Self {
        SearchSpec::new(QueryType::of::<Q>(), checked, args, vector).into()
    }

    /// Reads only the fields of a view.
    pub fn select<V: ViewOf<Q::Item>>(self) -> Search<Q, SelectedView<V>>
    where
        Q::Output: WholeItem<Q::Item>,
    {
        self.spec.into()
    }

    /// Reads the whole items from the table instead of the parts that the index holds, best first.
    ///
    /// Items that were removed since, or are deleted or expired, are left out.
    ///
    /// Costs as much as the search, plus half a read unit per 4 KB of each item.
    pub fn hydrate(self) -> HydrateSearch<Q>
    where
        Q::Output: Projected<Item = Q::Item>,
    {
        HydrateSearch {
            visible: self.spec.visible,
            // The index may lack the attributes that hide an item; the items have them.
            search: self.include_deleted().include_expired(),
        }
    }
}

impl<C: Collection> Search<Members<C>> {
    /// Builds the partition key from the arguments of the generated method of a collection.
    #[doc(hidden)]
    #[allow(
        clippy::needless_pass_by_value,
        reason = "the generated method takes it by value"
    )]
    pub fn of_members(
        partition: impl PartitionArgs<<C::First as QueryInfo>::Partition>,
        vector: Vec<f32>,
    ) -> Self {
        let query = const { &C::First::QUERY };
        with_args(query, &partition, |checked, args| {
            Self::from_args(checked, args, vector)
        })
    }
}

impl<Q: QueryInfo, O> From<SearchSpec> for Search<Q, O> {
    fn from(spec: SearchSpec) -> Self {
        Self {
            spec,
            marker: PhantomData,
        }
    }
}

impl<Q: QueryInfo, O> Clone for Search<Q, O> {
    fn clone(&self) -> Self {
        self.spec.clone().into()
    }
}

/// Names what is searched, never its values.
impl<Q: QueryInfo, O> fmt::Debug for Search<Q, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Search")
            .field("index", &self.spec.of.keys.index)
            .field("top", &self.spec.top)
            .finish_non_exhaustive()
    }
}
