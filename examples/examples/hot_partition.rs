//! A hot partition, and how many shards it takes to cool it: the throughput of a log that is spread
//! over 1 to 32 partitions, on an engine that throttles like DynamoDB.
//!
//! It teaches `Embedded::with_partition_limits`: 1,000 write units per second for each partition key,
//! in virtual time, so that a design is measured without a table and without waiting.
//!
//! Run it with `cargo run --example hot_partition`. With `-- --svg` it prints the plot in the guide
//! instead of the table.

use std::fmt::Write;
use std::time::{Duration, UNIX_EPOCH};

use dynamo_runtime::{Db, Embedded, Error, Item};

/// An entry of the day's log: 10 kB, so 10 write units. The day alone would be one partition; a
/// shard in its key makes it several.
#[derive(Debug, Item)]
#[table(name = "log", pk = "PK", sk = "SK")]
#[key(pk = "DAY#{day}#{shard:02}", sk = "{id:06}")]
struct Entry {
    day: String,
    shard: u32,
    id: u32,
    text: String,
}

const UNITS_PER_ENTRY: u32 = 10;
/// The entries per second: 20,000 units.
const OFFERED: u32 = 2_000;
const SHARDS: [u32; 6] = [1, 2, 4, 8, 16, 32];

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Error> {
    let mut carried = Vec::new();
    for shards in SHARDS {
        carried.push((shards, second(shards).await?));
    }
    if std::env::args().any(|argument| argument == "--svg") {
        print!("{}", plot(&carried));
        return Ok(());
    }
    println!(
        "offered: {} write units per second",
        OFFERED * UNITS_PER_ENTRY
    );
    for (shards, units) in carried {
        let bar = "#".repeat(usize::try_from(units / 500).unwrap_or_default());
        println!("{shards:>2} shards carry {units:>6} {bar}");
    }
    Ok(())
}

/// Measures the units that a number of shards carries in one second of virtual time.
async fn second(shards: u32) -> Result<u32, Error> {
    let start = UNIX_EPOCH + Duration::from_hours(500_000);
    let engine = Embedded::memory().map_err(Error::Engine)?;
    let engine = engine.with_clock(move || start).with_partition_limits();
    let db = Db::new(engine.client());
    db.create_table::<Entry>().await?;

    let entries: Vec<Entry> = (0..OFFERED)
        .map(|id| Entry {
            day: "2025-11-14".into(),
            shard: spread(id) % shards,
            id,
            text: "x".repeat(10_000),
        })
        .collect();
    // All at once, without a second attempt: the deadline ends long before the second does.
    let writes = db.batch_write(entries.iter().map(Entry::put));
    let left = match writes
        .concurrency(1_000)
        .deadline(Duration::from_millis(1))
        .await
    {
        Ok(()) => 0,
        Err(Error::Unwritten(unwritten)) => unwritten.writes().len(),
        Err(other) => return Err(other),
    };
    Ok((OFFERED - u32::try_from(left).unwrap_or(OFFERED)) * UNITS_PER_ENTRY)
}

/// Spreads ids over all numbers (Knuth's multiplicative hash).
fn spread(id: u32) -> u32 {
    id.wrapping_mul(2_654_435_761) >> 16
}

/// A line over the number of shards, in steps of twice as many. No blank lines, since it is
/// embedded in Markdown.
fn plot(carried: &[(u32, u32)]) -> String {
    let right = |at: usize| 90 + 100 * at;
    let down = |units: u32| 260 - units / 100;
    let mut svg = String::from(
        "<svg id=\"throughput\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 660 320\" \
         width=\"660\" height=\"320\" font-family=\"sans-serif\" font-size=\"13\" role=\"img\">\n\
         <title>Write units per second over the number of shards</title>\n\
         <rect width=\"660\" height=\"320\" fill=\"#ffffff\"/>\n",
    );
    for units in (0..=20_000).step_by(5_000) {
        let y = down(units);
        let _ = write!(
            svg,
            "<line x1=\"70\" y1=\"{y}\" x2=\"620\" y2=\"{y}\" stroke=\"#dddddd\"/>\n\
             <text x=\"62\" y=\"{}\" text-anchor=\"end\" fill=\"#444444\">{units}</text>\n",
            y + 4
        );
    }
    let points = carried.iter().enumerate();
    let line: Vec<String> = points
        .clone()
        .map(|(at, (_, units))| format!("{},{}", right(at), down(*units)))
        .collect();
    let _ = writeln!(
        svg,
        "<polyline points=\"{}\" fill=\"none\" stroke=\"#2563eb\" stroke-width=\"2\"/>",
        line.join(" ")
    );
    for (at, (shards, units)) in points {
        let (x, y) = (right(at), down(*units));
        let _ = write!(
            svg,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"4\" fill=\"#2563eb\"/>\n\
             <text x=\"{x}\" y=\"{}\" text-anchor=\"middle\" fill=\"#111111\">{units}</text>\n\
             <text x=\"{x}\" y=\"282\" text-anchor=\"middle\" fill=\"#444444\">{shards}</text>\n",
            y - 10
        );
    }
    svg += "<text x=\"345\" y=\"306\" text-anchor=\"middle\" fill=\"#444444\">shards</text>\n\
            <text x=\"70\" y=\"22\" fill=\"#111111\">write units per second, of 20000 offered</text>\n\
            </svg>\n";
    svg
}
