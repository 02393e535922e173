//! The requests of a search, until enough results remain.

use super::plan::{MOST, Plan};
use super::{Hit, Hits};
use crate::error::Error;
use crate::op::BoxFuture;
use crate::op::read::fetch::{Fetch, Hydrated};
use crate::op::read::rows::Rows;

/// A search under way: asks for a few results first, and for as many as there can be if those were
/// not enough.
pub(super) struct SearchAttempt {
    plan: Plan,
    top: usize,
    asked: usize,
    /// How many results DynamoDB returned, including those left out.
    count: usize,
    scores: Vec<f64>,
}

impl SearchAttempt {
    pub(super) fn new(plan: Plan, top: usize, leaves_out: bool) -> Self {
        // A few more are asked for if some may be left out.
        let spare = leaves_out || plan.leaves_out();
        Self {
            plan,
            top,
            asked: if spare { (top * 2).min(MOST) } else { top },
            count: 0,
            scores: Vec::new(),
        }
    }

    /// Asks for results, and reads those that are not left out.
    pub(super) fn ask<'a>(
        &'a mut self,
        rows: &'a mut dyn Rows,
    ) -> BoxFuture<'a, Result<(), Error>> {
        Box::pin(async move {
            let body = self.plan.answer(self.asked).await?;
            self.scores.clear();
            let count = self.plan.read(&body, rows, &mut self.scores);
            self.count = count.map_err(|error| Error::decode(self.plan.item, error))?;
            Ok(())
        })
    }

    /// Asks until enough of the items behind the results are there.
    pub(super) fn hydrate<'a>(
        mut self,
        fetch: &'a Fetch,
        items: &'a mut dyn Hydrated,
    ) -> BoxFuture<'a, Result<FoundHits, Error>> {
        Box::pin(async move {
            loop {
                self.ask(items.rows()).await?;
                let keys = fetch.items(items).await?;
                if let Some(found) = self.found(|at| keys.is_found(at)) {
                    items.take(keys.count());
                    return Ok(found);
                }
            }
        })
    }

    /// The scores of the results that are there, if those are enough or there are no others.
    pub(super) fn found(&mut self, is_there: impl Fn(usize) -> bool) -> Option<FoundHits> {
        let scores = self.scores.iter().enumerate();
        let scores = scores.filter_map(|(at, score)| is_there(at).then_some(*score));
        let mut scores: Vec<_> = scores.collect();
        let complete = scores.len() >= self.top || self.count < self.asked;
        if !complete && self.asked < MOST {
            self.asked = MOST;
            return None;
        }
        scores.truncate(self.top);
        Some(FoundHits { scores, complete })
    }
}

/// The scores of the results, best first.
pub(super) struct FoundHits {
    scores: Vec<f64>,
    complete: bool,
}

impl FoundHits {
    /// Adds the items, which are as many or more.
    pub(super) fn hits<T>(self, items: Vec<T>) -> Hits<T> {
        let hits = self.scores.into_iter().zip(items);
        Hits {
            hits: hits.map(|(score, item)| Hit { score, item }).collect(),
            complete: self.complete,
        }
    }
}
