//! How far a soak has come, and its figures as text.

use std::io::{IsTerminal, stderr};
use std::time::Duration;

/// Shows how far the soak has come: all the time on a terminal, otherwise at every tenth.
pub(super) struct Progress {
    wanted: u64,
    is_terminal: bool,
    tenths: u64,
}

impl Progress {
    pub(super) fn new(wanted: u64) -> Self {
        Self {
            wanted: wanted.max(1),
            is_terminal: stderr().is_terminal(),
            tenths: 0,
        }
    }

    pub(super) fn show(&mut self, done: u64, elapsed: Duration) {
        let done = done.min(self.wanted);
        let tenths = 10 * done / self.wanted;
        if done == 0 || (!self.is_terminal && tenths == self.tenths) {
            return;
        }
        self.tenths = tenths;
        let milliseconds = u64::try_from(elapsed.as_millis())
            .unwrap_or(u64::MAX)
            .max(1);
        let rate = (1_000 * done / milliseconds).max(1);
        let left = Duration::from_secs((self.wanted - done) / rate);
        let line = format!(
            "{:>3} %, {} operations, {} per second, {} left",
            100 * done / self.wanted,
            grouped(done),
            grouped(rate),
            clock(left),
        );
        if self.is_terminal {
            eprint!("\r{line:<78}");
        } else {
            eprintln!("{line}");
        }
    }

    pub(super) fn end(&self) {
        if self.is_terminal {
            eprintln!();
        }
    }
}

/// A number with commas: `1,000,000`.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A time as `1 min 05 s`.
fn clock(time: Duration) -> String {
    match (time.as_secs() / 60, time.as_secs() % 60) {
        (0, seconds) => format!("{seconds} s"),
        (minutes, seconds) => format!("{minutes} min {seconds:02} s"),
    }
}

/// The peak memory of this process, if the system reports it.
pub(super) fn peak_megabytes() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = peak.and_then(|peak| peak.trim().trim_end_matches(" kB").parse::<u64>().ok());
    kilobytes.map_or_else(|| "unknown".to_owned(), |peak| (peak / 1024).to_string())
}
