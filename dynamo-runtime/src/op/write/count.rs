//! Counts: the changes that a write makes to the counters of other items, in one transaction with
//! it.
//!
//! An item is counted as long as it is stored, is not soft-deleted, and meets the counter's
//! condition. Where it is counted follows from its own fields, so the item before and after a write
//! determine which counters change.

use aws_sdk_dynamodb::types::AttributeValue;

use super::unique;
use super::update::UpdateSpec;
use crate::db::Db;
use crate::error::Error;
use crate::expr::{AttrPath, Clause, Node};
use crate::item::ItemType;
use crate::key::{PlainKey, PrimaryKey};
use crate::lifecycle::Stamps;
use crate::op::require;
use crate::op::visible::is_deleted;
use crate::schema::{CounterSchema, ItemSchema};
use crate::wire::{ApiOperation, Attributes, Request, key_attributes};

/// A change to one counter.
pub(in crate::op) struct Count {
    pub(in crate::op) counter: &'static CounterSchema,
    key: PlainKey,
    by: i64,
}

/// The changes to the counters of one item.
pub(in crate::op) struct Counted {
    pub(in crate::op) of: &'static ItemType,
    /// The number of the operation that the first of them belongs to.
    pub(in crate::op) index: usize,
    key: PlainKey,
    /// The change of each counter.
    by: Vec<(&'static CounterSchema, i64)>,
}

/// Refuses a write that would bypass the counters.
pub(in crate::op) fn refuse(
    schema: &ItemSchema,
    operation: &'static str,
    what: &str,
) -> Result<(), Error> {
    let Some(counter) = schema.counted.first() else {
        return Ok(());
    };
    let (item, by) = (schema.name, counter.item().name);
    let reason = format!("`{item}` is counted in `{by}`, and {what}");
    Err(Error::refused(operation, reason))
}

/// The counters that an item is counted in, and how often.
pub(in crate::op) fn places(of: &ItemType, item: Option<&Attributes>) -> Result<Vec<Count>, Error> {
    let Some(item) = item.filter(|item| of.is_counted() && !is_deleted(of, item)) else {
        return Ok(Vec::new());
    };
    let item = match unique::decoded(of, Some(item)) {
        // An item of another type is not counted.
        Err(Error::OtherType { .. }) => None,
        decoded => decoded?,
    };
    let Some(item) = item else {
        return Ok(Vec::new());
    };
    let counters = of.schema.counted.iter().enumerate();
    let meets = |when: usize| item.meets(when, &Stamps::default());
    let counted = counters.filter(|(_, counter)| counter.when.is_none_or(meets));
    let count = |(number, counter): (usize, &'static CounterSchema)| {
        let key = item.counted_at(number)?;
        Some(Count {
            counter,
            key,
            by: 1,
        })
    };
    Ok(counted.filter_map(count).collect())
}

/// The changes to counters that a write makes, given the item before and after it.
pub(in crate::op) fn between(
    of: &ItemType,
    before: Option<&Attributes>,
    after: Option<&Attributes>,
) -> Result<Vec<Count>, Error> {
    let mut counts = places(of, after)?;
    counts.extend(
        places(of, before)?
            .into_iter()
            .map(|count| Count { by: -1, ..count }),
    );
    let mut changed: Vec<Count> = Vec::with_capacity(counts.len());
    for count in counts {
        // A key that cannot be built is reported before anything is sent.
        count.key.built()?;
        match changed.iter_mut().find(|other| other.is_same(&count)) {
            Some(other) => other.by += count.by,
            None => changed.push(count),
        }
    }
    changed.retain(|count| count.by != 0);
    Ok(changed)
}

/// Merges the changes to counters by item. Those that cancel out are left out.
pub(in crate::op) fn joined(
    counts: impl Iterator<Item = (usize, Count)>,
) -> Result<Vec<Counted>, Error> {
    let mut items: Vec<Counted> = Vec::new();
    for (index, count) in counts {
        let of = count.counter.of();
        count.key.built()?;
        let is_it = |item: &&mut Counted| item.of.id == of.id && item.key.is_same(&count.key);
        let Some(item) = items.iter_mut().find(is_it) else {
            items.push(Counted {
                of,
                index,
                key: count.key,
                by: vec![(count.counter, count.by)],
            });
            continue;
        };
        let mut counters = item.by.iter_mut();
        match counters.find(|(counter, _)| counter.attribute == count.counter.attribute) {
            Some((_, by)) => *by += count.by,
            None => item.by.push((count.counter, count.by)),
        }
    }
    for item in &mut items {
        item.by.retain(|(_, by)| *by != 0);
    }
    items.retain(|item| !item.by.is_empty());
    Ok(items)
}

impl Count {
    /// Whether another change is to the same counter.
    fn is_same(&self, other: &Self) -> bool {
        self.counter.of().id == other.counter.of().id
            && self.counter.attribute == other.counter.attribute
            && self.key.is_same(&other.key)
    }

    /// The key of the counter's item, in a comparable form.
    pub(in crate::op) fn primary_key(&self) -> Result<PrimaryKey, Error> {
        Ok(self.key.built()?.clone().canonical())
    }

    pub(in crate::op) fn into_key(self) -> PlainKey {
        self.key
    }
}

impl Counted {
    /// The update that changes the counters.
    pub(in crate::op) fn request(&self, db: &Db) -> Result<Request, Error> {
        let clauses = self.by.iter().map(|(counter, by)| {
            let amount = AttributeValue::N(by.to_string());
            Clause::Increase(AttrPath::root(counter.attribute), amount)
        });
        let made = self.by.iter().all(|(counter, _)| counter.upsert);
        let rewrite = self.by.first().filter(|_| made);
        let rewrite = rewrite.map(|(counter, _)| counter.rewrite());
        let update = UpdateSpec::of_clauses(self.of, self.key.clone(), clauses.collect(), rewrite);
        Ok(update.request(db)?.request)
    }

    /// The check that replaces the update if the item is gone, so that items it counted can still
    /// be deleted; `None` if something is newly counted.
    pub(in crate::op) fn gone(&self, db: &Db) -> Result<Option<Request>, Error> {
        if self
            .by
            .iter()
            .any(|(counter, by)| *by > 0 || counter.upsert)
        {
            return Ok(None);
        }
        let mut request = Request::of(ApiOperation::Check, self.of, db)?;
        let absent = Node::NotExists(AttrPath::root(self.of.partition_key()));
        require(&mut request, self.of.name(), Some(absent))?;
        request.key = key_attributes(self.of.primary(), self.key.built()?.clone());
        Ok(Some(request))
    }
}
