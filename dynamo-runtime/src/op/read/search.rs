//! Searches of a vector index: the items whose vectors are nearest to one that is given.

use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;

use aws_sdk_dynamodb::operation::search_vectors::builders::SearchVectorsFluentBuilder;
use aws_sdk_dynamodb::types::AttributeValue;
use bytes::Bytes;
use smallvec::SmallVec;

use crate::codec::{DecodeError, Decoder};
use crate::db::Db;
use crate::error::Error;
use crate::expr::{AttrPath, Expressions, IntoCondition, Nested, Node, Unchecked};
use crate::item::{Item, Record, Table};
use crate::key::{Args, Key, KeyError, KeyValue};
use crate::op::read::collection::{Collection, Members, PartitionArgs, partition_fields};
use crate::op::read::hydrate::Projected;
use crate::op::read::query::{QueryInfo, QueryType, Unknown};
use crate::op::read::reading::{are_of_all_members, names_what_is_held, partition};
use crate::op::read::select::{Output, View, Viewed, Whole, key_specs};
use crate::op::read::type_filter::TypeFilter;
use crate::op::visible::{Visible, is_held};
use crate::op::{Meter, expression_error};
use crate::schema::VectorSchema;
use crate::wire::answer::{members, object};
use crate::wire::{self, Attributes, Call, Operation, Refused, Request};

/// The most results of one search. See
/// <https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_SearchVectors.html>.
const MOST: usize = 100;

/// How many results a search gives unless `top` says otherwise.
const DEFAULT_TOP: usize = 10;

/// A way to search items by a vector. Implemented by the marker type of a generated search method.
pub trait SearchInfo: QueryInfo {
    /// The number of elements of a vector to search with.
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
/// Gives the best ten, best first; [`top`](Self::top) asks for more. Deleted and expired items, and
/// items of other types, are left out and do not count.
///
/// Costs the bytes of the index entries that DynamoDB looks at, 1 KB at least; [`Meter`] tells them.
#[must_use = "an operation does nothing until it is sent"]
pub struct Search<Q: QueryInfo, O = Whole> {
    partition: Result<SmallVec<[KeyValue; 1]>, KeyError>,
    vector: Vec<f32>,
    filter: Option<Node>,
    top: usize,
    visible: Visible,
    meter: Option<Meter>,
    marker: PhantomData<fn() -> (Q, O)>,
}

/// An item that a search found.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Hit<T> {
    /// The distance to the vector that was searched with: 0 is nearest for `cosine` and
    /// `euclidean`. For `dot_product` it is the product, and the greatest is nearest.
    pub score: f64,
    /// The item, or as much of it as was asked for.
    pub item: T,
}

/// The results of a search, best first.
#[derive(Debug, Clone, PartialEq)]
pub struct Hits<T> {
    hits: Vec<Hit<T>>,
    complete: bool,
}

impl<T> Hits<T> {
    /// Returns whether nothing nearer can have been missed.
    ///
    /// DynamoDB gives the 100 nearest at most and compares `filter` attributes by equality alone.
    /// Other conditions, and the rule that deleted and expired items are left out, are applied to
    /// those 100. If fewer than [`top`](Search::top) of them remain, there may be more items beyond
    /// them, and this is `false`.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.complete
    }

    /// Returns the items without their scores, best first.
    #[must_use]
    pub fn into_items(self) -> Vec<T> {
        self.hits.into_iter().map(|hit| hit.item).collect()
    }
}

impl<T> Deref for Hits<T> {
    type Target = [Hit<T>];

    fn deref(&self) -> &[Hit<T>] {
        &self.hits
    }
}

impl<T> IntoIterator for Hits<T> {
    type Item = Hit<T>;
    type IntoIter = std::vec::IntoIter<Hit<T>>;

    fn into_iter(self) -> Self::IntoIter {
        self.hits.into_iter()
    }
}

impl<'h, T> IntoIterator for &'h Hits<T> {
    type Item = &'h Hit<T>;
    type IntoIter = std::slice::Iter<'h, Hit<T>>;

    fn into_iter(self) -> Self::IntoIter {
        self.hits.iter()
    }
}

