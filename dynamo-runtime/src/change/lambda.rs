//! Handling the events that Lambda passes to a function, with failures per record. Needs the feature
//! `lambda`.

use std::fmt::Display;
use std::future::{Future, poll_fn};
use std::marker::PhantomData;
use std::task::Poll;

use aws_lambda_events::event::dynamodb::{Event, EventRecord};
use aws_lambda_events::event::streams::{DynamoDbBatchItemFailure, DynamoDbEventResponse};

use super::{Change, IntoChangeRecord};
use crate::error::Error;
use crate::item::Record;

/// How many changes [`EventBatch::in_any_order`] handles at once.
const AT_ONCE: usize = 32;

/// The records of one event, to be handled as changes to items of type `T`: an item type, or a
/// [`Collection`](crate::Collection).
///
/// [`in_order`](Self::in_order) and [`in_any_order`](Self::in_any_order) return the response that
/// Lambda expects if the event source mapping has
/// `FunctionResponseTypes: [ReportBatchItemFailures]`: the sequence numbers of the records that
/// failed. Lambda then calls the function again, from the first record that failed. Without that
/// setting, Lambda ignores the response and treats the batch as handled.
///
/// A record that cannot be read counts as failed, like one whose handler returns an error; both are
/// logged with `tracing`. Items of types other than `T` are skipped, and so are the claims that the
/// library stores for unique values. A collection fails for a type that it does not have, unless
/// you call [`skip_unknown`](Self::skip_unknown).
///
/// ```
/// use aws_lambda_events::event::dynamodb::Event;
/// use aws_lambda_events::event::streams::DynamoDbEventResponse;
/// use dynamo_runtime::change::lambda::EventBatch;
/// use dynamo_runtime::{Change, Error, Item};
///
/// #[derive(Debug, Item)]
/// #[table(name = "orders", pk = "id")]
/// struct Order { id: String, total: u32 }
///
/// /// The handler of the function.
/// async fn handle(event: Event) -> DynamoDbEventResponse {
///     EventBatch::new(event).in_order(async |change: Change<Order>| {
///         if let Some(order) = &change.new {
///             println!("{}: {}", order.id, order.total);
///         }
///         Ok::<(), Error>(())
///     }).await
/// }
/// ```
#[must_use = "nothing is handled until `in_order` or `in_any_order` is awaited"]
pub struct EventBatch<T> {
    records: Vec<EventRecord>,
    skips_unknown: bool,
    item: PhantomData<fn() -> T>,
}

impl<T: Record> EventBatch<T> {
    /// Takes the records of an event.
    pub fn new(event: Event) -> Self {
        Self {
            records: event.records,
            skips_unknown: false,
            item: PhantomData,
        }
    }

    /// Skips items of types that a collection does not have. Without this, they count as failed.
    pub fn skip_unknown(mut self) -> Self {
        self.skips_unknown = true;
        self
    }

    /// Handles one change after another, and stops at the first that fails, so that the changes of
    /// an item take effect in order. Changes after it are not handled; Lambda passes them again.
    pub async fn in_order<E: Display>(
        self,
        mut handle: impl AsyncFnMut(Change<T>) -> Result<(), E>,
    ) -> DynamoDbEventResponse {
        for record in self.records {
            let number = number_of(&record);
            let reason = match read(record, self.skips_unknown) {
                Ok(None) => continue,
                Ok(Some(change)) => match handle(change).await {
                    Ok(()) => continue,
                    Err(error) => error.to_string(),
                },
                Err(error) => error.to_string(),
            };
            log(&number, &reason);
            return response([number]);
        }
        response([])
    }

    /// Handles all changes, up to 32 at once and in any order, and reports each that failed.
    ///
    /// One change that fails does not hold up the others. Lambda passes all records from the first
    /// failure on again, including those that were already handled.
    pub async fn in_any_order<E: Display>(
        self,
        handle: impl AsyncFn(Change<T>) -> Result<(), E>,
    ) -> DynamoDbEventResponse {
        let skips_unknown = self.skips_unknown;
        let mut waiting = self.records.into_iter().enumerate();
        let mut failed: Vec<(usize, String)> = Vec::new();
        let mut running = Vec::new();
        poll_fn(|context| {
            loop {
                while running.len() < AT_ONCE
                    && let Some((place, record)) = waiting.next()
                {
                    let number = number_of(&record);
                    match read(record, skips_unknown) {
                        Ok(None) => {}
                        Ok(Some(change)) => {
                            running.push((place, number, Box::pin(handle(change))));
                        }
                        Err(error) => {
                            log(&number, &error);
                            failed.push((place, number));
                        }
                    }
                }
                let before = running.len();
                running.retain_mut(|(place, number, handling)| {
                    match handling.as_mut().poll(context) {
                        Poll::Pending => return true,
                        Poll::Ready(Ok(())) => {}
                        Poll::Ready(Err(error)) => {
                            log(number, &error);
                            failed.push((*place, std::mem::take(number)));
                        }
                    }
                    false
                });
                if running.is_empty() && waiting.len() == 0 {
                    return Poll::Ready(());
                }
                if running.len() == before {
                    return Poll::Pending;
                }
            }
        })
        .await;
        failed.sort_unstable();
        response(failed.into_iter().map(|(_, number)| number))
    }
}

/// The response that names the records that failed.
fn response(failed: impl IntoIterator<Item = String>) -> DynamoDbEventResponse {
    let failures = failed.into_iter().map(|number| {
        let mut failure = DynamoDbBatchItemFailure::default();
        failure.item_identifier = Some(number);
        failure
    });
    let mut response = DynamoDbEventResponse::default();
    response.batch_item_failures = failures.collect();
    response
}

/// Reads a record; `None` if it is passed over.
fn read<T: Record>(record: EventRecord, skips_unknown: bool) -> Result<Option<Change<T>>, Error> {
    let record = record.into_change_record()?;
    if record.is_claim() {
        return Ok(None);
    }
    match Change::from_record(record) {
        Err(Error::OtherType { members, .. }) if skips_unknown || members.is_empty() => Ok(None),
        read => read.map(Some),
    }
}

/// The sequence number of a record. Lambda takes an empty one as a failure of the whole batch.
fn number_of(record: &EventRecord) -> String {
    record.change.sequence_number.clone().unwrap_or_default()
}

/// Records why a change was not handled; the response has no room for it.
fn log(sequence_number: &str, error: &impl Display) {
    tracing::error!(sequence_number, %error, "a change was not handled");
}
