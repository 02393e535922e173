//! Writing items from an iterator or a stream, as fast as they are taken.

use std::collections::HashSet;
use std::future::{Future, IntoFuture, poll_fn};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use futures_core::Stream;

use super::progress::{OnProgress, Progress, ProgressCounter};
use crate::db::Db;
use crate::error::Error;
use crate::item::Item;
use crate::key::PrimaryKey;
use crate::op::Meter;
use crate::op::batch::CONCURRENCY;
use crate::op::pace::{Deadline, at_once};

/// How many items are taken per concurrent request: as many as a request holds.
const ITEMS_A_REQUEST: usize = 25;

impl Db {
    /// Returns an operation that puts every item of an iterator.
    pub fn load<'db, I>(&'db self, items: I) -> Load<'db, Iterated<I::IntoIter>>
    where
        I: IntoIterator<Item: LoadItem>,
        I::IntoIter: Send + 'db,
    {
        Load::new(self, Iterated(items.into_iter()))
    }

    /// Returns an operation that puts every item of a stream, which is polled only as fast as items
    /// are written.
    pub fn load_stream<'db, S>(&'db self, items: S) -> Load<'db, Streamed<S>>
    where
        S: Stream + Send + 'db,
        S::Item: Item,
    {
        Load::new(self, Streamed(Box::pin(items)))
    }
}

/// An item that can be loaded, passed by value.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an item that can be loaded",
    label = "expected items themselves, not references to them or puts",
    note = "give the items away, as in `db.load(items)`, or copies of them, as in `db.load(items.iter().cloned())`"
)]
pub trait LoadItem: Item {}

#[diagnostic::do_not_recommend]
impl<T: Item> LoadItem for T {}

/// Puts the items of an iterator or a stream: `db.load(items).await`.
///
/// Takes a few batches of items at a time, and the next ones when those are written, so memory
/// stays bounded however much the source holds. If two items have the same key, the later one is
/// written last. Returns the number of items written.
///
/// If a batch fails for good, [`Error::Interrupted`] says how many items of the source are certain
/// to be written: to continue, [`skip`](Self::skip) that many of the same source. Putting an item
/// again changes nothing.
///
/// ```
/// # use dynamo_runtime::{Db, Error, Item};
/// # #[derive(Item)]
/// # #[table(name = "words", pk = "text")]
/// # struct Word { text: String }
/// # #[tokio::main]
/// # async fn main() -> Result<(), Error> {
/// # let db = Db::embedded().await?;
/// # db.create_table::<Word>().await?;
/// let words = (0..1_000).map(|number| Word { text: format!("word {number}") });
/// let written = db.load(words).progress(|progress| eprintln!("{}", progress.items)).await?;
/// assert_eq!(written, 1_000);
/// # Ok(())
/// # }
/// ```
#[must_use = "a load does nothing until it is awaited"]
pub struct Load<'db, S> {
    db: &'db Db,
    source: S,
    skip: u64,
    concurrency: usize,
    deadline: Option<Duration>,
    progress: OnProgress,
    meter: Option<Meter>,
    /// Known from the start, so that awaiting a load of something else is not a second error.
    start: fn(Self) -> LoadFuture<'db>,
}

type LoadFuture<'db> = Pin<Box<dyn Future<Output = Result<u64, Error>> + Send + 'db>>;

/// The source of a load's items.
pub trait Source: Send {
    /// The item type.
    type Item: Item;

    /// Takes the next item.
    #[doc(hidden)]
    fn poll_next(&mut self, context: &mut Context<'_>) -> Poll<Option<Self::Item>>;
}

/// An iterator as a source.
#[doc(hidden)]
pub struct Iterated<I>(I);

impl<I: Iterator<Item: Item> + Send> Source for Iterated<I> {
    type Item = I::Item;

