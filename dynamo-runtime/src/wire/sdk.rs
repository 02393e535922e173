//! The SDK's way: the SDK's client sends, signs, retries and reports errors.

use std::pin::Pin;
use std::sync::Arc;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::error::{BuildError, ProvideErrorMetadata, SdkError};
use aws_sdk_dynamodb::operation::batch_get_item::{BatchGetItem, BatchGetItemOutput};
use aws_sdk_dynamodb::operation::batch_write_item::{BatchWriteItem, BatchWriteItemOutput};
use aws_sdk_dynamodb::operation::delete_item::{DeleteItem, DeleteItemError, DeleteItemOutput};
use aws_sdk_dynamodb::operation::get_item::{GetItem, GetItemOutput};
use aws_sdk_dynamodb::operation::put_item::{PutItem, PutItemError, PutItemOutput};
use aws_sdk_dynamodb::operation::query::{Query, QueryOutput};
use aws_sdk_dynamodb::operation::scan::{Scan, ScanOutput};
use aws_sdk_dynamodb::operation::search_vectors::{SearchVectors, SearchVectorsOutput};
use aws_sdk_dynamodb::operation::transact_get_items::{
    TransactGetItems, TransactGetItemsError, TransactGetItemsOutput,
};
use aws_sdk_dynamodb::operation::transact_write_items::{
    TransactWriteItems, TransactWriteItemsError, TransactWriteItemsOutput,
};
use aws_sdk_dynamodb::operation::update_item::{UpdateItem, UpdateItemError, UpdateItemOutput};
use aws_sdk_dynamodb::types::error::TransactionCanceledException;
use aws_sdk_dynamodb::types::{KeysAndAttributes, ReturnConsumedCapacity};
use aws_smithy_runtime_api::client::interceptors::context::Output;
use aws_smithy_runtime_api::client::runtime_plugin::RuntimePlugin;
use bytes::Bytes;

use super::call::Call;
use super::exchange::{self, BodySlot, Layer, Leads};
use super::rendered::{Render, rendered};
use super::request::{ApiOperation, Attributes, Request};
use super::typed;
use crate::error::Error;

/// Why a request was not carried out.
pub(crate) enum Refused {
    /// A condition did not hold. Holds the item that was found, if there was one.
    Condition(Option<Attributes>),
    /// A transaction was cancelled.
    Cancelled(Box<TransactionCanceledException>),
    /// Anything else.
    Failed(Error),
}

/// How a call is passed to the SDK.
pub(super) enum Ask {
    /// With our body.
    Body(Bytes, Leads),
    /// With its own types, so that interceptors can see them.
    Typed {
        /// Whether it asks for the capacity by index.
        by_index: bool,
    },
}

/// The requests of the SDK are large values; without a box, a debug build has all of them on the
/// stack at once.
fn boxed<'a>(
    sent: impl Future<Output = Result<Bytes, Refused>> + Send + 'a,
) -> Pin<Box<dyn Future<Output = Result<Bytes, Refused>> + Send + 'a>> {
    Box::pin(sent)
}