impl<Q: QueryInfo> Search<Q> {
    /// Builds the partition key from the arguments of the generated method.
    #[doc(hidden)]
    pub fn from_args(checked: Result<(), KeyError>, args: &Args<'_>, vector: Vec<f32>) -> Self {
        let partition = checked
            .and_then(|()| partition(&Q::QUERY, args))
            .map_err(|error| error.with_item(Q::NAME));
        Self {
            partition,
            vector,
            filter: None,
            top: DEFAULT_TOP,
            visible: Visible::default(),
            meter: None,
            marker: PhantomData,
        }
    }

    /// Reads only the fields of a view.
    pub fn select<V: View<Item = Q::Item>>(self) -> Search<Q, Viewed<V>>
    where
        Q: QueryInfo<Output = <Q as QueryInfo>::Item>,
    {
        Search {
            partition: self.partition,
            vector: self.vector,
            filter: self.filter,
            top: self.top,
            visible: self.visible,
            meter: self.meter,
            marker: PhantomData,
        }
    }

    /// Reads the whole items from the table instead of what the index holds of them, best first.
    ///
    /// Items that were removed since, or are deleted or expired, are left out.
    ///
    /// Costs what the search costs, and half a read unit for each 4 KB of each item.
    pub fn hydrate(self) -> HydrateSearch<Q>
    where
        Q::Output: Projected<Item = Q::Item>,
    {
        let visible = self.visible;
        HydrateSearch {
            // The index may not hold the attributes that tell; the items do.
            search: self.include_deleted().include_expired(),
            visible,
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
        let fields = partition_fields(&C::First::QUERY);
        let parts = partition.parts();
        let args: Vec<_> = fields.iter().map(|field| field.number).zip(parts).collect();
        let checked = partition.check(&fields);
        Self::from_args(checked, &Args(&args), vector)
    }
}

impl<Q: QueryInfo, O: Output<Q>> Search<Q, O> {
    /// Leaves out items for which a condition does not hold; several are all required.
    ///
    /// Equality is compared by DynamoDB inside the index. Every other comparison is applied to the
    /// nearest 100 that match the rest, see [`Hits::is_complete`].
    pub fn filter<C>(mut self, condition: C) -> Self
    where
        C: IntoCondition<Q::Item>,
        C::Fields: Searchable<Q::Keys>,
    {
        condition.into_condition().node.require(&mut self.filter);
        self
    }

    /// Gives this many results, from 1 to 100; 10 by default.
    pub fn top(mut self, count: usize) -> Self {
        self.top = count;
        self
    }

    setters!(visible, meter);

    /// Returns the SDK's own request, for what is not covered here.
    ///
    /// The SDK applies no filter but equality, and does not leave out deleted, expired or other
    /// types' items; [`send`](Self::send) does.
    ///
    /// # Errors
    ///
    /// [`Error::Key`], [`Error::Encode`], [`Error::Expression`] or [`Error::UnknownVariable`].
    pub fn into_sdk(self, db: &Db) -> Result<SearchVectorsFluentBuilder, Error> {
        let plan = self.plan(db)?;
        Ok(plan.request.sdk_search(db.client()))
    }

    /// Searches, and returns the results, best first.
    ///
    /// # Errors
    ///
    /// [`Error::Key`], [`Error::Encode`] or [`Error::Expression`] before anything is sent: a vector of
    /// another length, `top(0)` or above 100. [`Error::Decode`] if a stored item is not of its type;
    /// and what the SDK reports.
    pub async fn send(self, db: &Db) -> Result<Hits<O::Item>, Error> {
        let top = self.top;
        let mut plan = self.plan(db)?;
        let mut asked = plan.first(top);
        loop {
            let found = plan.found::<O::Row>(asked).await?;
            let complete = found.rows.len() >= top || found.count < asked;
            if complete || asked == MOST {
                let rows = found.rows.into_iter();
                let hits = rows.filter_map(|hit| {
                    let score = hit.score;
                    O::item(hit.item).map(|item| Hit { score, item })
                });
                let hits = hits.take(top).collect();
                return Ok(Hits { hits, complete });
            }
            asked = MOST;
        }
    }

