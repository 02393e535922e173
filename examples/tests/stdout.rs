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
    assert_eq!(printed, expected, "`{name}` prints something else");
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

/// A server may count units in its own way: DynamoDB Local bills nothing for a read that finds
/// nothing. There the lines with units are not compared.
#[test]
fn leaderboard_at_scale() {
    let on_server = std::env::var_os("AWS_ENDPOINT_URL_DYNAMODB").is_some();
    let compared = |text: &str| -> Vec<String> {
        let lines = text.lines().map(str::to_owned);
        lines
            .filter(|line| !(on_server && line.contains(" units")))
            .collect()
    };
    let expected = include_str!("stdout/leaderboard_at_scale.txt");
    let printed = printed("leaderboard_at_scale", &[]);
    assert_eq!(compared(&printed), compared(expected));
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

/// A short soak, once in each way: it checks itself that no cent is lost.
#[test]
fn soak() {
    for arguments in [&["6000"][..], &["6000", "sdk"]] {
        let printed = printed("soak", arguments);
        let figure = |name: &str| {
            let line = printed.lines().find_map(|line| line.strip_prefix(name));
            line.and_then(|figure| figure.trim().parse::<u64>().ok())
        };
        assert!(figure("operations:") >= Some(6000), "{printed}");
        assert!(figure("faults injected:") > Some(0), "{printed}");
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
