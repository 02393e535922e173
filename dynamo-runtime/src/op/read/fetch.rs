//! The whole items behind the rows of an index, whatever their types.

use std::sync::Arc;

use crate::codec::{DecodeError, Decoder};
use crate::cursor::Cursor;
use crate::db::Db;
use crate::error::Error;
use crate::op::batch::{BatchGetSpec, List};
use crate::op::explain::Step;
use crate::op::read::pager::{LastKey, Pager};
use crate::op::read::query::QuerySpec;
use crate::op::read::reading::{next, page_limit};
use crate::op::read::rows::Rows;
use crate::op::read::sieve::{Sieve, Verdict};
use crate::op::visible::Visible;
use crate::op::{BoxFuture, Explanation, Meter};
use crate::wire::Attributes;

/// The most rows of an index to read at once for a limit: as many items as one request fetches.
const MOST_AHEAD: usize = 100;

/// A read of the whole items that an index leads to.
#[derive(Clone)]
pub(super) struct HydrateSpec {
    pub(super) query: Box<QuerySpec>,
    pub(super) visible: Visible,
}

/// The rows of an index and the items behind them, of types that the plain core does not know.
pub(super) trait Hydrated: Send {
    /// The rows of the page that is being read.
    fn rows(&mut self) -> &mut dyn Rows;

    /// Turns the rows into the keys of their items.
    fn keys(&mut self) -> Arc<dyn List>;

    /// How many items there are.
    fn count(&self) -> usize;

    /// Adds the items found under the first keys.
    fn take(&mut self, keys: usize);
}

impl HydrateSpec {
    pub(super) fn explain(self, db: &Db) -> Result<Explanation, Error> {
        let (of, visible) = (self.query.of.item, self.visible);
        let table = db.table_of(of)?;
        let fetch = Step::together("BatchGetItem", &[&table])
            .reading(0, false)
            .with_part("keys", "of the items found, up to 100 per request")
            .guarded(of, visible);
        Ok(self.query.explain(db, None)?.then(fetch))
    }

    /// Reads one page and returns where the next one begins.
    pub(super) fn page<'a>(
        self,
        db: &'a Db,
        items: &'a mut dyn Hydrated,
    ) -> BoxFuture<'a, Result<Option<Cursor>, Error>> {
        Box::pin(async move {
            let limit = page_limit(self.query.of.name, self.query.limit)?;
            let fingerprint = self.query.fingerprint(db)?;
            let (mut pager, fetch) = self.begin(db)?;
            let end = match limit {
                Some(limit) => fetch.up_to(&mut pager, limit, items).await?,
                None => {
                    fetch.page(&mut pager, None, items).await?;
                    pager.start
                }
            };
            next(end, &fingerprint, db)
        })
    }

    /// Reads every page, up to a limit.
    pub(super) fn read<'a>(
        self,
        db: &'a Db,
        limit: Option<usize>,
        items: &'a mut dyn Hydrated,
    ) -> BoxFuture<'a, Result<(), Error>> {
        Box::pin(async move {
            let (mut pager, fetch) = self.begin(db)?;
            match limit {
                Some(limit) => fetch.up_to(&mut pager, limit, items).await.map(drop),
                None => fetch.everything(&mut pager, items).await,
            }
        })
    }

    pub(super) fn begin(self, db: &Db) -> Result<(Box<Pager>, Fetch), Error> {
        let fetch = Fetch {
            db: db.clone(),
            visible: self.visible,
            consistent: self.query.consistent,
            meter: self.query.meter.clone(),
        };
        Ok((self.query.into_pager(db, None)?, fetch))
    }
}

/// How the items are fetched.
#[derive(Clone)]
pub(super) struct Fetch {
    pub(super) db: Db,
    pub(super) visible: Visible,
    pub(super) consistent: bool,
    pub(super) meter: Option<Meter>,
}