    /// Searches, and returns the best result.
    ///
    /// # Errors
    ///
    /// As [`send`](Self::send).
    pub async fn first(self, db: &Db) -> Result<Option<Hit<O::Item>>, Error> {
        Ok(self.top(1).send(db).await?.into_iter().next())
    }

    fn plan(self, db: &Db) -> Result<Plan, Error> {
        let vector = vector_of::<Q>()?;
        is_searchable(&self.vector, self.top, vector, Q::NAME)?;
        let partition = self.partition.map_err(Error::Key)?;
        let of = QueryType::of::<Q>();
        let types = TypeFilter::of(&of, Unknown::Skipped);
        let mut filter = self.filter;
        if let Some(filter) = &filter {
            names_what_is_held(of.item, of.keys, filter)?;
            are_of_all_members(&of, filter)?;
        }
        for node in types
            .node
            .into_iter()
            .chain(self.visible.query_filter(&of, db)?)
        {
            node.require(&mut filter);
        }
        let (sent, checked) = divided(filter, vector);
        let attributes = Q::QUERY.pk.iter().map(|spec| spec.attribute);
        let conditions = attributes
            .zip(partition)
            .map(|(name, value)| Node::Compare(AttrPath::root(name), "=", value.to_attribute()));
        let condition = conditions.chain(sent).reduce(Node::and);
        let mut expressions = Expressions::default();
        let condition = condition
            .map(|node| expressions.condition("filter", node))
            .transpose()
            .map_err(|error| expression_error(of.item.name(), error))?;
        if let Some(invalid) = checked.as_ref().and_then(Node::invalid) {
            return Err(Error::encode(Q::NAME, invalid));
        }
        let wanted = checked.as_ref().map(Node::roots).unwrap_or_default();
        let read = match O::attributes() {
            Some(attributes) => Some(attributes.to_vec()),
            None => whole::<Q>(vector),
        };
        let projection = read.map(|attributes| {
            let table = <Q::Item as Item>::Table::SCHEMA;
            let keys = key_specs::<Q>().map(|spec| spec.attribute);
            let filters = vector.filters.iter().map(|filter| filter.name);
            // They tell the type of an item, and whether it is hidden.
            let told_by = table.type_attr.into_iter().chain(table.ttl);
            let told_by = told_by.chain(Q::Item::SCHEMA.roles.soft_delete);
            let told_by = told_by.filter(|name| is_held(&table, const { &Q::QUERY }, name));
            let read = attributes.into_iter().chain(keys).chain(filters);
            expressions.projection(read.chain(told_by))
        });
        let mut request = Request::new(Operation::Search, db.table_of(of.item)?);
        request.index = Q::QUERY.index;
        request.vector = self.vector;
        request.filter = condition;
        request.projection = projection;
        request.expressions = expressions;
        request.limit = i32::try_from(self.top).ok();
        request.metered = self.meter.is_some();
        Ok(Plan {
            db: db.clone(),
            request,
            checked,
            wanted,
            leaves_out: types.inspected,
            item: Q::NAME,
            meter: self.meter,
        })
    }
}

/// A search as it is sent, and what is left to check of its results.
struct Plan {
    db: Db,
    request: Request,
    /// The conditions that DynamoDB does not compare.
    checked: Option<Node>,
    /// The attributes that these name.
    wanted: Vec<String>,
    /// Whether items may be of another type.
    leaves_out: bool,
    item: &'static str,
    meter: Option<Meter>,
}

/// The results of one request.
struct Found<R> {
    rows: Vec<Hit<R>>,
    /// How many DynamoDB gave, with those that were left out.
    count: usize,
}

impl Plan {
    /// How many results to ask for at first: a few more if some may be left out.
    fn first(&self, top: usize) -> usize {
        if self.checked.is_none() && !self.leaves_out {
            return top;
        }
        (top * 2).min(MOST)
    }

    async fn found<R: Record>(&mut self, count: usize) -> Result<Found<R>, Error> {
        let body = self.answer(count).await?;
        self.read(&body)
            .map_err(|error| Error::decode(self.item, error))
    }

