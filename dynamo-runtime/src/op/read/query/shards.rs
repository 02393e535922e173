//! The requests of a query: one for its partition, or one per shard.

use std::borrow::Cow;

use super::QueryType;
use super::partition::PartitionValues;
use super::prepare::Selected;
use crate::error::Error;
use crate::expr::{Expressions, Node};
use crate::key::{Behind, Comparator, KeyValue, Resumed, SortCondition, behind};
use crate::op::expression_error;
use crate::op::read::merge::{Floor, Merge, Shard, sort_key};
use crate::op::read::pager::LastKey;
use crate::op::read::select::all_keys;
use crate::wire::{ApiOperation, Origin, Request};

/// One condition per sort key attribute.
type Sort = smallvec::SmallVec<[(&'static str, SortCondition); 1]>;

/// The parts that the requests of a query share.
pub(super) struct Rendering<'a> {
    pub(super) of: QueryType,
    pub(super) table: Cow<'static, str>,
    pub(super) filter: Option<Node>,
    pub(super) selected: Selected<'a>,
    pub(super) descending: bool,
    pub(super) consistent: bool,
}

impl Rendering<'_> {
    /// A request that only names what is read, for errors.
    pub(super) fn named(&self) -> Request {
        let mut request = Request::new(ApiOperation::Query, self.table.clone()).on(self.of.item);
        request.index = self.of.keys.index;
        request.origin = Origin {
            item: self.of.name,
            method: self.of.keys.method,
        };
        request
    }

    /// The request of a page, without its limit and start.
    pub(super) fn request(
        &self,
        filter: Option<Node>,
        partition: PartitionValues,
        sort: Sort,
    ) -> Result<Request, Error> {
        let of = self.of;
        let mut expressions = Expressions::default();
        let attributes = of.keys.pk.iter().map(|spec| spec.attribute);
        let partition = attributes.zip(partition.into_iter().map(Into::into));
        let key_condition = expressions.key_condition(partition, sort);
        let filter = filter
            .map(|node| expressions.condition("filter", node))
            .transpose()
            .map_err(|error| expression_error(of.item.name(), error))?;
        let projection = self.selected.map(|attributes| {
            let keys = all_keys(of.both_keys()).map(|spec| spec.attribute);
            let told_by = of.collection.and_then(|all| all.table.type_attr);
            expressions.projection(attributes.iter().copied().chain(keys).chain(told_by))
        });
        let mut request = self.named();
        request.key_condition = Some(key_condition);
        request.filter = filter;
        request.projection = projection;
        request.expressions = expressions;
        request.partition_values = of.keys.pk.len();
        request.descending = self.descending;
        request.consistent = self.consistent;
        Ok(request)
    }

    fn of_shard(&self, values: PartitionValues, sort: Sort) -> Result<Request, Error> {
        self.request(self.filter.clone(), values, sort)
    }

    /// The reads of all shards, after a position if there is one.
    pub(super) fn merge(
        &self,
        shards: Vec<PartitionValues>,
        sort: &Sort,
        position: Option<&LastKey>,
    ) -> Result<Merge, Error> {
        let specs = self.of.keys.sk;
        let at = position.map(|position| {
            let number = shards
                .iter()
                .position(|values| self.is_in(values, position));
            (number.unwrap_or_default(), position)
        });
        let mut reads = Vec::with_capacity(shards.len());
        for (number, values) in shards.into_iter().enumerate() {
            reads.push(match at {
                None => Shard::new(self.of_shard(values, sort.clone())?),
                Some((own, position)) if own == number => {
                    let mut shard = Shard::new(self.of_shard(values, sort.clone())?);
                    shard.start = Some(position.clone());
                    shard
                }
                Some((own, position)) => {
                    // Among equal sort keys, shards are read in their order.
                    let included = (number > own) != self.descending;
                    self.behind(values, sort.clone(), position, included)?
                }
            });
        }
        Ok(Merge {
            shards: reads,
            sort: specs,
            descending: self.descending,
            resumed: position.is_some(),
        })
    }

    fn is_in(&self, values: &PartitionValues, position: &LastKey) -> bool {
        let mut specs = self.of.keys.pk.iter().zip(values);
        specs.all(|(spec, value)| position.get(spec.attribute) == Some(&value.to_attribute()))
    }

    /// The read of a shard after a position in another one.
    fn behind(
        &self,
        values: PartitionValues,
        mut sort: Sort,
        position: &LastKey,
        included: bool,
    ) -> Result<Shard, Error> {
        let specs = self.of.keys.sk;
        let equal = |(_, condition): &&(_, SortCondition)| {
            matches!(condition, SortCondition::Compare(Comparator::Equal, _))
        };
        let fixed = sort.iter().take_while(equal).count();
        // If all of it is fixed, the last attribute decides whether anything is left.
        let at = fixed.min(specs.len().saturating_sub(1));
        let value = specs.get(at).and_then(|spec| {
            let value = position.get(spec.attribute).cloned();
            value.and_then(KeyValue::from_attribute)
        });
        let (Some(spec), Some(value)) = (specs.get(at), value) else {
            // Without a sort key, the shards are read one after the other.
            let mut shard = Shard::new(self.of_shard(values, sort)?);
            shard.done = !included;
            return Ok(shard);
        };
        let place = sort.iter().position(|(name, _)| *name == spec.attribute);
        let condition = place.map(|place| sort.remove(place).1);
        let is_last = at + 1 == specs.len();
        let resumed = Resumed {
            value,
            included: included || !is_last,
            descending: self.descending,
        };
        let found = behind(condition, resumed).map_err(Error::Key)?;
        let is_done = found.is_none();
        let Behind { condition, beyond } = found.unwrap_or(Behind {
            condition: None,
            beyond: None,
        });
        sort.extend(condition.map(|condition| (spec.attribute, condition)));
        let beyond = beyond.map(KeyValue::into_sortable).transpose();
        let floor = Floor {
            key: sort_key(specs, position)?,
            included,
            beyond: beyond.map_err(Error::Key)?.map(|value| (at, value)),
            descending: self.descending,
        };
        let mut shard = Shard::new(self.of_shard(values, sort)?);
        shard.behind = Some(floor);
        shard.done = is_done;
        Ok(shard)
    }
}