/// Sends a call through the SDK and returns the body of its answer.
#[expect(clippy::too_many_lines, reason = "one arm for each operation")]
pub(super) async fn send(client: &Client, call: &Call<'_>, ask: Ask) -> Result<Bytes, Refused> {
    macro_rules! sent {
        ($operation:ident, $output:ident, $bare:expr, $typed:expr, $refused:expr) => {{
            static LAYER: Layer = Layer::new();
            boxed(async move {
                let slot = Arc::new(BodySlot::default());
                let answer = match ask {
                    Ask::Typed { by_index } => {
                        let mut request = $typed;
                        if by_index {
                            request = request.return_consumed_capacity(self::by_index(call));
                        }
                        request.send().await
                    }
                    Ask::Body(body, leads) => {
                        let config = || $operation::new().config();
                        let empty = || Output::erase($output::builder().build());
                        match LAYER.handed(config, empty, body, &slot, leads) {
                            Some(handed) => exchange::send(handed, $bare.send()).await,
                            None => $typed.send().await,
                        }
                    }
                };
                match answer {
                    Ok(output) => answered(call, slot.take(), output),
                    Err(error) => Err($refused(error)),
                }
            })
            .await
        }};
    }
    let unbuilt = |error: BuildError| Refused::Failed(unsendable(call, error));
    match call {
        Call::One(request) => match request.operation {
            ApiOperation::Get => sent!(
                GetItem,
                GetItemOutput,
                client.get_item().table_name(&*request.table),
                request.sdk_get(client),
                |error| failed(call, error)
            ),
            ApiOperation::Put => sent!(
                PutItem,
                PutItemOutput,
                client.put_item().table_name(&*request.table),
                request.sdk_put(client),
                |error: SdkError<PutItemError, _>| match error.as_service_error() {
                    Some(PutItemError::ConditionalCheckFailedException(failed)) =>
                        Refused::Condition(failed.item.clone()),
                    _ => failed(call, error),
                }
            ),
            ApiOperation::Update => sent!(
                UpdateItem,
                UpdateItemOutput,
                client.update_item().table_name(&*request.table),
                request.sdk_update(client),
                |error: SdkError<UpdateItemError, _>| match error.as_service_error() {
                    Some(UpdateItemError::ConditionalCheckFailedException(failed)) =>
                        Refused::Condition(failed.item.clone()),
                    _ => failed(call, error),
                }
            ),
            ApiOperation::Delete => sent!(
                DeleteItem,
                DeleteItemOutput,
                client.delete_item().table_name(&*request.table),
                request.sdk_delete(client),
                |error: SdkError<DeleteItemError, _>| match error.as_service_error() {
                    Some(DeleteItemError::ConditionalCheckFailedException(failed)) =>
                        Refused::Condition(failed.item.clone()),
                    _ => failed(call, error),
                }
            ),
            ApiOperation::Query => sent!(
                Query,
                QueryOutput,
                client.query().table_name(&*request.table),
                request.sdk_query(client),
                |error| failed(call, error)
            ),
            ApiOperation::Scan => sent!(
                Scan,
                ScanOutput,
                client.scan().table_name(&*request.table),
                request.sdk_scan(client),
                |error| failed(call, error)
            ),
            ApiOperation::Search => sent!(
                SearchVectors,
                SearchVectorsOutput,
                request.sdk_search(client),
                request.sdk_search(client),
                |error| failed(call, error)
            ),
            ApiOperation::Check => unreachable!("a check is sent in a transaction"),
        },
        Call::BatchGet(batch) => {
            let mut bare = client.batch_get_item();
            for (table, _) in &batch.tables {
                let keys = KeysAndAttributes::builder().set_keys(Some(Vec::new()));
                bare = bare.request_items(table, keys.build().map_err(unbuilt)?);
            }
            sent!(
                BatchGetItem,
                BatchGetItemOutput,
                bare,
                batch.typed(client).map_err(unbuilt)?,
                |error| failed(call, error)
            )
        }
        Call::BatchWrite(batch) => {
            let mut bare = client.batch_write_item();
            for (table, _) in &batch.tables {
                bare = bare.request_items(*table, Vec::new());
            }
            sent!(
                BatchWriteItem,
                BatchWriteItemOutput,
                bare,
                batch.typed(client).map_err(unbuilt)?,
                |error| failed(call, error)
            )
        }
        Call::TransactGet { gets, metered } => sent!(
            TransactGetItems,
            TransactGetItemsOutput,
            typed::transact_get(client, &bare(gets), false).map_err(unbuilt)?,
            typed::transact_get(client, gets, *metered).map_err(unbuilt)?,
            |error: SdkError<TransactGetItemsError, _>| match error.as_service_error() {
                Some(TransactGetItemsError::TransactionCanceledException(failed)) =>
                    Refused::Cancelled(Box::new(failed.clone())),
                _ => failed(call, error),
            }
        ),
        Call::TransactWrite {
            writes,
            token,
            metered,
        } => sent!(
            TransactWriteItems,
            TransactWriteItemsOutput,
            typed::transact_write(client, &bare(writes), token, false).map_err(unbuilt)?,
            typed::transact_write(client, writes, token, *metered).map_err(unbuilt)?,
            |error: SdkError<TransactWriteItemsError, _>| match error.as_service_error() {
                Some(TransactWriteItemsError::TransactionCanceledException(failed)) =>
                    Refused::Cancelled(Box::new(failed.clone())),
                _ => failed(call, error),
            }
        ),
    }
}

/// The capacity to report if it is wanted by index.
fn by_index(call: &Call<'_>) -> ReturnConsumedCapacity {
    match call {
        // DynamoDB reports the bytes that a search looked at, not units by index.
        Call::One(request) if request.operation == ApiOperation::Search => {
            ReturnConsumedCapacity::Total
        }
        _ => ReturnConsumedCapacity::Indexes,
    }
}

/// The requests with only their tables, which the SDK needs to find its endpoint.
fn bare(requests: &[Request]) -> Vec<Request> {
    let tables = requests.iter().map(|request| request.table.clone());
    tables
        .map(|table| Request::new(ApiOperation::Put, table))
        .collect()
}

fn answered(call: &Call<'_>, body: Option<Bytes>, output: impl Render) -> Result<Bytes, Refused> {
    match body {
        Some(body) => Ok(body),
        None => rendered(output).map_err(|error| Refused::Failed(unsendable(call, error))),
    }
}

fn failed<E>(
    call: &Call<'_>,
    error: SdkError<E, aws_sdk_dynamodb::config::http::HttpResponse>,
) -> Refused
where
    E: ProvideErrorMetadata + std::error::Error + Send + Sync + 'static,
{
    let tables = call.tables().join(", ");
    let error = Error::from_sdk(call.name(), &tables, error);
    let error = error.on_item(call.origin().item);
    Refused::Failed(error.on_table_type(call.table_type()))
}

/// A request that cannot be written, or an answer that cannot be read.
pub(crate) fn unsendable(
    call: &Call<'_>,
    error: impl std::error::Error + Send + Sync + 'static,
) -> Error {
    Error::unsendable(call.name(), &call.tables().join(", "), error)
}
