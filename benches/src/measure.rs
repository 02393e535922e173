//! The figures of every case.

use std::io;
use std::path::Path;

use crate::cases::{self, Case, Group};
use crate::instructions;
use crate::meter::{Memory, cpu_each, median, memory};
use crate::peers::Who;

/// Rounds per case; the figures are medians.
const ROUNDS: usize = 25;
/// The least CPU time of a sample, in nanoseconds.
const SAMPLE: f64 = 2e6;

/// The figures of one contender for a case.
#[derive(Debug, Clone, Copy)]
pub struct Figures {
    /// The contender.
    pub who: Who,
    /// The CPU time, in nanoseconds.
    pub cpu: f64,
    /// How many times this library's CPU time, by round.
    pub ratio: f64,
    /// The instructions, if they were counted.
    pub instructions: Option<u64>,
    /// The allocations.
    pub memory: Memory,
}

/// The figures of all contenders for a case.
pub struct Measured {
    /// The table it is in.
    pub group: Group,
    /// Its name.
    pub name: String,
    /// Its number of items.
    pub items: usize,
    /// The bytes of response it reads.
    pub bytes: usize,
    /// By contender.
    pub figures: Vec<Figures>,
}

impl Measured {
    /// The figures of a contender.
    pub fn of(&self, who: Who) -> Option<&Figures> {
        self.figures.iter().find(|figures| figures.who == who)
    }

    /// How many times the CPU time and the instructions of `base` another contender needs.
    pub fn times(&self, who: Who, base: Who) -> Option<(f64, Option<f64>)> {
        let (who, base) = (self.of(who)?, self.of(base)?);
        Some((
            who.ratio / base.ratio,
            quotient(who.instructions, base.instructions),
        ))
    }
}

#[expect(clippy::cast_precision_loss, reason = "a ratio")]
fn quotient(one: Option<u64>, other: Option<u64>) -> Option<f64> {
    Some(one? as f64 / other? as f64)
}

/// Measures every case.
pub fn all(scratch: &Path) -> io::Result<Vec<Measured>> {
    let mut cases = cases::all();
    eprintln!("counting instructions");
    let counted = instructions::count(&cases, scratch)?;
    if counted.is_none() {
        eprintln!("no valgrind: instructions are left out");
    }
    let counted = counted.unwrap_or_else(|| cases.iter().map(|_| Vec::new()).collect());
    let measured = cases.iter_mut().zip(counted).map(|(case, counted)| {
        eprintln!("{:?}: {}, {} items", case.group, case.name, case.items);
        measure(case, &counted)
    });
    Ok(measured.collect())
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a small count"
)]
fn measure(case: &mut Case, counted: &[u64]) -> Measured {
    let mut calls = Vec::new();
    let mut memories = Vec::new();
    for (_, run) in &mut case.runs {
        cpu_each(run, 2);
        memories.push(memory(run));
        calls.push((SAMPLE / cpu_each(run, 3)).ceil().clamp(1.0, 1e5) as usize);
    }
    // Interleaved, so that other load on the machine affects all alike. Each round begins with
    // another contender, so that nobody always follows the same one.
    let contenders = case.runs.len();
    let rounds: Vec<Vec<f64>> = (0..ROUNDS)
        .map(|round| {
            let mut figures = vec![0.0; contenders];
            for step in 0..contenders {
                let at = (round + step) % contenders;
                figures[at] = cpu_each(&mut case.runs[at].1, calls[at]);
            }
            figures
        })
        .collect();
    let column = |at: usize, f: fn(f64, f64) -> f64| {
        median(rounds.iter().map(|round| f(round[at], round[0])).collect())
    };
    let figures = case.runs.iter().enumerate().map(|(at, (who, _))| Figures {
        who: *who,
        cpu: column(at, |own, _| own),
        ratio: column(at, |own, ours| own / ours),
        instructions: counted.get(at).copied(),
        memory: memories[at],
    });
    Measured {
        group: case.group,
        name: case.name.clone(),
        items: case.items,
        bytes: case.bytes,
        figures: figures.collect(),
    }
}
