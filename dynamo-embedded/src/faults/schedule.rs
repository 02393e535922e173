//! Decides which request gets which fault.

use std::collections::VecDeque;

use super::random::Random;
use super::{Fault, Operation};

/// An entry of a script: a fault, or `None` to let a request pass.
type ScriptEntry = Option<Fault>;

/// Rates and scripts, and their results. A scope of `None` is every request for items.
#[derive(Debug, Default)]
pub(super) struct Schedule {
    seed: u64,
    is_paused: bool,
    /// Requests counted so far.
    requests: u64,
    rates: Vec<(Option<Operation>, Fault, f64)>,
    scripts: Vec<(Option<Operation>, VecDeque<ScriptEntry>)>,
    log: Vec<(Operation, Option<Fault>)>,
}

impl Schedule {
    pub(super) fn seeded(seed: u64) -> Self {
        Self {
            seed,
            ..Self::default()
        }
    }

    pub(super) fn set_rate(&mut self, on: Option<Operation>, fault: Fault, rate: f64) {
        let known = self
            .rates
            .iter_mut()
            .find(|(scope, known, _)| *scope == on && *known == fault);
        match known {
            Some((_, _, known)) => *known = rate,
            None => self.rates.push((on, fault, rate)),
        }
    }

    pub(super) fn add_script(
        &mut self,
        on: Option<Operation>,
        entries: impl Iterator<Item = ScriptEntry>,
    ) {
        match self.scripts.iter_mut().find(|(scope, _)| *scope == on) {
            Some((_, script)) => script.extend(entries),
            None => self.scripts.push((on, entries.collect())),
        }
    }

    pub(super) fn scripted(&self) -> usize {
        self.scripts.iter().map(|(_, script)| script.len()).sum()
    }

    pub(super) fn pause(&mut self, is_paused: bool) {
        self.is_paused = is_paused;
    }

    pub(super) fn log(&self) -> &[(Operation, Option<Fault>)] {
        &self.log
    }

    /// Decides about a request, counts and records it.
    pub(super) fn next(&mut self, operation: Operation) -> Option<(Fault, Random)> {
        if self.is_paused {
            return None;
        }
        let is_for_items = is_for_items(operation);
        if !is_for_items && !self.names(operation) {
            return None;
        }
        self.requests += 1;
        let mut random = Random::of_request(self.seed, self.requests);
        let fault = match self.scripted_for(operation) {
            Some(entry) => entry,
            None => self.drawn(operation, &mut random),
        };
        if is_for_items || fault.is_some() {
            self.log.push((operation, fault));
        }
        fault.map(|fault| (fault, random))
    }

    /// Whether a rate or a script is only for this operation.
    fn names(&self, operation: Operation) -> bool {
        let scopes = self.rates.iter().map(|(scope, ..)| scope);
        let mut scopes = scopes.chain(self.scripts.iter().map(|(scope, _)| scope));
        scopes.any(|scope| *scope == Some(operation))
    }

    /// Takes the script entry for a request of this operation.
    fn scripted_for(&mut self, operation: Operation) -> Option<ScriptEntry> {
        let general = is_for_items(operation).then_some(None);
        for scope in [Some(Some(operation)), general].into_iter().flatten() {
            let script = self.scripts.iter_mut().find(|(on, _)| *on == scope);
            let entry = script.and_then(|(_, script)| {
                script.pop_front_if(|entry| entry.is_none_or(|fault| fault.concerns(operation)))
            });
            if entry.is_some() {
                return entry;
            }
        }
        None
    }

    fn drawn(&self, operation: Operation, random: &mut Random) -> Option<Fault> {
        let mut left = random.share();
        for &(scope, fault, rate) in &self.rates {
            let in_scope = match scope {
                Some(scope) => scope == operation,
                None => is_for_items(operation),
            };
            if !in_scope || !fault.concerns(operation) {
                continue;
            }
            if left < rate {
                return Some(fault);
            }
            left -= rate.max(0.0);
        }
        None
    }
}

/// Whether an operation reads or writes items.
fn is_for_items(operation: Operation) -> bool {
    matches!(
        operation,
        Operation::BatchExecuteStatement
            | Operation::BatchGetItem
            | Operation::BatchWriteItem
            | Operation::DeleteItem
            | Operation::ExecuteStatement
            | Operation::ExecuteTransaction
            | Operation::GetItem
            | Operation::PutItem
            | Operation::Query
            | Operation::Scan
            | Operation::SearchVectors
            | Operation::TransactGetItems
            | Operation::TransactWriteItems
            | Operation::UpdateItem
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(schedule: &mut Schedule, operation: Operation, requests: usize) -> usize {
        let faults = (0..requests).filter(|_| schedule.next(operation).is_some());
        faults.count()
    }

    #[test]
    fn rates_are_shares_of_the_requests_they_concern() {
        let mut schedule = Schedule::seeded(3);
        schedule.set_rate(None, Fault::Throttle, 0.25);
        schedule.set_rate(Some(Operation::GetItem), Fault::Timeout, 0.5);
        schedule.set_rate(None, Fault::PartialBatch, 0.25);
        let share = |count: usize, of: usize| (of - 40..of + 40).contains(&count);
        for (operation, of) in [
            (Operation::PutItem, 250),
            (Operation::GetItem, 750),
            (Operation::BatchWriteItem, 500),
        ] {
            let count = faults(&mut schedule, operation, 1000);
            assert!(share(count, of), "{operation}: {count}");
        }
        assert_eq!(faults(&mut schedule, Operation::DescribeTable, 100), 0);
    }

    #[test]
    fn a_rate_beyond_every_bound_takes_all_or_nothing() {
        for (rate, all) in [(f64::NAN, 0), (-1.0, 0), (0.0, 0), (1.0, 50), (9.0, 50)] {
            let mut schedule = Schedule::seeded(1);
            schedule.set_rate(None, Fault::Throttle, rate);
            assert_eq!(faults(&mut schedule, Operation::Scan, 50), all, "{rate}");
        }
    }

    #[test]
    fn a_rate_given_again_replaces_the_first() {
        let mut schedule = Schedule::seeded(1);
        schedule.set_rate(None, Fault::Throttle, 1.0);
        schedule.set_rate(None, Fault::Throttle, 0.0);
        assert_eq!(faults(&mut schedule, Operation::Scan, 50), 0);
    }

    #[test]
    fn a_rate_that_is_no_number_leaves_room_for_the_next() {
        let mut schedule = Schedule::seeded(1);
        schedule.set_rate(None, Fault::Throttle, f64::NAN);
        schedule.set_rate(None, Fault::Timeout, 1.0);
        assert_eq!(faults(&mut schedule, Operation::Scan, 50), 50);
    }
}