impl Fetch {
    /// Reads one page of the index, and the items in it.
    pub(super) fn page<'a>(
        &'a self,
        pager: &'a mut Pager,
        wanted: Option<usize>,
        items: &'a mut dyn Hydrated,
    ) -> BoxFuture<'a, Result<(), Error>> {
        Box::pin(async move {
            let ahead = wanted.map(|wanted| pager.records_to_read(wanted, MOST_AHEAD));
            pager.next_whole_page(ahead, items.rows()).await?;
            let keys = self.items(items).await?;
            items.take(keys.count());
            Ok(())
        })
    }

    /// Reads every page of the index, and the items in it.
    async fn everything(&self, pager: &mut Pager, items: &mut dyn Hydrated) -> Result<(), Error> {
        // The next page of the index is requested while the items of this one are read.
        pager.ahead.set(1);
        while !pager.done {
            self.page(pager, None, items).await?;
        }
        Ok(())
    }

    /// Reads the index until this many items are found, and returns where it stopped.
    async fn up_to(
        &self,
        pager: &mut Pager,
        limit: usize,
        items: &mut dyn Hydrated,
    ) -> Result<Option<LastKey>, Error> {
        let names = pager.sieve.key_names();
        while !pager.done && items.count() < limit {
            let wanted = limit - items.count();
            let ahead = pager.records_to_read(wanted, MOST_AHEAD);
            let mut rows = PlacedRows {
                rows: items.rows(),
                names: &names,
                places: Vec::new(),
            };
            pager.next_whole_page(Some(ahead), &mut rows).await?;
            let mut places = rows.places;
            let keys = self.items(items).await?;
            let mut found = (0..keys.count()).filter(|key| keys.is_found(*key));
            let last = found.by_ref().take(wanted).last();
            if let (Some(last), Some(_)) = (last, found.next()) {
                items.take(last + 1);
                return Ok(Some(places.swap_remove(last)));
            }
            items.take(keys.count());
        }
        Ok(pager.start.take())
    }

    /// Fetches the items behind the rows, and returns their keys.
    pub(super) async fn items(&self, items: &mut dyn Hydrated) -> Result<Arc<dyn List>, Error> {
        let keys = items.keys();
        let batch = BatchGetSpec {
            consistent: self.consistent,
            visible: self.visible,
            meter: self.meter.clone(),
            ..BatchGetSpec::default()
        };
        batch.fetch(&self.db, Arc::clone(&keys)).await?;
        Ok(keys)
    }
}

/// Rows of an index, and the keys they were found under.
struct PlacedRows<'a> {
    rows: &'a mut dyn Rows,
    /// The attributes of the keys.
    names: &'a [&'static str],
    places: Vec<LastKey>,
}

impl PlacedRows<'_> {
    /// The keys of the next item.
    fn place(&self, from: &mut Decoder<'_>) -> Result<LastKey, DecodeError> {
        let mut keys = LastKey::new();
        from.peek_attributes(
            |name| self.names.iter().find(|known| **known == name),
            |name, value| drop(keys.insert((*name).to_owned(), value)),
        )?;
        Ok(keys)
    }
}

impl Rows for PlacedRows<'_> {
    fn name(&self) -> &'static str {
        self.rows.name()
    }

    fn count(&self) -> usize {
        self.rows.count()
    }

    fn make_room(&mut self, records: usize) {
        self.rows.make_room(records);
    }

    fn empty(&mut self) {
        self.rows.empty();
        self.places.clear();
    }

    fn decode(
        &mut self,
        from: &mut Decoder<'_>,
        sieve: &Sieve,
        taken: usize,
    ) -> Result<Verdict, DecodeError> {
        let place = self.place(from)?;
        let verdict = self.rows.decode(from, sieve, taken)?;
        if matches!(verdict, Verdict::Given) {
            self.places.push(place);
        }
        Ok(verdict)
    }

    fn decode_one(&mut self, from: &mut Decoder<'_>) -> Result<(), DecodeError> {
        let place = self.place(from)?;
        self.rows.decode_one(from)?;
        self.places.push(place);
        Ok(())
    }

    fn check_type(&self, item: &Attributes) -> Result<(), Error> {
        self.rows.check_type(item)
    }
}
