//! The bars the library holds itself to, judged on the figures of this run.

use crate::cases::{Group, Waited};
use crate::compile::Costs;
use crate::measure::Measured;
use crate::peers::Who;

/// One bar.
pub struct Bar {
    /// The subject of the bar.
    pub what: String,
    /// The limit.
    pub bar: String,
    /// The measured value.
    pub measured: String,
    /// Whether it was reached.
    pub held: bool,
}

impl Bar {
    fn at_least(what: impl Into<String>, bar: f64, measured: Option<f64>) -> Option<Self> {
        let measured = measured?;
        Some(Self {
            what: what.into(),
            bar: format!("at least {bar} times"),
            measured: format!("{measured:.2}"),
            held: measured >= bar,
        })
    }

    fn at_most(what: impl Into<String>, bar: f64, measured: Option<f64>) -> Option<Self> {
        let measured = measured?;
        Some(Self {
            what: what.into(),
            bar: format!("at most {bar:.3}"),
            measured: format!("{measured:.3}"),
            held: measured <= bar,
        })
    }
}

struct Results<'r>(&'r [Measured]);

impl<'r> Results<'r> {
    fn find(&self, group: Group, name: &str, items: usize) -> Option<&'r Measured> {
        self.0
            .iter()
            .find(|one| one.group == group && one.name == name && one.items == items)
    }

    /// How many times this library's CPU time and instructions another contender needs.
    fn times(&self, case: Option<&Measured>, who: Who) -> (Option<f64>, Option<f64>) {
        match case.and_then(|case| case.times(who, Who::Ours)) {
            Some((cpu, instructions)) => (Some(cpu), instructions),
            None => (None, None),
        }
    }
}

/// Every bar.
pub fn all(measured: &[Measured], waits: &[Waited], compile: Option<&Costs>) -> Vec<Bar> {
    let results = Results(measured);
    let mut bars = Vec::new();
    decoding(&results, &mut bars);
    memory(&results, &mut bars);
    requests(&results, &mut bars);
    vectors(&results, &mut bars);
    writing(&results, &mut bars);
    building(&results, &mut bars);
    if let Some(waited) = waits.first() {
        let times = waited.plain.as_secs_f64() / waited.ahead.as_secs_f64();
        let what = "one page read ahead, 5 ms per page and 5 ms of work: wall time";
        bars.push(Bar::at_least(what, 1.6, Some(times)));
    }
    bars.extend(compile.into_iter().flat_map(compiling).map(Some));
    bars.into_iter().flatten().collect()
}

fn decoding(results: &Results<'_>, bars: &mut Vec<Option<Bar>>) {
    for (group, name, cpu, instructions) in [
        (Group::Decode, "orders, 13 of 22 attributes", 12.0, 8.0),
        (Group::Decode, "standings, with a nested map", 10.0, 6.5),
        (Group::Decode, "orders, every attribute", 7.0, 5.5),
        (Group::InProcess, "a query", 12.0, 8.0),
    ] {
        let times = results.times(results.find(group, name, 1000), Who::Serde);
        let what = match group {
            Group::Decode => format!("decode of 1000 {name}, isolated, against serde_dynamo"),
            _ => "query of 1000 orders, in process, against serde_dynamo".to_owned(),
        };
        bars.push(Bar::at_least(format!("{what}: cpu"), cpu, times.0));
        bars.push(Bar::at_least(
            format!("{what}: instructions"),
            instructions,
            times.1,
        ));
    }
    for (items, bar) in [(1000, 10.0), (100, 5.0), (10, 3.5), (1, 2.8)] {
        let (cpu, _) = results.times(results.find(Group::Loopback, "a query", items), Who::Serde);
        let what = format!("query of {items} orders over loopback, against serde_dynamo: cpu");
        bars.push(Bar::at_least(what, bar, cpu));
    }
    let orders = results.find(Group::Decode, "orders, 13 of 22 attributes", 1000);
    let fallback = orders.and_then(|orders| orders.times(Who::Fallback, Who::Serde));
    let what = "decode from the SDK's map, the parse included, against serde_dynamo";
    bars.push(Bar::at_most(
        format!("{what}: cpu"),
        1.0,
        fallback.map(|times| times.0),
    ));
    let instructions = fallback.and_then(|times| times.1);
    bars.push(Bar::at_most(
        format!("{what}: instructions"),
        1.0,
        instructions,
    ));
}

