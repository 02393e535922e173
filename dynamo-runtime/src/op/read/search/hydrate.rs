//! Fetching the whole items behind the results of a search.

use super::{Hits, Search};
use crate::db::Db;
use crate::error::Error;
use crate::op::Explanation;
use crate::op::explain::Step;
use crate::op::read::fetch::Fetch;
use crate::op::read::hydrate::HydratedRows;
use crate::op::read::query::QueryInfo;
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

    /// Explains the operation without sending it: its requests as text, and their minimum cost.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`send`](Self::send) that are known before anything is sent.
    pub fn explain(self, db: &Db) -> Result<Explanation, Error> {
        let of = self.search.spec.of.item;
        let table = db.table_of(of)?;
        let fetch = Step::together("BatchGetItem", &[&table])
            .reading(0, false)
            .with_part("keys", "of the items found")
            .guarded(of, self.visible);
        Ok(self.search.explain(db)?.then(fetch))
    }

    /// Searches, fetches the items and returns them, best first.
    ///
    /// # Errors
    ///
    /// The same as [`Search::send`] and [`Db::batch_get`].
    pub async fn send(self, db: &Db) -> Result<Hits<Q::Item>, Error> {
        let fetch = Fetch {
            db: db.clone(),
            visible: self.visible,
            consistent: false,
            meter: self.search.spec.meter.clone(),
        };
        let mut items = HydratedRows::<Q>::new();
        let attempt = self.search.spec.begin(db, None, true)?;
        let found = attempt.hydrate(&fetch, &mut items).await?;
        Ok(found.hits(items.items))
    }
}
