//! A stream of items, one page in memory at a time.

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use futures_core::Stream;

use crate::error::Error;
use crate::item::Record;
use crate::op::BoxFuture;
use crate::op::read::pager::Pager;
use crate::op::read::query::QueryInfo;
use crate::op::read::rows::{Failed, Rows};
use crate::op::read::select::Output;
use crate::op::read::stream_core::{StreamCore, Turn};

pub(in crate::op) use crate::op::read::stream_core::{Pages, Position};

/// Every item of a query or a scan, read page by page as items are taken.
///
/// Implements [`Stream`], and needs no pinning. [`next`](Self::next) works without another crate.
///
/// If an item cannot be decoded, the stream yields an [`Error::Decode`] in its place and continues
/// with the next item. Any other error ends the stream.
#[must_use = "a stream does nothing until it is read"]
pub struct ItemStream<T> {
    core: StreamCore,
    /// The items of the page that were not taken.
    page: std::vec::IntoIter<T>,
    /// The page that is being read.
    reading: Option<PageReading<T>>,
    take: Take<T>,
}

/// Reads a page, given how many more items are wanted.
type Take<T> = Box<dyn Fn(Box<Pager>, Option<usize>) -> PageReading<T> + Send + Sync>;

/// A page being read.
pub(in crate::op) type PageReading<T> = Pin<Box<dyn Future<Output = Taken<T>> + Send>>;

/// A page, and the pager to take the next one from.
pub(in crate::op) type Taken<T> = (Box<Pager>, Result<Items<T>, Error>);

/// The items of a page, and the failures between them.
pub(in crate::op) type Items<T> = (Vec<T>, Vec<Failed>);

impl<T: 'static> ItemStream<T> {
    pub(in crate::op) fn new<Q: QueryInfo, O: Output<Q, Item = T>>(
        pager: Box<Pager>,
        limit: Option<usize>,
    ) -> Self {
        Self::of_rows(pager, limit, O::items)
    }

    /// Streams the items that a function makes of each page's rows.
    pub(in crate::op) fn of_rows<R: Record + Send>(
        pager: Box<Pager>,
        limit: Option<usize>,
        items: fn(Vec<R>) -> Vec<T>,
    ) -> Self {
        Self::by(pager, limit, move |pager, wanted| {
            Box::pin(take(pager, wanted, items))
        })
    }

    /// Streams the items that a function makes of each page.
    pub(in crate::op) fn by(
        pager: Box<Pager>,
        limit: Option<usize>,
        take: impl Fn(Box<Pager>, Option<usize>) -> PageReading<T> + Send + Sync + 'static,
    ) -> Self {
        Self {
            core: StreamCore::new(pager, limit),
            page: Vec::new().into_iter(),
            reading: None,
            take: Box::new(take),
        }
    }

    /// Takes the next item; `None` after the last one.
    pub async fn next(&mut self) -> Option<Result<T, Error>> {
        std::future::poll_fn(|context| self.poll_item(context)).await
    }

    /// Requests this many pages ahead of time, each as soon as the one before it has arrived.
    ///
    /// The next page is then on its way while you work on the current one. You also pay for a page
    /// that you never take. Has no effect on a stream with a limit, which reads nothing past the
    /// limit.
    pub fn read_ahead(mut self, pages: usize) -> Self {
        self.core.read_ahead(pages);
        self
    }

    /// The position to continue from, such that no item is left out that was not taken.
    pub(in crate::op) fn position(&self) -> Position<'_> {
        self.core.position(self.page.len())
    }

    pub(in crate::op) fn pages(&self) -> Pages {
        self.core.pages
    }

    pub(in crate::op) fn poll_item(
        &mut self,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<T, Error>>> {
        loop {
            match self.core.turn(self.page.len(), context) {
                Turn::Item => return Poll::Ready(self.page.next().map(Ok)),
                Turn::Failed(error) => return Poll::Ready(Some(Err(Error::Decode(error)))),
                Turn::End => return Poll::Ready(None),
                Turn::Read(pager) => {
                    self.reading = Some((self.take)(pager, self.core.remaining));
                }
                Turn::Wait => {
                    let Some(page) = &mut self.reading else {
                        unreachable!("`Turn::Read` comes before `Turn::Wait`")
                    };
                    let (pager, read) = ready!(page.as_mut().poll(context));
                    self.reading = None;
                    match read {
                        Ok((items, failed)) => {
                            self.core.arrive(pager, items.len(), failed);
                            self.page = items.into_iter();
                        }
                        Err(error) => {
                            self.core.fail();
                            return Poll::Ready(Some(Err(error)));
                        }
                    }
                }
            }
        }
    }
}

async fn take<R: Record + Send, T>(
    mut pager: Box<Pager>,
    wanted: Option<usize>,
    items: fn(Vec<R>) -> Vec<T>,
) -> Taken<T> {
    let mut rows = Vec::new();
    let failed = next_page(&mut pager, wanted, &mut rows).await;
    (pager, failed.map(|failed| (items(rows), failed)))
}

fn next_page<'a>(
    pager: &'a mut Pager,
    wanted: Option<usize>,
    rows: &'a mut dyn Rows,
) -> BoxFuture<'a, Result<Vec<Failed>, Error>> {
    Box::pin(pager.next_page(wanted, rows))
}

// Nothing in a stream is pinned: a page being read has its own box.
impl<T> Unpin for ItemStream<T> {}

impl<T: 'static> Stream for ItemStream<T> {
    type Item = Result<T, Error>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.get_mut().poll_item(context)
    }
}
