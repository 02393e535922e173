//! A stream of items, one page in memory at a time.

use std::collections::VecDeque;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};

use futures_core::Stream;

use super::pager::Pager;
use super::query::QueryInfo;
use super::select::{Output, items};
use crate::codec::DecodeError;
use crate::error::Error;

/// Every item of a query or a scan, read page by page as they are taken.
///
/// A [`Stream`] that needs no pinning; [`next`](Self::next) takes items without another crate.
///
/// An item that is not of its type is an [`Error::Decode`] in its place, and the stream goes on with
/// the one after it. It ends after any other error.
#[must_use = "a stream does nothing until it is read"]
pub struct ItemStream<T> {
    page: std::vec::IntoIter<T>,
    /// What is not of its type, and how many items of the page stand before it.
    failed: VecDeque<(usize, DecodeError)>,
    /// How many items were taken of the page.
    taken: usize,
    remaining: Option<usize>,
    state: State<T>,
    take: fn(Box<Pager>, Option<usize>) -> Reading<T>,
}

/// A page under way.
type Reading<T> = Pin<Box<dyn Future<Output = Taken<T>> + Send>>;

enum State<T> {
    /// Nothing is under way.
    Idle(Box<Pager>),
    /// A page is under way.
    Reading(Reading<T>),
    Done,
}

/// A page, and the pager to take the next one from.
type Taken<T> = (Box<Pager>, Result<Items<T>, Error>);

/// The items of a page, and what stands between them.
type Items<T> = (Vec<T>, VecDeque<(usize, DecodeError)>);

impl<T: Send + Sync + 'static> ItemStream<T> {
    pub(super) fn new<Q: QueryInfo, O: Output<Q, Item = T>>(
        pager: Pager,
        limit: Option<usize>,
    ) -> Self {
        Self {
            page: Vec::new().into_iter(),
            failed: VecDeque::new(),
            taken: 0,
            remaining: limit,
            state: State::Idle(Box::new(pager)),
            take: |pager, wanted| Box::pin(take::<Q, O>(pager, wanted)),
        }
    }

    /// Takes the next item; `None` after the last one.
    pub async fn next(&mut self) -> Option<Result<T, Error>> {
        std::future::poll_fn(|context| self.poll_item(context)).await
    }

    fn poll_item(&mut self, context: &mut Context<'_>) -> Poll<Option<Result<T, Error>>> {
        loop {
            if self.remaining == Some(0) {
                return Poll::Ready(None);
            }
            if let Some((_, error)) = self.failed.pop_front_if(|(after, _)| *after == self.taken) {
                return Poll::Ready(Some(Err(Error::Decode(error))));
            }
            if let Some(item) = self.page.next() {
                self.taken += 1;
                self.remaining = self.remaining.map(|remaining| remaining - 1);
                return Poll::Ready(Some(Ok(item)));
            }
            match std::mem::replace(&mut self.state, State::Done) {
                State::Done => return Poll::Ready(None),
                State::Idle(pager) if pager.done => return Poll::Ready(None),
                State::Idle(pager) => {
                    self.state = State::Reading((self.take)(pager, self.remaining));
                }
                State::Reading(mut page) => match page.as_mut().poll(context) {
                    Poll::Pending => {
                        self.state = State::Reading(page);
                        return Poll::Pending;
                    }
                    Poll::Ready((pager, Ok((items, failed)))) => {
                        self.page = items.into_iter();
                        self.failed = failed;
                        self.taken = 0;
                        self.state = State::Idle(pager);
                    }
                    Poll::Ready((_, Err(error))) => return Poll::Ready(Some(Err(error))),
                },
            }
        }
    }
}

async fn take<Q: QueryInfo, O: Output<Q>>(
    mut pager: Box<Pager>,
    wanted: Option<usize>,
) -> Taken<O::Item> {
    let records = pager.next_page::<O::Row>(wanted).await;
    let items = records.map(|records| {
        let (rows, failed) = records.into_parts();
        let failed = failed
            .into_iter()
            .map(|failed| (failed.after, failed.error));
        (items::<Q, O>(rows), failed.collect())
    });
    (pager, items)
}

// Nothing in a stream is pinned: a page under way is in a box of its own.
impl<T> Unpin for ItemStream<T> {}

impl<T: Send + Sync + 'static> Stream for ItemStream<T> {
    type Item = Result<T, Error>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.get_mut().poll_item(context)
    }
}
