//! Fetching the whole items behind the results of a search.

use super::plan::MOST;
use super::{Hit, Hits, Search};
use crate::db::Db;
use crate::error::Error;
use crate::op::read::hydrate::Fetch;
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

    /// Returns this many results, from 1 to 100; 10 by default.
    pub fn top(mut self, count: usize) -> Self {
        self.search = self.search.top(count);
        self
    }

    /// Searches, fetches the items and returns them, best first.
    ///
    /// # Errors
    ///
    /// The same as [`Search::send`] and [`Db::batch_get`].
    pub async fn send(self, db: &Db) -> Result<Hits<Q::Item>, Error> {
        let top = self.search.top;
        let fetch = Fetch {
            db: db.clone(),
            visible: self.visible,
            consistent: false,
            meter: self.search.meter.clone(),
        };
        let mut plan = self.search.plan(db)?;
        let mut asked = (top * 2).min(MOST);
        loop {
            let found = plan.found::<<Whole as Output<Q>>::Row>(asked).await?;
            let hits = found.rows.into_iter().map(|hit| (hit.score, hit.item));
            let (scores, rows): (Vec<_>, Vec<_>) = hits.unzip();
            let items = fetch.items(&rows).await?;
            let hits = scores.into_iter().zip(items);
            let hits = hits.filter_map(|(score, item)| item.map(|item| Hit { score, item }));
            let hits: Vec<_> = hits.collect();
            let complete = hits.len() >= top || found.count < asked;
            if complete || asked == MOST {
                let hits = hits.into_iter().take(top).collect();
                return Ok(Hits { hits, complete });
            }
            asked = MOST;
        }
    }
}
