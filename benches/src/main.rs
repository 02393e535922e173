//! The library next to its peers, in one run: the cost of decoding, encoding, keys and expressions,
//! and the compile-time cost of the derives.
//!
//! `cargo run --release --manifest-path benches/Cargo.toml` writes `benches/RESULTS.md` and
//! `benches/cost.svg`. With `--quick` it skips the compiler and only prints, with `--compile` it
//! measures the compiler alone and prints, and `BENCH_ONLY=Decode` (a variant of `Group`) measures one
//! table. For profilers, `--spin "a get"` repeats this library's part of a case for some seconds.

mod bars;
mod cases;
mod compile;
mod instructions;
mod items;
mod measure;
mod meter;
mod peers;
mod plot;
mod proof;
mod report;
mod samples;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

#[global_allocator]
static ALLOCATOR: meter::Counting = meter::Counting;

fn main() -> io::Result<()> {
    let asked = std::env::args().nth(1);
    if asked.as_deref() == Some(instructions::CHILD) {
        instructions::child();
        return Ok(());
    }
    if asked.as_deref() == Some("--spin") {
        cases::spin(&std::env::args().nth(2).unwrap_or_default());
        return Ok(());
    }
    let quick = asked.as_deref() == Some("--quick");
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = here.parent().unwrap_or(here);
    let target = target(here);
    if asked.as_deref() == Some("--compile") {
        let costs = compile::all(root, &target)?;
        println!("{}", report::compiled(&costs, &bars::compiling(&costs)));
        return Ok(());
    }
    let scratch = target.join("scratch/callgrind");
    let measured = meter::on_one_core(|| measure::all(&scratch))?;
    let streams = cases::stream_peaks();
    let waits = cases::waits();
    let report = |compile: Option<&compile::Costs>| {
        let bars = bars::all(&measured, &waits, compile);
        report::write(&measured, &streams, &waits, compile, &bars)
    };
    if quick {
        println!("{}", report(None));
        return Ok(());
    }
    // The compiler takes the longest; the results before it are kept even if it fails.
    fs::write(here.join("cost.svg"), plot::draw(&measured, &streams))?;
    fs::write(here.join("RESULTS.md"), report(None))?;
    let report = report(Some(&compile::all(root, &target)?));
    println!("{report}");
    fs::write(here.join("RESULTS.md"), report)
}

/// The directory of builds and temporary files.
fn target(here: &Path) -> PathBuf {
    let given = std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
    given.unwrap_or_else(|| here.join("target"))
}