    fn poll_next(&mut self, _: &mut Context<'_>) -> Poll<Option<I::Item>> {
        Poll::Ready(self.0.next())
    }
}

/// A stream as a source.
#[doc(hidden)]
pub struct Streamed<S>(Pin<Box<S>>);

impl<S: Stream<Item: Item> + Send> Source for Streamed<S> {
    type Item = S::Item;

    fn poll_next(&mut self, context: &mut Context<'_>) -> Poll<Option<S::Item>> {
        self.0.as_mut().poll_next(context)
    }
}

impl<'db, S: Source> Load<'db, S> {
    fn new(db: &'db Db, source: S) -> Self
    where
        S: 'db,
    {
        Self {
            db,
            source,
            skip: 0,
            concurrency: CONCURRENCY,
            deadline: None,
            progress: None,
            meter: None,
            start: |load| Box::pin(load.run()),
        }
    }

    /// Skips this many items of the source, which an earlier run wrote.
    pub fn skip(mut self, items: u64) -> Self {
        self.skip = items;
        self
    }

    /// Sends at most this many requests at once; twenty by default, a thousand at most.
    pub fn concurrency(mut self, requests: usize) -> Self {
        self.concurrency = at_once(requests);
        self
    }

    /// Stops after this long with [`Error::Interrupted`]. A request that is unanswered by then
    /// counts as not done, though its writes may still be made.
    pub fn deadline(mut self, deadline: Duration) -> Self {
        self.deadline = Some(deadline);
        self
    }

    /// Calls a function every few batches.
    pub fn progress(mut self, tell: impl FnMut(Progress) + Send + 'static) -> Self {
        self.progress = Some(Box::new(tell));
        self
    }

    setters!(meter, rate);

    async fn run(mut self) -> Result<u64, Error> {
        let mut counter = ProgressCounter::new(1, self.progress.take());
        for _ in 0..self.skip {
            if self.take().await.is_none() {
                break;
            }
        }
        counter.start_at(self.skip);
        let deadline = self
            .deadline
            .map(|after| Deadline::starting_now(self.db, Some(after)));
        let mut held = None;
        let mut written = 0;
        loop {
            let batch = self.batch(&mut held).await;
            if batch.is_empty() {
                counter.finish();
                return Ok(written);
            }
            let mut writes = self.db.batch_write(batch.iter().map(Item::put));
            if let Some(meter) = &self.meter {
                writes = writes.meter(meter);
            }
            if let Some(deadline) = deadline {
                writes = writes.deadline(deadline.left());
            }
            writes
                .concurrency(self.concurrency)
                .await
                .map_err(|source| Error::Interrupted {
                    done: counter.items(),
                    source: Box::new(source),
                })?;
            written += batch.len() as u64;
            counter.page(batch.len());
        }
    }

    async fn take(&mut self) -> Option<S::Item> {
        poll_fn(|context| self.source.poll_next(context)).await
    }

    /// The next items, each key once: an item whose key occurs again waits for the next batch.
    async fn batch(&mut self, held: &mut Option<S::Item>) -> Vec<S::Item> {
        let most = ITEMS_A_REQUEST * self.concurrency;
        let mut batch = Vec::with_capacity(most);
        let mut keys: HashSet<PrimaryKey> = HashSet::with_capacity(most);
        while batch.len() < most {
            let item = match held.take() {
                Some(item) => item,
                None => match self.take().await {
                    Some(item) => item,
                    None => break,
                },
            };
            // An item whose key cannot be built is refused with its batch.
            if let Ok(key) = item.to_key().built()
                && !keys.insert(key.clone().canonical())
            {
                *held = Some(item);
                break;
            }
            batch.push(item);
        }
        batch
    }
}

impl<'db, S> IntoFuture for Load<'db, S> {
    type Output = Result<u64, Error>;
    type IntoFuture = Pin<Box<dyn Future<Output = Self::Output> + Send + 'db>>;

    fn into_future(self) -> Self::IntoFuture {
        (self.start)(self)
    }
}
