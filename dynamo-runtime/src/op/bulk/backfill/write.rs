//! The writes of a backfill: an update in place, and a move to another primary key.

use super::rekey::{Misplaced, Stale};
use super::work::Worker;
use crate::codec::Encoder;
use crate::error::Error;
use crate::expr::{AttrPath, Node};
use crate::item::ItemType;
use crate::op::transact::{CancelledOperation, Cause, Transact, TransactPart};
use crate::op::write::send_write;
use crate::op::write::unique::stored_key;
use crate::op::{expression_error, require};
use crate::wire::{ApiOperation, Attributes, Request};

/// The outcome of a write.
pub(super) enum WriteOutcome {
    Done,
    /// Another writer was faster. Holds the item as it is now, if it still exists.
    Changed(Option<Attributes>),
    /// Another transaction was writing the item.
    Busy,
}

impl Worker<'_> {
    pub(super) async fn update(
        &self,
        stored: &Attributes,
        stale: &Stale,
    ) -> Result<WriteOutcome, Error> {
        let mut request = self.request(ApiOperation::Update, stored, stale.guard.clone())?;
        let update = request.expressions.update(&stale.clauses);
        let update = update.map_err(|error| expression_error(self.of.name(), error))?;
        request.update = Some(update);
        self.send(request).await
    }

    /// A request on a stored item, under a condition.
    pub(super) fn request(
        &self,
        operation: ApiOperation,
        stored: &Attributes,
        condition: Node,
    ) -> Result<Request, Error> {
        let mut request = Request::of(operation, self.of, self.db)?;
        request.origin.method = "backfill";
        require(&mut request, self.of.name(), Some(condition))?;
        request.key = stored_key(self.of, stored);
        Ok(request)
    }

    pub(super) async fn send(&self, mut request: Request) -> Result<WriteOutcome, Error> {
        request.metered = true;
        self.turn().await;
        match send_write(self.db, &request, Some(self.meter)).await {
            Ok(Ok(_)) => Ok(WriteOutcome::Done),
            Ok(Err(current)) => Ok(WriteOutcome::Changed(
                current.filter(|item| !item.is_empty()),
            )),
            Err(Error::Sdk(failure)) if failure.code() == "TransactionConflictException" => {
                Ok(WriteOutcome::Busy)
            }
            Err(error) => Err(error),
        }
    }

    /// Puts the item under its own key and deletes the old one, in one transaction.
    pub(super) async fn relocate(
        &self,
        stored: &Attributes,
        misplaced: &Misplaced,
    ) -> Result<WriteOutcome, Error> {
        let of = self.of;
        let nothing = Node::NotExists(AttrPath::root(of.partition_key()));
        let mut put = self.request(ApiOperation::Put, &misplaced.item, nothing)?;
        let encoded = Encoder::item_json(&misplaced.item);
        put.item = encoded.map_err(|error| Error::encode(of.name(), error))?;
        let delete = self.request(ApiOperation::Delete, stored, misplaced.guard.clone())?;
        let parts = vec![
            TransactPart::of(of, "put", put)?,
            TransactPart::of(of, "delete", delete)?,
        ];
        self.turn().await;
        let sent = Transact::of(self.db, parts, Some(self.meter.clone())).await;
        let cancelled = match sent {
            Ok(()) => return Ok(WriteOutcome::Done),
            Err(Error::TransactionCancelled(cancelled)) => cancelled,
            Err(error) => return Err(error),
        };
        let failed = |at: usize| {
            let is_it = |operation: &&CancelledOperation| {
                operation.index() == at && operation.cause() == Cause::ConditionFailed
            };
            cancelled.operations().iter().find(is_it)
        };
        if let Some(delete) = failed(1) {
            let found = delete.current_item().map(|current| current.item().clone());
            return Ok(WriteOutcome::Changed(found));
        }
        if failed(0).is_some() {
            return Err(Error::ConditionFailed {
                item: of.name(),
                found: "another item is stored under the key it is to move to".into(),
                current: None,
                missing: false,
            });
        }
        if cancelled.is_passing() {
            return Ok(WriteOutcome::Busy);
        }
        Err(Error::TransactionCancelled(cancelled))
    }
}

/// The key an item is stored under.
pub(super) fn key(of: &ItemType, stored: &Attributes) -> Attributes {
    let entry = |name: &str| Some((name.to_owned(), stored.get(name)?.clone()));
    of.primary().key_names().filter_map(entry).collect()
}
