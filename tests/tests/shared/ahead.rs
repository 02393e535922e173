//! A clock that is ahead of every server's: a server removes what is past its TTL by its own time.

use crate::clock::{Clock, START};

/// Seventy years, of which seventeen are leap years.
const AHEAD: u64 = (70 * 365 + 17) * 24 * 60 * 60;

/// The fourteenth of November 2095, 10:30:00 UTC, when these tests begin.
pub(crate) const NOW: u64 = START + AHEAD;

pub(crate) fn clock() -> Clock {
    let clock = Clock::new();
    clock.pass(AHEAD);
    clock
}
