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
/// Implements [`Stream`], and needs no pinning. [`next`](Self::next) works without another crate.
/// Dropping the stream ends its requests.
///
/// The stream yields an error at the place where it happened, and continues after it. If a record
/// cannot be read, it continues with the next one. After [`Error::ChangesLost`], it continues with
/// the oldest record that is left. If a request fails, it sends the request again. It ends with an
/// error if the table's stream no longer exists, and without one if the table's stream was turned
/// off and everything in it was taken.
#[must_use = "a stream does nothing until it is read"]
pub struct ChangeStream<C> {
    follower: Follower,
    read: Read<C>,
}

impl<C> ChangeStream<C> {
    pub(super) fn new(follower: Follower, read: Read<C>) -> Self {
        Self { follower, read }
    }

    /// Takes the next change, or waits for it if there is none yet. Nothing is lost if the future
    /// is dropped before it is ready.
    pub async fn next(&mut self) -> Option<Result<C, Error>> {
        std::future::poll_fn(|context| self.poll_change(context)).await
    }

    /// Returns how far the stream has come, for another run to continue from.
    ///
    /// It covers every change that was taken. Save it after you have processed those changes: after
    /// a crash, you get the changes since the last saved checkpoint again.
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
