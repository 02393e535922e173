//! Instructions, counted by callgrind in a child process that does every case once.

use std::fs;
use std::io;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::cases::{self, Case};

/// The argument that makes this program the child.
pub const CHILD: &str = "--under-callgrind";

/// The mark at which callgrind records the count since the last one.
#[inline(never)]
fn counting_mark() {
    std::hint::black_box(0_u8);
}

/// The child: runs each case between two marks.
pub fn child() {
    for case in &mut cases::all() {
        if !case.group.is_counted() {
            continue;
        }
        for (_, run) in &mut case.runs {
            // Setup that happens once per process is not part of the work.
            run();
            run();
            counting_mark();
            run();
            counting_mark();
        }
    }
}

/// The instructions of each contender of each case, in order; `None` if there is no valgrind.
pub fn count(cases: &[Case], scratch: &Path) -> io::Result<Option<Vec<Vec<u64>>>> {
    let found = Command::new("valgrind")
        .arg("--version")
        .stdout(Stdio::null())
        .status();
    if !found.is_ok_and(|status| status.success()) {
        return Ok(None);
    }
    fs::create_dir_all(scratch)?;
    for old in fs::read_dir(scratch)? {
        fs::remove_file(old?.path())?;
    }
    let status = Command::new("valgrind")
        .args([
            "--tool=callgrind",
            "--dump-before=*counting_mark*",
            "--compress-strings=no",
        ])
        .arg(format!("--callgrind-out-file={}/out", scratch.display()))
        .arg(std::env::current_exe()?)
        .arg(CHILD)
        .stderr(Stdio::null())
        .status()?;
    if !status.success() {
        return Err(io::Error::other("callgrind failed"));
    }
    let mut dump = 0;
    let mut all = Vec::new();
    for case in cases {
        let mut counts = Vec::new();
        if case.group.is_counted() {
            for _ in &case.runs {
                dump += 2;
                counts.push(total(&scratch.join(format!("out.{dump}")))?);
            }
        }
        all.push(counts);
    }
    Ok(Some(all))
}

fn total(dump: &Path) -> io::Result<u64> {
    let text = fs::read_to_string(dump)?;
    let line = text.lines().find_map(|line| line.strip_prefix("totals: "));
    let count = line.and_then(|line| line.trim().parse().ok());
    count.ok_or_else(|| io::Error::other(format!("{} has no total", dump.display())))
}