/// Whole requests against hand-written code on the SDK: CPU time and, in process, instructions.
#[expect(clippy::cast_precision_loss, reason = "a small count")]
fn requests(results: &Results<'_>, bars: &mut Vec<Option<Bar>>) {
    for (group, name, items, cpu, instructions) in [
        (Group::InProcess, "a get", 1, 10.0, Some(4.0)),
        (Group::InProcess, "a put", 1, 10.0, Some(3.3)),
        (Group::InProcess, "a query", 1, 10.0, None),
        (Group::InProcess, "a query", 10, 9.0, Some(5.0)),
        (Group::InProcess, "a batch of 25 puts", 25, 4.0, None),
        (Group::Loopback, "a get", 1, 2.8, None),
        (Group::Loopback, "a put", 1, 2.8, None),
        (Group::Loopback, "a query", 10, 3.5, None),
        (Group::Loopback, "a batch of 25 puts", 25, 3.0, None),
    ] {
        let place = match group {
            Group::Loopback => "over loopback",
            _ => "in process",
        };
        let of = match (name, items) {
            ("a query", items) => format!(" of {items}"),
            _ => String::new(),
        };
        let what = format!("{name}{of} {place}, against hand-written code");
        let times = results.times(results.find(group, name, items), Who::Hand);
        bars.push(Bar::at_least(format!("{what}: cpu"), cpu, times.0));
        if let Some(bar) = instructions {
            bars.push(Bar::at_least(format!("{what}: instructions"), bar, times.1));
        }
    }
    let get = results.find(Group::InProcess, "a get", 1);
    let ours = get.and_then(|get| get.of(Who::Ours));
    let allocations = ours.map(|ours| ours.memory.count as f64);
    bars.push(Bar::at_most("allocations of a get", 50.0, allocations));
    for name in ["a get", "a put"] {
        let case = results.find(Group::InProcess, name, 1);
        let times = case.and_then(|case| case.times(Who::Hand, Who::SdkWay));
        let what = format!("{name} in process, through the SDK, against hand-written code: cpu");
        bars.push(Bar::at_least(what, 1.15, times.map(|times| times.0)));
    }
}

/// Texts with embeddings, against both; and nothing is allocated for an element.
#[expect(clippy::cast_precision_loss, reason = "a small count")]
fn vectors(results: &Results<'_>, bars: &mut Vec<Option<Bar>>) {
    let against = [
        (Who::Serde, "serde_dynamo"),
        (Who::Hand, "hand-written code"),
    ];
    for (name, items, bar) in [
        ("decoding", 1, 10.0),
        ("decoding", 50, 10.0),
        ("a put", 1, 4.0),
        ("a batch of 25 puts", 25, 4.0),
    ] {
        let case = results.find(Group::Vectors, name, items);
        let what = match name {
            "decoding" => format!("decode of a page of {items} with vectors, isolated"),
            _ => format!("{name} with vectors, in process"),
        };
        for (who, whose) in against {
            let (cpu, _) = results.times(case, who);
            bars.push(Bar::at_least(
                format!("{what}, against {whose}: cpu"),
                bar,
                cpu,
            ));
        }
        let ours = case.and_then(|case| case.of(Who::Ours));
        let each = ours.map(|ours| ours.memory.count as f64 / items as f64);
        // A single item bears all that its request or response takes.
        let most = if items == 1 { 50.0 } else { 12.0 };
        bars.push(Bar::at_most(
            format!("allocations per item, {what}"),
            most,
            each,
        ));
    }
}

#[expect(clippy::cast_precision_loss, reason = "ratios")]
fn memory(results: &Results<'_>, bars: &mut Vec<Option<Bar>>) {
    // The number of texts that the structs own per item.
    for (name, owned) in [
        ("orders, 13 of 22 attributes", 6.5),
        ("orders, every attribute", 15.0),
        ("standings, with a nested map", 5.0),
    ] {
        let case = results.find(Group::Decode, name, 1000);
        let ours = case.and_then(|case| case.of(Who::Ours));
        let each = ours.map(|ours| ours.memory.count as f64 / 1000.0);
        let what = format!("allocations per item, decode of 1000 {name}");
        bars.push(Bar::at_most(what, owned + 0.5, each));
    }
    for (group, name, what, bar) in [
        (
            Group::Decode,
            "orders, 13 of 22 attributes",
            "isolated",
            1.0 / 8.0,
        ),
        (
            Group::InProcess,
            "a query",
            "end to end in process",
            1.0 / 3.0,
        ),
    ] {
        let case = results.find(group, name, 1000);
        let peak = |who| Some(case?.of(who)?.memory.peak as f64);
        let part = peak(Who::Ours)
            .zip(peak(Who::Serde))
            .map(|(ours, serde)| ours / serde);
        let what = format!("peak memory of 1000 orders, {what}, against serde_dynamo");
        bars.push(Bar::at_most(what, bar, part));
    }
}

