//! The tables.

use std::fmt::Write as _;

use crate::bars::Bar;
use crate::cases::{Group, Waited};
use crate::compile::{Cost, Costs};
use crate::measure::Measured;
use crate::peers::Who;

/// The whole report, in Markdown.
pub fn write(
    measured: &[Measured],
    streams: &[(usize, usize, usize)],
    waits: &[Waited],
    compile: Option<&Costs>,
    bars: &[Bar],
) -> String {
    let mut text = String::from(include_str!("head.md"));
    self::bars(bars, &mut text);
    for group in Group::ALL {
        table(group, measured, &mut text);
    }
    rates(measured, &mut text);
    self::waits(waits, &mut text);
    self::streams(streams, &mut text);
    self::compile(compile, &mut text);
    text.push_str(include_str!("notes.md"));
    text
}

/// The tables of the compiler alone, in Markdown.
pub fn compiled(costs: &Costs, bars: &[Bar]) -> String {
    let mut text = String::new();
    self::bars(bars, &mut text);
    compile(Some(costs), &mut text);
    text
}

fn bars(bars: &[Bar], to: &mut String) {
    let held = bars.iter().filter(|bar| bar.held).count();
    let _ = writeln!(to, "## The bars\n\n{held} of {} are held.\n", bars.len());
    to.push_str("| what | bar | measured | |\n|---|---|---|---|\n");
    for bar in bars {
        let mark = if bar.held { "held" } else { "**missed**" };
        let _ = writeln!(
            to,
            "| {} | {} | {} | {mark} |",
            bar.what, bar.bar, bar.measured
        );
    }
}

fn table(group: Group, measured: &[Measured], to: &mut String) {
    let cases: Vec<_> = measured.iter().filter(|case| case.group == group).collect();
    if cases.is_empty() {
        return;
    }
    let _ = writeln!(to, "\n## {}\n", group.title());
    to.push_str("| work | by | cpu | times ours | instructions | times ours |");
    to.push_str(" allocations | bytes | peak |\n|---|---|--:|--:|--:|--:|--:|--:|--:|\n");
    for case in cases {
        let mut title = match case.items {
            1 => case.name.clone(),
            items => format!("{}: {items}", case.name),
        };
        if case.bytes > 0 {
            let _ = write!(title, " ({})", bytes(case.bytes));
        }
        for figures in Who::ALL.iter().filter_map(|who| case.of(*who)) {
            let times = case.times(figures.who, Who::Ours).unwrap_or((1.0, None));
            let instructions = figures.instructions.map(count).unwrap_or_default();
            let counted = times
                .1
                .map(|times| format!("{times:.2}"))
                .unwrap_or_default();
            let _ = write!(
                to,
                "| {title} | {} | {} | {:.2} | {instructions} | {counted} |",
                figures.who.name(),
                time(figures.cpu),
                times.0,
            );
            if group.is_counted() {
                let memory = figures.memory;
                let (all, peak) = (bytes(memory.bytes), bytes(memory.peak));
                let _ = writeln!(to, " {} | {all} | {peak} |", memory.count);
            } else {
                to.push_str(" | | |\n");
            }
            title.clear();
        }
    }
}

/// How many gets a core sends in a second.
#[expect(clippy::cast_precision_loss, reason = "a small count")]
fn rates(measured: &[Measured], to: &mut String) {
    let gets = |case: &&Measured| case.group == Group::Loopback && case.name.starts_with("gets, ");
    let cases: Vec<_> = measured.iter().filter(gets).collect();
    if cases.is_empty() {
        return;
    }
    to.push_str("\n## Requests per second and core, over loopback HTTP\n\n");
    to.push_str("Gets, by the cpu time of the client alone, HTTP included.\n\n");
    to.push_str("| work | this library | through the SDK | hand-written |\n|---|--:|--:|--:|\n");
    for case in cases {
        let rate = |who| {
            let figures = case.of(who);
            let rate = figures.map(|figures| case.items as f64 / figures.cpu * 1e9);
            rate.map(|rate| format!("{rate:.0}")).unwrap_or_default()
        };
        let rates = [Who::Ours, Who::SdkWay, Who::Hand].map(rate);
        let _ = writeln!(to, "| {} | {} |", case.name, rates.join(" | "));
    }
}

fn waits(waits: &[Waited], to: &mut String) {
    to.push_str("\n## Reading ahead\n\nWall time of 20 pages of 100 orders that take 5 ms each to come.\n\n");
    to.push_str("| how | page after page | one page ahead |\n|---|--:|--:|\n");
    for waited in waits {
        let [plain, ahead] = [waited.plain, waited.ahead].map(|time| time.as_millis());
        let _ = writeln!(to, "| {} | {plain} ms | {ahead} ms |", waited.how);
    }
}

fn streams(streams: &[(usize, usize, usize)], to: &mut String) {
    to.push_str("\n## A stream holds one page\n\nPeak memory of reading pages of 1000 orders.\n\n");
    to.push_str("| pages | as a stream | all at once |\n|--:|--:|--:|\n");
    for (pages, stream, all) in streams {
        let _ = writeln!(to, "| {pages} | {} | {} |", bytes(*stream), bytes(*all));
    }
    to.push_str("\n![Cost as work grows](cost.svg)\n");
}

fn compile(costs: Option<&Costs>, to: &mut String) {
    let Some(Costs { derives, services }) = costs else {
        return;
    };
    to.push_str("\n## What the derives cost the compiler\n\nAn item of 20 fields with three ");
    to.push_str("indexes: cpu time per struct, over that of the struct without derives.\n\n");
    compile_table("derive", derives, to);
    to.push_str(
        "\n## What a service costs the compiler\n\nTen items of 20 fields, each put, got and ",
    );
    to.push_str("queried in two ways: cpu time of its own crate.\n\n");
    compile_table("by", services, to);
}

fn compile_table(first: &str, costs: &[Cost], to: &mut String) {
    let _ = writeln!(
        to,
        "| {first} | `cargo check` | `cargo build` | release build | expanded lines |"
    );
    to.push_str("|---|--:|--:|--:|--:|\n");
    for cost in costs {
        let Cost {
            name,
            check,
            build,
            release,
            lines,
        } = cost;
        let _ = writeln!(
            to,
            "| {name} | {check:.1} ms | {build:.1} ms | {release:.1} ms | {lines:.0} |"
        );
    }
}

fn time(nanoseconds: f64) -> String {
    match nanoseconds {
        ..1e3 => format!("{nanoseconds:.0} ns"),
        1e3..1e6 => format!("{:.2} µs", nanoseconds / 1e3),
        _ => format!("{:.2} ms", nanoseconds / 1e6),
    }
}

#[expect(clippy::cast_precision_loss, reason = "shown with two digits")]
fn count(count: u64) -> String {
    match count {
        ..10_000 => count.to_string(),
        10_000..10_000_000 => format!("{:.1} k", count as f64 / 1e3),
        _ => format!("{:.1} M", count as f64 / 1e6),
    }
}

#[expect(clippy::cast_precision_loss, reason = "shown with two digits")]
fn bytes(bytes: usize) -> String {
    match bytes {
        ..10_000 => format!("{bytes} B"),
        10_000..10_000_000 => format!("{:.1} KB", bytes as f64 / 1e3),
        _ => format!("{:.1} MB", bytes as f64 / 1e6),
    }
}
