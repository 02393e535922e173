//! Converting a request to the SDK's own builders, and the SDK's outputs to the bodies they came
//! from.

use std::collections::HashMap;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::error::BuildError;
use aws_sdk_dynamodb::operation::batch_get_item::builders::BatchGetItemFluentBuilder;
use aws_sdk_dynamodb::operation::batch_write_item::builders::BatchWriteItemFluentBuilder;
use aws_sdk_dynamodb::operation::delete_item::builders::DeleteItemFluentBuilder;
use aws_sdk_dynamodb::operation::get_item::builders::GetItemFluentBuilder;
use aws_sdk_dynamodb::operation::put_item::builders::PutItemFluentBuilder;
use aws_sdk_dynamodb::operation::query::builders::QueryFluentBuilder;
use aws_sdk_dynamodb::operation::scan::builders::ScanFluentBuilder;
use aws_sdk_dynamodb::operation::search_vectors::builders::SearchVectorsFluentBuilder;
use aws_sdk_dynamodb::operation::transact_get_items::builders::TransactGetItemsFluentBuilder;
use aws_sdk_dynamodb::operation::transact_write_items::builders::TransactWriteItemsFluentBuilder;
use aws_sdk_dynamodb::operation::update_item::builders::UpdateItemFluentBuilder;
use aws_sdk_dynamodb::types::{
    self, AttributeValue, DeleteRequest, KeysAndAttributes, PutRequest, ReturnConsumedCapacity,
    ReturnValue, ReturnValuesOnConditionCheckFailure, Select, TransactGetItem, TransactWriteItem,
    WriteRequest,
};

use super::call::{BatchEntry, BatchGetCall, BatchWriteCall};
use super::request::{ApiOperation, Attributes, KeyAttributes, Request, Returns};
use crate::codec::Decoder;

/// An item that was encoded as JSON, in the SDK's form. JSON that we wrote is well formed.
pub(crate) fn item(json: &[u8]) -> Attributes {
    let item = Decoder::json(json).and_then(|mut from| from.item());
    item.unwrap_or_default()
}

pub(crate) fn key(key: &KeyAttributes) -> Attributes {
    let attributes = key.iter();
    attributes
        .map(|(name, value)| ((*name).to_owned(), value.to_attribute()))
        .collect()
}

fn capacity(metered: bool) -> Option<ReturnConsumedCapacity> {
    metered.then_some(ReturnConsumedCapacity::Total)
}

impl Request {
    fn names(&self) -> Option<HashMap<String, String>> {
        self.expressions.clone().take_names()
    }

    fn values(&self) -> Option<Attributes> {
        self.expressions.clone().into_values()
    }

    fn on_failure(&self) -> Option<ReturnValuesOnConditionCheckFailure> {
        let asked = self.condition.is_some();
        asked.then_some(ReturnValuesOnConditionCheckFailure::AllOld)
    }

    fn returned(&self) -> Option<ReturnValue> {
        self.returns.map(|returns| match returns {
            Returns::Old => ReturnValue::AllOld,
            Returns::New => ReturnValue::AllNew,
            Returns::Updated => ReturnValue::UpdatedNew,
        })
    }

    pub(crate) fn sdk_get(&self, client: &Client) -> GetItemFluentBuilder {
        client
            .get_item()
            .table_name(&*self.table)
            .set_key(Some(key(&self.key)))
            .set_projection_expression(self.projection.clone())
            .set_expression_attribute_names(self.names())
            .set_consistent_read(self.consistent.then_some(true))
            .set_return_consumed_capacity(capacity(self.metered))
    }

    pub(crate) fn sdk_put(&self, client: &Client) -> PutItemFluentBuilder {
        client
            .put_item()
            .table_name(&*self.table)
            .set_item(Some(item(&self.item)))
            .set_condition_expression(self.condition.clone())
            .set_expression_attribute_names(self.names())
            .set_expression_attribute_values(self.values())
            .set_return_values(self.returned())
            .set_return_values_on_condition_check_failure(self.on_failure())
            .set_return_consumed_capacity(capacity(self.metered))
    }

    pub(crate) fn sdk_update(&self, client: &Client) -> UpdateItemFluentBuilder {
        client
            .update_item()
            .table_name(&*self.table)
            .set_key(Some(key(&self.key)))
            .set_update_expression(self.update.clone())
            .set_condition_expression(self.condition.clone())
            .set_expression_attribute_names(self.names())
            .set_expression_attribute_values(self.values())
            .set_return_values(self.returned())
            .set_return_values_on_condition_check_failure(self.on_failure())
            .set_return_consumed_capacity(capacity(self.metered))
    }

    pub(crate) fn sdk_delete(&self, client: &Client) -> DeleteItemFluentBuilder {
        client
            .delete_item()
            .table_name(&*self.table)
            .set_key(Some(key(&self.key)))
            .set_condition_expression(self.condition.clone())
            .set_expression_attribute_names(self.names())
            .set_expression_attribute_values(self.values())
            .set_return_values(self.returned())
            .set_return_values_on_condition_check_failure(self.on_failure())
            .set_return_consumed_capacity(capacity(self.metered))
    }

    pub(crate) fn sdk_query(&self, client: &Client) -> QueryFluentBuilder {
        client
            .query()
            .table_name(&*self.table)
            .set_index_name(self.index.map(str::to_owned))
            .set_key_condition_expression(self.key_condition.clone())
            .set_filter_expression(self.filter.clone())
            .set_projection_expression(self.projection.clone())
            .set_expression_attribute_names(self.names())
            .set_expression_attribute_values(self.values())
            .set_scan_index_forward(self.descending.then_some(false))
            .set_consistent_read(self.consistent.then_some(true))
            .set_limit(self.limit)
            .set_exclusive_start_key(self.start.clone())
            .set_select(self.counts.then_some(Select::Count))
            .set_return_consumed_capacity(capacity(self.metered))
    }

