//! A wait with a time limit. The clock starts only if there is something to wait for.

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use aws_smithy_async::rt::sleep::{AsyncSleep, SharedAsyncSleep, Sleep};

/// A future, and how long to wait for it.
pub(super) struct Stall<F> {
    sleep: Option<(SharedAsyncSleep, Duration)>,
    waiting: Option<Sleep>,
    future: F,
}

impl<F: Future> Stall<F> {
    /// Without a way to sleep or a limit, waits forever.
    pub(super) fn new(sleep: Option<SharedAsyncSleep>, most: Option<Duration>, future: F) -> Self {
        Self {
            sleep: sleep.zip(most),
            waiting: None,
            future,
        }
    }
}

impl<F: Future + Unpin> Future for Stall<F> {
    type Output = Result<F::Output, &'static str>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let this = &mut *self;
        if let Poll::Ready(output) = Pin::new(&mut this.future).poll(context) {
            return Poll::Ready(Ok(output));
        }
        if let (None, Some((sleep, most))) = (&this.waiting, &this.sleep) {
            this.waiting = Some(sleep.sleep(*most));
        }
        match &mut this.waiting {
            Some(waiting) => Pin::new(waiting)
                .poll(context)
                .map(|()| Err("the response stalled")),
            None => Poll::Pending,
        }
    }
}
