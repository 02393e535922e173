//! Deleting the items that a query finds.

use super::checked::{Doomed, delete_each};
use super::progress::{OnProgress, Progress, ProgressCounter};
use crate::codec::{DecodeError, Decoder};
use crate::db::Db;
use crate::error::Error;
use crate::item::{Item, ItemType, Record};
use crate::key::{Components, KeyPart, KeyValue, PrimaryKey};
use crate::op::batch::CONCURRENCY;
use crate::op::explain::Step;
use crate::op::pace::at_once;
use crate::op::read::Members;
use crate::op::read::members::{KeyChecks, WrittenComponents};
use crate::op::read::query::{Query, QueryInfo, QuerySpec, QueryType};
use crate::op::read::rows::Rows;
use crate::op::read::type_filter::is_told_by_keys;
use crate::op::stored_type::{Peeked, has_keys_of, peek};
use crate::op::write::delete::DeleteSpec;
use crate::op::write::refuse_companions;
use crate::op::{BoxFuture, Collection, Explanation, Meter, Write};

/// A query over the table itself, not over an index.
#[diagnostic::on_unimplemented(
    message = "`{Self}` queries an index, which may lag behind, so its partition cannot be deleted",
    label = "use the `query` method, or stream the items and delete each by `item.to_key().delete()`"
)]
pub trait TableQuery: QueryInfo {}

impl<C: Collection> TableQuery for Members<C> where C::First: TableQuery {}

impl<Q: QueryInfo> Query<Q> {
    /// Deletes the items that the query finds instead of reading them: a whole partition, or a
    /// range of it.
    ///
    /// Soft-deleted and expired items are deleted as well.
    pub fn delete_partition(self) -> DeletePartition<Q>
    where
        Q: TableQuery,
    {
        DeletePartition {
            meter: self.spec.meter.clone(),
            query: self.include_deleted().include_expired(),
            concurrency: CONCURRENCY,
            progress: None,
        }
    }
}

/// Deletes the items that a query finds: `Order::query(…).delete_partition()`.
///
/// Reads the keys page by page and deletes the items in batches. If it is interrupted, send it
/// again to finish. An item that is written meanwhile may or may not be deleted.
///
/// Items of a table with `types = "by_attribute"` are deleted one by one, each only if it is still of
/// its type.
///
/// Costs a read of the partition and one write per item.
#[must_use = "an operation does nothing until it is sent"]
pub struct DeletePartition<Q: QueryInfo> {
    query: Query<Q>,
    concurrency: usize,
    progress: OnProgress,
    meter: Option<Meter>,
}

impl<Q: TableQuery> DeletePartition<Q> {
    /// Sends at most this many requests at once; twenty by default, a thousand at most.
    pub fn concurrency(mut self, requests: usize) -> Self {
        self.concurrency = at_once(requests);
        self
    }

    /// Calls a function after each page.
    pub fn progress(mut self, tell: impl FnMut(Progress) + Send + 'static) -> Self {
        self.progress = Some(Box::new(tell));
        self
    }

    setters!(rate);

    /// Explains the operation without sending it: its requests as text, and their minimum cost.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`send`](Self::send) that are known before anything is sent.
    pub fn explain(self, db: &Db) -> Result<Explanation, Error> {
        explain(self.query.spec, db)
    }

    /// Deletes the items and returns their number.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Query::send`]; [`Error::Interrupted`] with the number of deleted
    /// items if a batch fails for good; [`Error::Refused`] for items with `unique` fields, whose
    /// claims have to be freed one by one, and for items that are counted.
    pub async fn send(self, db: &Db) -> Result<u64, Error> {
        let mut rows: Vec<KeyRow<Q>> = Vec::new();
        let mut query = self.query.spec;
        query.meter.clone_from(&self.meter);
        let deletion = Deletion {
            query,
            concurrency: self.concurrency,
            counter: ProgressCounter::new(1, self.progress),
            meter: self.meter,
        };
        deletion.run(db, &mut rows).await
    }
}

/// A deletion, whatever the item type.
struct Deletion {
    query: Box<QuerySpec>,
    concurrency: usize,
    counter: ProgressCounter,
    meter: Option<Meter>,
}

/// Rows that are the keys of items.
trait KeyRows: Rows {
    /// Takes the keys, and the entity names their items were read with.
    fn take_keys(&mut self) -> Vec<(PrimaryKey, Option<&'static str>)>;
}

impl<Q: QueryInfo> KeyRows for Vec<KeyRow<Q>> {
    fn take_keys(&mut self) -> Vec<(PrimaryKey, Option<&'static str>)> {
        let rows = self.drain(..);
        rows.filter_map(|row| Some((row.key?, row.entity)))
            .collect()
    }
}

impl Deletion {
    fn run<'a>(
        mut self,
        db: &'a Db,
        rows: &'a mut dyn KeyRows,
    ) -> BoxFuture<'a, Result<u64, Error>> {
        Box::pin(async move {
            let of = self.query.of;
            have_no_companions(&of)?;
            let mut left = self.query.limit.unwrap_or(usize::MAX);
            self.query.keys_only = true;
            let mut pager = self.query.clone().into_pager(db, None)?;
            while !pager.done && left > 0 {
                let wanted = (left < usize::MAX).then_some(left);
                pager.next_whole_page(wanted, &mut *rows).await?;
                left -= rows.count();
                let (at_once, meter) = (self.concurrency, self.meter.as_ref());
                let deleted = delete((of.item, db), rows.take_keys(), at_once, meter).await;
                self.counter
                    .page(deleted.map_err(|source| Error::Interrupted {
                        done: self.counter.items(),
                        source: Box::new(source),
                    })?);
            }
            self.counter.finish();
            Ok(self.counter.items())
        })
    }
}

