//! Whole items for the results of a search.

use super::plan::MOST;
use super::{Hit, Hits, Search};
use crate::db::Db;
use crate::error::Error;
use crate::item::{Item, Record};
use crate::key::Key;
use crate::op::Meter;
use crate::op::read::query::QueryInfo;
use crate::op::read::select::{Output, Whole};
use crate::op::visible::Visible;

/// Reads the whole items that a search of a vector index leads to: `Doc::similar(…).hydrate()`.
#[must_use = "an operation does nothing until it is sent"]
pub struct HydrateSearch<Q: QueryInfo> {
    pub(super) search: Search<Q>,
    pub(super) visible: Visible,
}

impl<Q: QueryInfo> HydrateSearch<Q> {
    setters!(visible);

    /// Gives this many results, from 1 to 100; 10 by default.
    pub fn top(mut self, count: usize) -> Self {
        self.search = self.search.top(count);
        self
    }

    /// Searches, fetches the items and returns them, best first.
    ///
    /// # Errors
    ///
    /// As [`Search::send`] and [`Db::batch_get`].
    pub async fn send(self, db: &Db) -> Result<Hits<Q::Item>, Error> {
        let (top, meter) = (self.search.top, self.search.meter.clone());
        let mut plan = self.search.plan(db)?;
        let mut asked = (top * 2).min(MOST);
        loop {
            let found = plan.found::<<Whole as Output<Q>>::Row>(asked).await?;
            let hits = fetched(db, found.rows, self.visible, meter.as_ref()).await?;
            let complete = hits.len() >= top || found.count < asked;
            if complete || asked == MOST {
                let hits = hits.into_iter().take(top).collect();
                return Ok(Hits { hits, complete });
            }
            asked = MOST;
        }
    }
}

/// The items that rows of an index stand for.
async fn fetched<T: Item, R: Record>(
    db: &Db,
    rows: Vec<Hit<R>>,
    visible: Visible,
    meter: Option<&Meter>,
) -> Result<Vec<Hit<T>>, Error> {
    let keys = rows.iter().map(|hit| Key::<T>::from_components(&hit.item));
    let mut batch = db.batch_get(keys.collect::<Vec<_>>());
    if visible.deleted {
        batch = batch.include_deleted();
    }
    if visible.expired {
        batch = batch.include_expired();
    }
    if let Some(meter) = meter {
        batch = batch.meter(meter);
    }
    let items: Vec<Option<T>> = batch.await?;
    let scores = rows.into_iter().map(|hit| hit.score);
    let hits = scores.zip(items);
    Ok(hits
        .filter_map(|(score, item)| item.map(|item| Hit { score, item }))
        .collect())
}