fn writing(results: &Results<'_>, bars: &mut Vec<Option<Bar>>) {
    // The map is only made for interceptors and `into_sdk`.
    for name in ["an order, keys built", "an order, every attribute"] {
        let (cpu, _) = results.times(results.find(Group::Encode, name, 1), Who::Serde);
        let what = format!("encode of {name}, to a map, against serde_dynamo: cpu");
        bars.push(Bar::at_least(what, 1.4, cpu));
    }
    let batch = results.find(Group::InProcess, "a batch of 25 puts", 25);
    let (cpu, _) = results.times(batch, Who::Serde);
    bars.push(Bar::at_least(
        "batch of 25 puts in process, against serde_dynamo: cpu",
        3.0,
        cpu,
    ));
}

#[expect(clippy::cast_precision_loss, reason = "a small count")]
fn building(results: &Results<'_>, bars: &mut Vec<Option<Bar>>) {
    let key = results.find(Group::Build, "a key: partition and sort", 1);
    let (cpu, _) = results.times(key, Who::Hand);
    let what = "a key, against `format!` with the same checks: cpu";
    bars.push(Bar::at_least(what, 1.25, cpu));
    // It checks neither delimiters nor emptiness nor length.
    let (cpu, _) = results.times(key, Who::Format);
    bars.push(Bar::at_least(
        "a key, against `format!` alone: cpu",
        1.0,
        cpu,
    ));
    let ours = key.and_then(|key| key.of(Who::Ours));
    let allocations = ours.map(|ours| ours.memory.count as f64 / 2.0);
    bars.push(Bar::at_most(
        "allocations per key attribute",
        1.0,
        allocations,
    ));
    // `into_sdk` fills the SDK's builder; a query that is sent is written as JSON.
    let query = results.find(Group::InProcess, "a query", 1);
    let count = |who| Some(query?.of(who)?.memory.count as f64);
    let part = count(Who::Ours)
        .zip(count(Who::Hand))
        .map(|(ours, hand)| ours / hand);
    let what = "allocations of a query of 1 in process, against hand-written code";
    bars.push(Bar::at_most(what, 0.15, part));
}

/// The bars of the compiler.
pub fn compiling(costs: &Costs) -> Vec<Bar> {
    let all = || costs.derives.iter().chain(&costs.services);
    let find = |name: &str| all().find(|cost| cost.name == name);
    let Some(serde) = find(crate::compile::SERDE) else {
        return Vec::new();
    };
    let mut bars = Vec::new();
    for (name, bar) in [(crate::compile::ITEM, 1.0), (crate::compile::CODEC, 0.5)] {
        let Some(cost) = find(name) else { continue };
        let what = format!("compile time of {name}, against {}", serde.name);
        for (how, times) in [
            ("build", cost.build / serde.build),
            ("release", cost.release / serde.release),
        ] {
            bars.push(Bar::at_most(format!("{what}: {how}"), bar, Some(times)));
        }
    }
    let [ours, by_hand] = [crate::compile::SERVICE, crate::compile::BY_HAND].map(find);
    if let Some((ours, by_hand)) = ours.zip(by_hand) {
        let what = "compile time of a service of ten items, against by hand";
        for (how, times) in [
            ("build", ours.build / by_hand.build),
            ("release", ours.release / by_hand.release),
        ] {
            bars.push(Bar::at_most(format!("{what}: {how}"), 1.0, Some(times)));
        }
        let what = "seconds to check that service anew";
        bars.push(Bar::at_most(what, 1.0, Some(ours.check / 1000.0)));
    }
    bars.into_iter().flatten().collect()
}
