//! Deleting expired items of a file by a clock that is not the system's, through a second
//! connection: the engine allows another clock only for a database in memory.

use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

use dynoxide::storage::Storage;
use dynoxide::storage_backend::Clock;
use dynoxide::ttl::sweep_expired_items;
use dynoxide::{DynoxideError, Result};

pub(super) fn file(path: &str, clock: Arc<dyn Clock>) -> Result<usize> {
    let storage = Storage::new(path)?.with_clock(clock);
    let sweep = pin!(sweep_expired_items(&storage));
    // SQLite in this process answers at once, so one poll runs the whole sweep.
    match sweep.poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(swept) => swept,
        Poll::Pending => Err(DynoxideError::InternalServerError(
            "the sweep was suspended".into(),
        )),
    }
}
