//! Requesting the pages of several shards at once.

use std::future::poll_fn;
use std::task::Poll;

use bytes::Bytes;

use super::Merge;
use crate::error::Error;
use crate::op::BoxFuture;
use crate::op::read::ahead::send;
use crate::op::read::pager::Pager;

/// The most concurrent requests of one read.
const AT_ONCE: usize = 32;
/// When less than this part of a page is left, the next one is requested together with those of
/// other shards.
const LOW: usize = 4;

impl Merge {
    /// The shards that need a page before anything can be returned.
    fn wanting(&self, is_limited: bool, everything: bool) -> Result<Vec<usize>, Error> {
        let first = self.heads()?.pop();
        let Some(first) = first.filter(|head| head.is_page) else {
            return Ok(Vec::new());
        };
        // Shard by shard, one is enough.
        if self.sort.is_empty() && !everything {
            return Ok(vec![first.shard]);
        }
        let is_low = |number: &usize| {
            let shard = &self.shards[*number];
            let low = if is_limited { 0 } else { shard.page / LOW };
            !shard.done && shard.queue.len() <= low
        };
        Ok((0..self.shards.len()).filter(is_low).collect())
    }

    /// How many items to request from a shard, if this many are wanted in total.
    ///
    /// Few shards hold many more than their share of the first items; one that does gets another
    /// request.
    fn share(&self, wanted: usize) -> usize {
        let share = wanted.div_ceil(self.shards.len().max(1));
        let spread = share.isqrt() * 2 + 1;
        (share + spread).min(wanted)
    }
}

impl Pager {
    /// Requests the pages without which nothing more can be returned.
    pub(super) async fn refill(&mut self, wanted: Option<usize>) -> Result<(), Error> {
        for (number, body) in self.fetch(wanted, false).await? {
            let Some(merge) = &mut self.merge else { break };
            let end = merge.shards[number].take_up(&body, merge.sort);
            let end = end.map_err(|error| self.unreadable(error))?;
            self.record(end.units);
            self.advance_shard(number, end.last)?;
        }
        Ok(())
    }

    /// The bodies of the pages that are needed, by shard number.
    pub(super) async fn fetch(
        &mut self,
        wanted: Option<usize>,
        counts: bool,
    ) -> Result<Vec<(usize, Bytes)>, Error> {
        let (everything, filtered) = (self.ahead.is_on(), self.filtered);
        let is_checked = self.sieve.check.is_some();
        let Some(merge) = &mut self.merge else {
            return Ok(Vec::new());
        };
        let numbers: Vec<usize> = if counts {
            let is_open = |number: &usize| !merge.shards[*number].done;
            (0..merge.shards.len()).filter(is_open).collect()
        } else {
            merge.wanting(wanted.is_some(), everything)?
        };
        let fair = wanted.map(|wanted| merge.share(wanted));
        for number in &numbers {
            let shard = &mut merge.shards[*number];
            let asked = fair.zip(wanted).map(|(fair, wanted)| {
                let doubled = shard.asked.saturating_mul(2);
                let most = if filtered || is_checked {
                    usize::MAX
                } else {
                    wanted
                };
                shard.asked = fair.max(doubled).min(most);
                shard.asked
            });
            let request = &mut shard.request;
            request.start.clone_from(&shard.start);
            request.limit = self
                .page_size
                .or_else(|| asked.and_then(|asked| i32::try_from(asked).ok()));
            request.counts = counts;
            request.metered = self.meter.is_some();
        }
        let (db, meter) = (&self.db, self.meter.as_ref());
        let requests = numbers.iter().map(|number| &merge.shards[*number].request);
        let sent =
            requests.map(|request| -> BoxFuture<'_, _> { Box::pin(send(db, request, meter)) });
        let bodies = all(sent.collect()).await?;
        Ok(numbers.into_iter().zip(bodies).collect())
    }
}

/// Awaits every answer, several at a time; stops at the first failure.
async fn all(mut sent: Vec<BoxFuture<'_, Result<Bytes, Error>>>) -> Result<Vec<Bytes>, Error> {
    let mut bodies: Vec<Option<Bytes>> = vec![None; sent.len()];
    poll_fn(|context| {
        let mut under_way = 0;
        for (answer, body) in sent.iter_mut().zip(&mut bodies) {
            if body.is_some() {
                continue;
            }
            match answer.as_mut().poll(context) {
                Poll::Ready(Ok(found)) => *body = Some(found),
                Poll::Ready(Err(error)) => return Poll::Ready(Err(error)),
                Poll::Pending => under_way += 1,
            }
            if under_way == AT_ONCE {
                break;
            }
        }
        match under_way {
            0 => Poll::Ready(Ok(())),
            _ => Poll::Pending,
        }
    })
    .await?;
    Ok(bodies.into_iter().flatten().collect())
}