    pub(crate) fn sdk_search(&self, client: &Client) -> SearchVectorsFluentBuilder {
        let mut buffer = zmij::Buffer::new();
        let mut element = |value: &f32| AttributeValue::N(buffer.format(*value).to_owned());
        let vector = self.vector.iter().map(&mut element).collect();
        client
            .search_vectors()
            .table_name(&*self.table)
            .set_index_name(self.index.map(str::to_owned))
            .set_search_vector(Some(vector))
            .set_top_k(self.limit)
            .set_search_condition_expression(self.filter.clone())
            .set_projection_expression(self.projection.clone())
            .set_expression_attribute_names(self.names())
            .set_expression_attribute_values(self.values())
            .set_return_consumed_capacity(capacity(self.metered))
    }

    pub(crate) fn sdk_scan(&self, client: &Client) -> ScanFluentBuilder {
        client
            .scan()
            .table_name(&*self.table)
            .set_index_name(self.index.map(str::to_owned))
            .set_filter_expression(self.filter.clone())
            .set_projection_expression(self.projection.clone())
            .set_expression_attribute_names(self.names())
            .set_expression_attribute_values(self.values())
            .set_consistent_read(self.consistent.then_some(true))
            .set_limit(self.limit)
            .set_exclusive_start_key(self.start.clone())
            .set_segment(self.segment.map(|(segment, _)| segment))
            .set_total_segments(self.segment.map(|(_, total)| total))
            .set_select(self.counts.then_some(Select::Count))
            .set_return_consumed_capacity(capacity(self.metered))
    }

    /// The request as a part of a read transaction.
    pub(crate) fn transact_get(&self) -> Result<TransactGetItem, BuildError> {
        let get = types::Get::builder()
            .table_name(&*self.table)
            .set_key(Some(key(&self.key)))
            .set_projection_expression(self.projection.clone())
            .set_expression_attribute_names(self.names())
            .build()?;
        Ok(TransactGetItem::builder().get(get).build())
    }

    /// The request as a part of a write transaction.
    pub(crate) fn transact_write(&self) -> Result<TransactWriteItem, BuildError> {
        macro_rules! filled {
            ($part:expr) => {
                $part
                    .table_name(&*self.table)
                    .set_condition_expression(self.condition.clone())
                    .set_expression_attribute_names(self.names())
                    .set_expression_attribute_values(self.values())
                    .return_values_on_condition_check_failure(
                        ReturnValuesOnConditionCheckFailure::AllOld,
                    )
            };
        }
        let key = || Some(key(&self.key));
        let part = TransactWriteItem::builder();
        Ok(match self.operation {
            ApiOperation::Put => {
                let put = filled!(types::Put::builder()).set_item(Some(item(&self.item)));
                part.put(put.build()?)
            }
            ApiOperation::Update => {
                let update = filled!(types::Update::builder())
                    .set_key(key())
                    .set_update_expression(self.update.clone());
                part.update(update.build()?)
            }
            ApiOperation::Delete => {
                part.delete(filled!(types::Delete::builder()).set_key(key()).build()?)
            }
            _ => {
                let check = filled!(types::ConditionCheck::builder()).set_key(key());
                part.condition_check(check.build()?)
            }
        }
        .build())
    }
}

impl BatchGetCall {
    pub(super) fn typed(&self, client: &Client) -> Result<BatchGetItemFluentBuilder, BuildError> {
        let mut request = client
            .batch_get_item()
            .set_return_consumed_capacity(capacity(self.metered));
        for (table, keys) in &self.tables {
            let keys = KeysAndAttributes::builder()
                .set_keys(Some(keys.iter().map(key).collect()))
                .set_consistent_read(self.consistent.then_some(true))
                .build()?;
            request = request.request_items(table, keys);
        }
        Ok(request)
    }
}

impl BatchWriteCall<'_> {
    pub(super) fn typed(&self, client: &Client) -> Result<BatchWriteItemFluentBuilder, BuildError> {
        let mut request = client
            .batch_write_item()
            .set_return_consumed_capacity(capacity(self.metered));
        for (table, entries) in &self.tables {
            let writes = entries.iter().map(|entry| {
                let write = WriteRequest::builder();
                Ok(match entry {
                    BatchEntry::Put(json) => {
                        let put = PutRequest::builder().set_item(Some(item(json)));
                        write.put_request(put.build()?)
                    }
                    BatchEntry::Delete(json) => {
                        let delete = DeleteRequest::builder().set_key(Some(item(json)));
                        write.delete_request(delete.build()?)
                    }
                }
                .build())
            });
            let writes: Result<Vec<_>, BuildError> = writes.collect();
            request = request.request_items(*table, writes?);
        }
        Ok(request)
    }
}

pub(super) fn transact_get(
    client: &Client,
    gets: &[Request],
    metered: bool,
) -> Result<TransactGetItemsFluentBuilder, BuildError> {
    let gets: Result<Vec<_>, _> = gets.iter().map(Request::transact_get).collect();
    Ok(client
        .transact_get_items()
        .set_transact_items(Some(gets?))
        .set_return_consumed_capacity(capacity(metered)))
}

pub(crate) fn transact_write(
    client: &Client,
    writes: &[Request],
    token: &str,
    metered: bool,
) -> Result<TransactWriteItemsFluentBuilder, BuildError> {
    let writes: Result<Vec<_>, _> = writes.iter().map(Request::transact_write).collect();
    Ok(client
        .transact_write_items()
        .set_transact_items(Some(writes?))
        .client_request_token(token)
        .set_return_consumed_capacity(capacity(metered)))
}
