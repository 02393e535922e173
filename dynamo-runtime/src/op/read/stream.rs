//! A stream of items, one page in memory at a time.

use std::collections::VecDeque;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};

use futures_core::Stream;

use crate::codec::DecodeError;
use crate::error::Error;
use crate::item::Record;
use crate::op::read::pager::{LastKey, Pager};
use crate::op::read::query::QueryInfo;
use crate::op::read::select::Output;

/// Every item of a query or a scan, read page by page as items are taken.
///
/// A [`Stream`] that needs no pinning; [`next`](Self::next) takes items without another crate.
///
/// An item that cannot be decoded is an [`Error::Decode`] in its place, and the stream goes on with
/// the next one. Any other error ends the stream.
#[must_use = "a stream does nothing until it is read"]
pub struct ItemStream<T> {
    page: std::vec::IntoIter<T>,
    /// The items that could not be decoded, and how many items of the page come before each.
    failed: VecDeque<(usize, DecodeError)>,
    /// How many items of the page were taken.
    taken: usize,
    remaining: Option<usize>,
    pages: Pages,
    /// The key that the current page begins after.
    begin: Option<LastKey>,
    state: StreamState<T>,
    take: Take<T>,
}

/// How many pages were read.
#[derive(Clone, Copy, Default)]
pub(in crate::op) struct Pages {
    pub(in crate::op) read: u64,
    /// How many items the last page has.
    pub(in crate::op) last: usize,
}

/// How many items to take before checking whether the page read ahead has arrived, to request the
/// one after it.
const ITEMS_BETWEEN_LOOKS: usize = 32;

/// How far a stream has come.
pub(in crate::op) enum Position<'a> {
    Start,
    After(&'a LastKey),
    End,
}

/// Reads a page, given how many more items are wanted.
type Take<T> = Box<dyn Fn(Box<Pager>, Option<usize>) -> PageReading<T> + Send + Sync>;

/// A page being read.
pub(in crate::op) type PageReading<T> = Pin<Box<dyn Future<Output = Taken<T>> + Send>>;

enum StreamState<T> {
    /// Nothing is being read.
    Idle(Box<Pager>),
    /// A page is being read.
    PageReading(PageReading<T>),
    /// A page could not be read.
    Failed,
    Done,
}

/// A page, and the pager to take the next one from.
pub(in crate::op) type Taken<T> = (Box<Pager>, Result<Items<T>, Error>);

/// The items of a page, and the failures between them.
pub(in crate::op) type Items<T> = (Vec<T>, VecDeque<(usize, DecodeError)>);

impl<T: Send + Sync + 'static> ItemStream<T> {
    pub(in crate::op) fn new<Q: QueryInfo, O: Output<Q, Item = T>>(
        pager: Pager,
        limit: Option<usize>,
    ) -> Self {
        Self::of_rows(pager, limit, O::items)
    }

    /// Streams the items that a function makes of each page's rows.
    pub(in crate::op) fn of_rows<R: Record>(
        pager: Pager,
        limit: Option<usize>,
        items: fn(Vec<R>) -> Vec<T>,
    ) -> Self {
        Self::by(pager, limit, move |pager, wanted| {
            Box::pin(take(pager, wanted, items))
        })
    }

    /// Streams the items that a function makes of each page.
    pub(in crate::op) fn by(
        pager: Pager,
        limit: Option<usize>,
        take: impl Fn(Box<Pager>, Option<usize>) -> PageReading<T> + Send + Sync + 'static,
    ) -> Self {
        Self {
            page: Vec::new().into_iter(),
            failed: VecDeque::new(),
            taken: 0,
            remaining: limit,
            pages: Pages::default(),
            begin: None,
            state: StreamState::Idle(Box::new(pager)),
            take: Box::new(take),
        }
    }

    /// Requests this many pages ahead of time, each as soon as the one before it has arrived.
    ///
    /// The next page is then under way while a consumer works on the current one. A page that is
    /// never taken is read, and billed, for nothing. Has no effect on a stream with a limit:
    /// nothing is read past it.
    pub fn read_ahead(mut self, pages: usize) -> Self {
        if let StreamState::Idle(pager) = &mut self.state {
            pager.ahead.set(pages);
        }
        self
    }

    /// Takes the next item; `None` after the last one.
    pub async fn next(&mut self) -> Option<Result<T, Error>> {
        std::future::poll_fn(|context| self.poll_item(context)).await
    }

    /// The position to continue from, such that no item is left out that was not taken.
    pub(in crate::op) fn position(&self) -> Position<'_> {
        let is_taken = self.page.len() == 0 && self.failed.is_empty();
        let begin = match &self.state {
            StreamState::Done => return Position::End,
            StreamState::Idle(pager) if is_taken && pager.done => return Position::End,
            StreamState::Idle(pager) if is_taken => pager.start.as_ref(),
            _ => self.begin.as_ref(),
        };
        begin.map_or(Position::Start, Position::After)
    }

    pub(in crate::op) fn pages(&self) -> Pages {
        self.pages
    }

    pub(in crate::op) fn poll_item(
        &mut self,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<T, Error>>> {
        loop {
            if self.remaining == Some(0) {
                return Poll::Ready(None);
            }
            if let Some((_, error)) = self.failed.pop_front_if(|(after, _)| *after == self.taken) {
                return Poll::Ready(Some(Err(Error::Decode(error))));
            }
            if let Some(item) = self.page.next() {
                if let StreamState::Idle(pager) = &mut self.state
                    && self.taken.is_multiple_of(ITEMS_BETWEEN_LOOKS)
                {
                    pager.poll_ahead(context);
                }
                self.taken += 1;
                self.remaining = self.remaining.map(|remaining| remaining - 1);
                return Poll::Ready(Some(Ok(item)));
            }
            match std::mem::replace(&mut self.state, StreamState::Done) {
                StreamState::Done => return Poll::Ready(None),
                StreamState::Failed => {
                    self.state = StreamState::Failed;
                    return Poll::Ready(None);
                }
                StreamState::Idle(pager) if pager.done => return Poll::Ready(None),
                StreamState::Idle(pager) => {
                    self.begin.clone_from(&pager.start);
                    self.state = StreamState::PageReading((self.take)(pager, self.remaining));
                }
                StreamState::PageReading(mut page) => match page.as_mut().poll(context) {
                    Poll::Pending => {
                        self.state = StreamState::PageReading(page);
                        return Poll::Pending;
                    }
                    Poll::Ready((pager, Ok((items, failed)))) => {
                        self.pages.read += 1;
                        self.pages.last = items.len();
                        self.page = items.into_iter();
                        self.failed = failed;
                        self.taken = 0;
                        self.state = StreamState::Idle(pager);
                    }
                    Poll::Ready((_, Err(error))) => {
                        self.state = StreamState::Failed;
                        return Poll::Ready(Some(Err(error)));
                    }
                },
            }
        }
    }
}

async fn take<R: Record, T>(
    mut pager: Box<Pager>,
    wanted: Option<usize>,
    items: fn(Vec<R>) -> Vec<T>,
) -> Taken<T> {
    let mut rows = Vec::new();
    let failed = pager.next_page(wanted, &mut rows).await;
    let taken = failed.map(|failed| {
        let failed = failed
            .into_iter()
            .map(|failed| (failed.after, failed.error));
        (items(rows), failed.collect())
    });
    (pager, taken)
}

// Nothing in a stream is pinned: a page being read has its own box.
impl<T> Unpin for ItemStream<T> {}

impl<T: Send + Sync + 'static> Stream for ItemStream<T> {
    type Item = Result<T, Error>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.get_mut().poll_item(context)
    }
}