/// Refuses items whose deletes come with other writes.
fn have_no_companions(of: &QueryType) -> Result<(), Error> {
    let members = of.collection.map(|collection| collection.members.iter());
    let members = members.into_iter().flatten().map(|member| &member.item);
    for schema in std::iter::once(of.item.schema).chain(members) {
        let what = [
            "their values are freed with the items; delete those one by one",
            "is counted down with each delete; delete the items one by one",
        ];
        refuse_companions(schema, "delete_partition", what)?;
    }
    Ok(())
}

fn explain(mut query: Box<QuerySpec>, db: &Db) -> Result<Explanation, Error> {
    let of = query.of;
    have_no_companions(&of)?;
    query.keys_only = true;
    let table = db.table_of(of.item)?;
    let deletes = Step::together("BatchWriteItem", &[&table])
        .writing(0)
        .with_part("deletes", "of the items found, up to 25 per request")
        .with_indexes(of.item, None);
    Ok(query.explain(db, None)?.then(deletes))
}

/// Deletes the items of a page and returns their number.
async fn delete(
    (of, db): (&'static ItemType, &Db),
    keys: Vec<(PrimaryKey, Option<&'static str>)>,
    concurrency: usize,
    meter: Option<&Meter>,
) -> Result<usize, Error> {
    if of.table.types.share_keys() {
        let items = keys.into_iter();
        let items: Vec<Doomed> = items
            .filter_map(|(key, entity)| Some((key, entity?)))
            .collect();
        return delete_each((of, db), &items, concurrency, meter).await;
    }
    let count = keys.len();
    let delete = |(key, _): (PrimaryKey, _)| Write::delete(DeleteSpec::new(of, key.into()));
    let deletes = keys.into_iter().map(delete).collect::<Vec<_>>();
    let mut batch = db.batch_write(deletes).concurrency(concurrency);
    if let Some(meter) = meter {
        batch = batch.meter(meter);
    }
    batch.await?;
    Ok(count)
}

/// The key of an item.
struct KeyRow<Q> {
    key: Option<PrimaryKey>,
    /// The entity name of its type.
    entity: Option<&'static str>,
    /// The number of its member in the collection.
    member: usize,
    found: Vec<(&'static str, KeyValue)>,
    query: std::marker::PhantomData<fn() -> Q>,
}

// Ranges are checked by its keys.
impl<Q> Components for KeyRow<Q> {
    fn component(&self, _: usize) -> Option<&dyn KeyPart> {
        None
    }
}

impl<Q: QueryInfo> Record for KeyRow<Q> {
    const NAME: &'static str = Q::NAME;

    fn decode(from: &mut Decoder<'_>) -> Result<Self, DecodeError> {
        let names: Vec<_> = Q::Item::SCHEMA.primary().key_names().collect();
        let type_attr = Q::collection().and_then(|collection| collection.table.type_attr);
        let found = peek(from, &names, type_attr)?;
        from.skip_item()?;
        let is_own = is_own::<Q>(&found);
        let member = Q::collection().and_then(|collection| collection.member_of(&found));
        Ok(Self {
            key: is_own.then(|| key::<Q>(&found)).flatten(),
            entity: entity::<Q>(&found),
            member: member.unwrap_or_default(),
            found: found.values,
            query: std::marker::PhantomData,
        })
    }

    fn is_foreign(&self) -> bool {
        self.key.is_none()
    }

    fn is_within(&self, checks: &KeyChecks) -> bool {
        match Q::collection() {
            Some(collection) => checks.hold_under(collection, self.member, &self.found),
            None => checks.hold(
                0,
                &WrittenComponents::of(const { &Q::QUERY }.sk, &self.found),
            ),
        }
    }
}

fn is_own<Q: QueryInfo>(found: &Peeked) -> bool {
    match Q::collection() {
        Some(collection) => collection.member_of(found).is_some(),
        None if is_told_by_keys(ItemType::of::<Q::Item>(), Some(&Q::QUERY)) => {
            has_keys_of(Q::Item::SCHEMA.primary(), &found.values)
        }
        None => true,
    }
}

fn entity<Q: QueryInfo>(found: &Peeked) -> Option<&'static str> {
    match Q::collection() {
        Some(collection) => collection.members[collection.member_of(found)?].item.entity,
        None => Q::Item::SCHEMA.entity,
    }
}

fn key<Q: QueryInfo>(found: &Peeked) -> Option<PrimaryKey> {
    let primary = Q::Item::SCHEMA.primary();
    let value = |name: &str| {
        let (_, value) = found.values.iter().find(|(found, _)| *found == name)?;
        Some(value.clone())
    };
    let sk = match primary.sk.first() {
        Some(spec) => Some(value(spec.attribute)?),
        None => None,
    };
    let pk = value(primary.pk[0].attribute)?;
    Some(PrimaryKey { pk, sk })
}
