//! Runs the programs like a reader would, and compares their output.
//!
//! `cargo test` builds the examples before it runs this; a run of this test alone (`--test stdout`)
//! does not.

use std::path::PathBuf;
use std::process::Command;

/// Examples are built next to the directory of this test: `debug/examples` and `debug/deps`.
fn program(name: &str) -> PathBuf {
    let test = std::env::current_exe().expect("the path of this test");
    let built = test
        .ancestors()
        .nth(2)
        .expect("a test stands in `deps` of the build directory");
    let program = format!("{name}{}", std::env::consts::EXE_SUFFIX);
    built.join("examples").join(program)
}

/// The output of a program.
fn printed(name: &str, arguments: &[&str]) -> String {
    let program = program(name);
    let output = Command::new(&program).args(arguments).output();
    let output = output.unwrap_or_else(|error| {
        let path = program.display();
        panic!("cannot run {path}, {error}; build it with `cargo build -p examples --examples`")
    });
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "`{name}` failed: {errors}");
    String::from_utf8_lossy(&output.stdout).replace("\r\n", "\n")
}

fn prints(name: &str, expected: &str) {
    let printed = printed(name, &[]);
    assert_eq!(
        compared(&printed),
        compared(expected),
        "`{name}` prints something else"
    );
}

/// The lines to compare. A server may count units in its own way: DynamoDB Local bills nothing for a
/// read that finds nothing. There the lines with units are left out.
fn compared(text: &str) -> Vec<&str> {
    let on_server = std::env::var_os("AWS_ENDPOINT_URL_DYNAMODB").is_some();
    let lines = text.lines();
    lines
        .filter(|line| !(on_server && line.contains(" unit")))
        .collect()
}

#[test]
fn quickstart() {
    prints("quickstart", include_str!("stdout/quickstart.txt"));
}

#[test]
fn semantic_search() {
    if std::env::var_os("AWS_ENDPOINT_URL_DYNAMODB").is_some() {
        eprintln!("skipped: `semantic_search` needs vector indexes, which this server may lack");
        return;
    }
    prints(
        "semantic_search",
        include_str!("stdout/semantic_search.txt"),
    );
}

#[test]
fn exchange_rates() {
    prints("exchange_rates", include_str!("stdout/exchange_rates.txt"));
}

#[test]
fn leaderboard() {
    prints("leaderboard", include_str!("stdout/leaderboard.txt"));
}

#[test]
fn leaderboard_at_scale() {
    prints(
        "leaderboard_at_scale",
        include_str!("stdout/leaderboard_at_scale.txt"),
    );
}

#[test]
fn changes() {
    prints("changes", include_str!("stdout/changes.txt"));
}

#[test]
fn prediction_market() {
    prints(
        "prediction_market",
        include_str!("stdout/prediction_market.txt"),
    );
}

#[test]
fn fabric() {
    prints("fabric", include_str!("stdout/fabric.txt"));
}

#[test]
fn oms_trading() {
    prints("oms_trading", include_str!("stdout/oms_trading.txt"));
}

#[test]
fn bulk() {
    prints("bulk", include_str!("stdout/bulk.txt"));
}

/// A short soak, once in each way: it checks itself that nothing is lost and nothing done twice.
#[test]
fn soak() {
    for arguments in [&["6000"][..], &["6000", "--sdk"]] {
        let printed = printed("soak", arguments);
        let figure = |name: &str| {
            let line = printed.lines().find_map(|line| line.strip_prefix(name));
            line.and_then(|figure| figure.replace(',', "").trim().parse::<u64>().ok())
        };
        assert!(figure("operations:") >= Some(6000), "{printed}");
        assert!(figure("faults injected:") > Some(0), "{printed}");
        let verdict = printed.lines().last().unwrap_or_default();
        assert!(
            verdict.ends_with("faults: nothing lost, nothing twice"),
            "{printed}"
        );
    }
}

#[test]
fn soak_explains_its_options_and_refuses_others() {
    assert!(printed("soak", &["--help"]).contains("--engines N"));
    for (arguments, told) in [
        (
            &["--sdkk"][..],
            "soak: unknown argument `--sdkk`; `--help` shows the options\n",
        ),
        (
            &["--seed"][..],
            "soak: `--seed` takes a number; `--help` shows the options\n",
        ),
    ] {
        let output = Command::new(program("soak")).args(arguments).output();
        let output = output.expect("it was built");
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(String::from_utf8_lossy(&output.stderr), told);
    }
}

#[test]
fn hot_partition() {
    prints("hot_partition", include_str!("stdout/hot_partition.txt"));
}

/// The plot of the guide is what the program draws.
#[test]
fn throughput_over_shards() {
    let plot = include_str!("../../dynamo-runtime/docs/guide/throughput.svg");
    assert_eq!(printed("hot_partition", &["--svg"]), plot);
}
