//! The typed stream of changes.

use std::pin::Pin;
use std::task::{Context, Poll};

use futures_core::Stream;

use super::Read;
use super::follower::Follower;
use super::stream_checkpoint::StreamCheckpoint;
use crate::error::Error;

/// The changes of a table, as they are made. Created by [`Changes::send`](super::Changes::send).
///
/// A [`Stream`] that needs no pinning; [`next`](Self::next) takes changes without another crate.
/// Dropping it ends its requests.
///
/// An error comes in the place where it happened, and the stream goes on after it: with the next
/// record after one that cannot be read, with the oldest record that is left after
/// [`Error::ChangesLost`], with the same request after one that failed. A stream that no longer
/// exists is the last error. It also ends when the table's stream was turned off and everything in
/// it was taken.
#[must_use = "a stream does nothing until it is read"]
pub struct ChangeStream<C> {
    follower: Follower,
    read: Read<C>,
}

impl<C> ChangeStream<C> {
    pub(super) fn new(follower: Follower, read: Read<C>) -> Self {
        Self { follower, read }
    }

    /// Takes the next change, and waits for it if there is none yet. Nothing is lost if the future is
    /// dropped before it is ready.
    pub async fn next(&mut self) -> Option<Result<C, Error>> {
        std::future::poll_fn(|context| self.poll_change(context)).await
    }

    /// Returns how far the stream has come, for another run to continue from.
    ///
    /// It covers every change that was taken. Take and save it when those are processed: after a
    /// crash, the ones since the last saved checkpoint come again.
    #[must_use]
    pub fn checkpoint(&self) -> StreamCheckpoint {
        self.follower.checkpoint()
    }

    fn poll_change(&mut self, context: &mut Context<'_>) -> Poll<Option<Result<C, Error>>> {
        loop {
            let record = match self.follower.poll_record(context) {
                Poll::Pending => return Poll::Pending,
                Poll::Ready(None) => return Poll::Ready(None),
                Poll::Ready(Some(record)) => record,
            };
            if let Some(change) = record.and_then(self.read).transpose() {
                return Poll::Ready(Some(change));
            }
        }
    }
}

impl<C> Unpin for ChangeStream<C> {}

impl<C> Stream for ChangeStream<C> {
    type Item = Result<C, Error>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.get_mut().poll_change(context)
    }
}