    async fn answer(&mut self, count: usize) -> Result<Bytes, Error> {
        self.request.limit = i32::try_from(count).ok();
        let sent = wire::send(&self.db, Call::One(&self.request)).await;
        let body = sent.map_err(Refused::unconditional)?;
        crate::op::meter::record_search(self.meter.as_ref(), &body);
        Ok(body)
    }

    fn read<R: Record>(&self, body: &[u8]) -> Result<Found<R>, DecodeError> {
        let mut found = Found {
            rows: Vec::new(),
            count: 0,
        };
        members(body, &mut |member, from| {
            if member != "SearchResults" {
                return Ok(false);
            }
            from.begin_array()?;
            while from.next_in_array()? {
                found.count += 1;
                found.rows.extend(self.hit(from)?);
            }
            Ok(true)
        })?;
        Ok(found)
    }

    /// Reads one result; `None` if it is left out.
    fn hit<R: Record>(&self, from: &mut Decoder<'_>) -> Result<Option<Hit<R>>, DecodeError> {
        let (mut score, mut item) = (0.0, None);
        object(from, &mut |member, from| {
            match member {
                "Score" => score = from.plain_number()?,
                "Item" if self.passes(from)? => {
                    item = Some(R::decode(from)?).filter(|row| !row.is_foreign());
                }
                "Item" => from.skip_item()?,
                _ => return Ok(false),
            }
            Ok(true)
        })?;
        Ok(item.map(|item| Hit { score, item }))
    }

    /// Whether the item due next, which stays to be read, meets the conditions that are checked here.
    fn passes(&self, from: &mut Decoder<'_>) -> Result<bool, DecodeError> {
        let Some(checked) = &self.checked else {
            return Ok(true);
        };
        let mut attributes = Attributes::with_capacity(self.wanted.len());
        from.peek_attributes(
            |name| self.wanted.iter().find(|wanted| *wanted == name),
            |name, value| drop(attributes.insert(name.clone(), value)),
        )?;
        Ok(checked.holds(&attributes))
    }
}

/// The vectors of the index that a search reads.
fn vector_of<Q: QueryInfo>() -> Result<&'static VectorSchema, Error> {
    let index = Q::QUERY.index.unwrap_or_default();
    let schema = <Q::Item as Item>::Table::SCHEMA.index(index);
    let vector = schema.and_then(|index| index.vector.as_ref());
    vector.ok_or_else(|| Error::Expression {
        item: Q::NAME,
        reason: format!("`{index}` is not a vector index"),
    })
}

/// The attributes of whole results, which have to be named for the vector to be among them. `None` if
/// the index does not hold it, so that everything else comes without being named.
fn whole<Q: QueryInfo>(vector: &VectorSchema) -> Option<Vec<&'static str>> {
    let table = <Q::Item as Item>::Table::SCHEMA;
    let holds = |name: &str| is_held(&table, const { &Q::QUERY }, name);
    if !holds(vector.attribute) {
        return None;
    }
    let items: Vec<_> = match Q::collection() {
        Some(collection) => collection
            .members
            .iter()
            .map(|member| member.item)
            .collect(),
        None => vec![Q::Item::SCHEMA],
    };
    let fields = items.iter().flat_map(|item| item.fields);
    let attributes = fields.filter_map(|field| field.attribute);
    Some(attributes.filter(|name| holds(name)).collect())
}

/// Refuses a search that DynamoDB would refuse, or that would find nothing.
fn is_searchable(
    elements: &[f32],
    top: usize,
    vector: &VectorSchema,
    item: &'static str,
) -> Result<(), Error> {
    let reason = if elements.len() != vector.dimensions {
        format!(
            "the search vector has {} elements; the index holds vectors of {}",
            elements.len(),
            vector.dimensions,
        )
    } else if elements.iter().any(|element| !element.is_finite()) {
        "the search vector has an element that is infinite or not a number; DynamoDB compares \
         finite numbers only"
            .to_owned()
    } else if !(1..=MOST).contains(&top) {
        format!("`top({top})` is out of range; a search gives 1 to {MOST} results")
    } else {
        return Ok(());
    };
    Err(Error::Expression { item, reason })
}

