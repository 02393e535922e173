//! Reading the pages of a query or a scan.

use crate::cursor::{Cursor, Fingerprint};
use crate::error::Error;
use crate::op::read::pager::Pager;
use crate::op::read::reading::next;
use crate::op::read::rows::{Failed, Rows, none_failed};
use crate::op::{BoxFuture, failed};

/// A query or scan that reads one page. Only this is kept while waiting for the answer.
pub(in crate::op) struct PagedRead {
    pub(in crate::op) limit: Option<usize>,
    pub(in crate::op) fingerprint: Fingerprint,
    pub(in crate::op) pager: Box<Pager>,
}

impl PagedRead {
    /// Reads the page and returns where the next one begins.
    pub(in crate::op) fn page(
        prepared: Result<Self, Error>,
        rows: &mut dyn Rows,
    ) -> BoxFuture<'_, Result<Option<Cursor>, Error>> {
        match prepared {
            Ok(mut read) => Box::pin(async move {
                let (failed, next) = read.send(rows).await?;
                none_failed(failed)?;
                Ok(next)
            }),
            Err(error) => failed(error),
        }
    }

    /// The same, but returns the items that cannot be decoded as well.
    pub(in crate::op) fn salvage(
        prepared: Result<Self, Error>,
        rows: &mut dyn Rows,
    ) -> BoxFuture<'_, Result<(Vec<Failed>, Option<Cursor>), Error>> {
        match prepared {
            Ok(mut read) => Box::pin(async move { read.send(rows).await }),
            Err(error) => failed(error),
        }
    }

    async fn send(&mut self, rows: &mut dyn Rows) -> Result<(Vec<Failed>, Option<Cursor>), Error> {
        let failed = self.pager.read(self.limit, false, rows).await?;
        let end = self.pager.start.take();
        Ok((failed, next(end, &self.fingerprint, &self.pager.db)?))
    }
}

/// Reads every page, up to a limit.
pub(in crate::op) fn read_all(
    prepared: Result<Box<Pager>, Error>,
    limit: Option<usize>,
    rows: &mut dyn Rows,
) -> BoxFuture<'_, Result<(), Error>> {
    match prepared {
        Ok(mut pager) => Box::pin(async move { none_failed(pager.read(limit, true, rows).await?) }),
        Err(error) => failed(error),
    }
}