/// Divides a condition into what DynamoDB compares inside the index (one equality per attribute) and
/// the rest, which is checked on the results.
fn divided(filter: Option<Node>, vector: &VectorSchema) -> (Vec<Node>, Option<Node>) {
    let parts = match filter {
        Some(Node::And(parts)) => parts,
        Some(part) => vec![part],
        None => Vec::new(),
    };
    let mut sent: Vec<Node> = Vec::new();
    let mut rest = None;
    for part in parts {
        let attribute = compared(&part, vector);
        let is_first = attribute.is_some()
            && !sent
                .iter()
                .any(|other| compared(other, vector) == attribute);
        if is_first {
            sent.push(part);
        } else {
            part.require(&mut rest);
        }
    }
    (sent, rest)
}

/// The filterable attribute that a condition compares by equality alone.
fn compared<'n>(node: &'n Node, vector: &VectorSchema) -> Option<&'n str> {
    let Node::Compare(path, "=", value) = node else {
        return None;
    };
    let is_scalar = matches!(
        value,
        AttributeValue::S(_) | AttributeValue::N(_) | AttributeValue::B(_)
    );
    let mut filters = vector.filters.iter();
    let is_filter = path.rest.is_empty() && filters.any(|filter| filter.name == path.root);
    (is_scalar && is_filter).then_some(&*path.root)
}

/// Reads the whole items that a search of a vector index leads to: `Doc::similar(…).hydrate()`.
#[must_use = "an operation does nothing until it is sent"]
pub struct HydrateSearch<Q: QueryInfo> {
    search: Search<Q>,
    visible: Visible,
}

impl<Q: QueryInfo> HydrateSearch<Q> {
    setters!(visible);

    /// Gives this many results, from 1 to 100; 10 by default.
    pub fn top(mut self, count: usize) -> Self {
        self.search = self.search.top(count);
        self
    }

    /// Searches, fetches the items and returns them, best first.
    ///
    /// # Errors
    ///
    /// As [`Search::send`] and [`Db::batch_get`].
    pub async fn send(self, db: &Db) -> Result<Hits<Q::Item>, Error> {
        let (top, meter) = (self.search.top, self.search.meter.clone());
        let mut plan = self.search.plan(db)?;
        let mut asked = (top * 2).min(MOST);
        loop {
            let found = plan.found::<<Whole as Output<Q>>::Row>(asked).await?;
            let hits = fetched(db, found.rows, self.visible, meter.as_ref()).await?;
            let complete = hits.len() >= top || found.count < asked;
            if complete || asked == MOST {
                let hits = hits.into_iter().take(top).collect();
                return Ok(Hits { hits, complete });
            }
            asked = MOST;
        }
    }
}

/// The items that rows of an index stand for.
async fn fetched<T: Item, R: Record>(
    db: &Db,
    rows: Vec<Hit<R>>,
    visible: Visible,
    meter: Option<&Meter>,
) -> Result<Vec<Hit<T>>, Error> {
    let keys = rows.iter().map(|hit| Key::<T>::from_components(&hit.item));
    let mut batch = db.batch_get(keys.collect::<Vec<_>>());
    if visible.deleted {
        batch = batch.include_deleted();
    }
    if visible.expired {
        batch = batch.include_expired();
    }
    if let Some(meter) = meter {
        batch = batch.meter(meter);
    }
    let items: Vec<Option<T>> = batch.await?;
    let scores = rows.into_iter().map(|hit| hit.score);
    let hits = scores.zip(items);
    Ok(hits
        .filter_map(|(score, item)| item.map(|item| Hit { score, item }))
        .collect())
}

impl<Q: QueryInfo, O> Clone for Search<Q, O> {
    fn clone(&self) -> Self {
        Self {
            partition: self.partition.clone(),
            vector: self.vector.clone(),
            filter: self.filter.clone(),
            top: self.top,
            visible: self.visible,
            meter: self.meter.clone(),
            marker: PhantomData,
        }
    }
}

/// Names what is searched, and never its values.
impl<Q: QueryInfo, O> fmt::Debug for Search<Q, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Search")
            .field("index", &Q::QUERY.index)
            .field("top", &self.top)
            .finish_non_exhaustive()
    }
}
