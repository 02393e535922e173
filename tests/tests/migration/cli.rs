//! The command-line tool, as somebody at a terminal uses it.

use std::path::PathBuf;

use dynamo_design::Design;
use dynamo_design::cli::{Cli, Screen, TableEntry};
use dynamo_runtime::faults::{Fault, Faults, Operation};
use dynamo_runtime::{Embedded, Item};
use examples::oms_trading::{Execution, Order as Trade, Position};
use examples::prediction_market::Order;
use tests::{db, is_server, unique_name};

use crate::{OldOrder, old_order};

fn entries() -> [TableEntry; 2] {
    [
        TableEntry::of::<(Trade, Execution, Position)>(|| {
            Design::of::<(Trade, Execution, Position)>().build()
        }),
        TableEntry::of::<Order>(|| Design::of::<Order>().build()),
    ]
}

/// The exit code of a command, and its output.
struct Ran {
    code: u8,
    out: String,
    err: String,
}

async fn run(cli: &Cli, line: &str) -> Ran {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut screen = Screen::plain(&mut out, &mut err);
    let code = cli
        .run(line.split_whitespace().map(str::to_owned), &mut screen)
        .await;
    Ran {
        code,
        out: String::from_utf8(out).expect("text"),
        err: String::from_utf8(err).expect("text"),
    }
}

/// A directory of the test's own, which is gone after it.
struct Directory(PathBuf);

impl Directory {
    fn new() -> Self {
        let path = std::env::temp_dir().join(unique_name());
        std::fs::create_dir(&path).expect("a directory");
        Self(path)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[tokio::test]
async fn help_names_every_command_and_mistakes_are_told() {
    let cli = Cli::new("tables", entries());
    let help = run(&cli, "help").await;
    assert_eq!(help.code, 0);
    let commands = "export docs create verify diff explain backfill import completions";
    for command in commands.split(' ') {
        assert!(help.out.contains(command), "{}", help.out);
        let own = run(&cli, &format!("{command} --help")).await;
        assert_eq!(own.code, 0);
        assert!(
            own.out.contains(&format!("Usage: tables {command}")),
            "{}",
            own.out
        );
        let example = format!("Examples:\n  tables {command}");
        assert!(own.out.contains(&example), "{}", own.out);
    }
    assert!(help.out.contains("Exit codes:"), "{}", help.out);
    let nothing = run(&cli, "").await;
    assert_eq!(nothing.code, 2);
    assert!(nothing.err.contains("backfill"), "{}", nothing.err);
    let version = run(
        &Cli::new("tables", entries()).with_version("4.5.6"),
        "--version",
    )
    .await;
    assert_eq!((version.code, version.out.as_str()), (0, "tables 4.5.6\n"));
    for (line, named) in [
        ("verfiy", "verify"),
        ("verify Tradin", "did you mean `Trading`?"),
        ("verify --stric", "--strict"),
        ("explain Nothing", "Execution::key"),
        ("explain Execution nothing", "Execution::key"),
        ("backfill", "Execution"),
        ("backfill Nothing", "Position"),
        ("backfill Order", "Trading.Order, Order.Order"),
        ("backfill Execution --rate fast", "whole number"),
        ("export", "terraform"),
        ("export cobol", "terraform"),
        ("docs --format pdf", "html"),
        ("verify --color purple", "never"),
        ("verify Trading --var environment", "--var"),
        (
            "verify Trading --var enviroment=dev",
            "did you mean `environment`?",
        ),
        (
            "export terraform --var stage=dev",
            "unknown variable `stage`",
        ),
        ("import", "template.yaml"),
        ("import x.yaml --sample 5", "add `--table NAME`"),
        ("import --table x --sample few", "whole number"),
    ] {
        let cli = Cli::new("tables", entries()).with_db(db().await);
        let refused = run(&cli, line).await;
        assert_eq!(refused.code, 2, "{line}: {}", refused.out);
        assert!(refused.err.contains(named), "{line}: {}", refused.err);
    }
    let cli = Cli::new("tables", entries()).with_db(db().await);
    let unfilled = run(&cli, "verify Trading").await;
    assert_eq!(unfilled.code, 2);
    assert!(
        unfilled.err.contains("--var environment="),
        "{}",
        unfilled.err
    );
}

#[tokio::test]
async fn a_table_is_created_verified_and_backfilled() {
    let name = unique_name();
    let old = db().await.with_table_name::<OldOrder>(&name);
    old.create_table::<OldOrder>().await.expect("a table");
    old.load((0..20).map(old_order)).await.expect("a load");
    let cli = Cli::new("tables", entries()).with_db(old.clone());
    let named = |command: &str| format!("{command} --table-name Order={name}");

    let before = run(&cli, &named("verify Order")).await;
    assert_eq!(before.code, 1, "{}", before.out);
    assert!(
        before
            .out
            .contains("breaks: lacks the index `orders_by_owner`"),
        "{}",
        before.out
    );
    let create = format!("-> `tables create Order --table-name Order={name}`");
    assert!(before.out.contains(&create), "{}", before.out);

    let created = run(&cli, &named("create Order")).await;
    assert_eq!(created.code, 0, "{}", created.err);
    assert!(
        created.out.contains("index `orders_by_owner` added"),
        "{}",
        created.out
    );
    let backfill = format!("`tables backfill Order.Order --table-name Order={name}`");
    assert!(created.out.contains(&backfill), "{}", created.out);
    assert_eq!(run(&cli, &named("verify Order --strict")).await.code, 0);
    let again = run(&cli, &named("create Order")).await;
    assert!(again.out.contains("there already"), "{}", again.out);

    let planned = run(&cli, &named("backfill Order.Order --dry-run")).await;
    assert_eq!(planned.code, 0);
    assert!(
        planned.out.contains("20 read, 20 to change"),
        "{}",
        planned.out
    );
    let db = old.with_table_name::<Order>(&name);
    assert_eq!(
        Order::by_owner("owner2").count(&db).await.expect("a count"),
        0
    );
    let done = run(
        &cli,
        &named("backfill Order.Order --segments 2 --rate 1000"),
    )
    .await;
    assert_eq!(done.code, 0);
    assert!(done.out.contains("20 read, 20 changed"), "{}", done.out);
    assert!(
        done.out.contains("`gsi3pk`: 20 set, 0 removed"),
        "{}",
        done.out
    );
    assert_eq!(
        Order::by_owner("owner2").count(&db).await.expect("a count"),
        4
    );

    let mut broken = old_order(99);
    broken.side = "Sideways".to_owned();
    broken.put().send(&db).await.expect("a put");
    let failed = run(&cli, &named("backfill Order.Order")).await;
    assert_eq!(failed.code, 1);
    assert!(failed.out.contains("1 failed"), "{}", failed.out);
    assert!(!failed.out.contains("Sideways"), "{}", failed.out);

    let mut another = old_order(98);
    another.side = "Upwards".to_owned();
    another.put().send(&db).await.expect("a put");
    let failed = run(&cli, &named("backfill Order.Order")).await;
    assert!(failed.out.contains("2 failed"), "{}", failed.out);
    assert_eq!(
        failed.out.matches("  failed: ").count(),
        1,
        "{}",
        failed.out
    );
    assert!(failed.out.contains("(2 items)"), "{}", failed.out);
    let _ = db.delete_table::<OldOrder>().await;
}

/// An index of the orders by another key.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "orders", pk = "id")]
#[gsi(name = "orders_by_owner", pk = "memo", query = "by_memo")]
struct OtherIndex {
    id: String,
    memo: String,
}

#[tokio::test]
async fn create_tells_what_it_cannot_change() {
    let name = unique_name();
    let live = db().await.with_table_name::<OtherIndex>(&name);
    live.create_table::<OtherIndex>().await.expect("a table");
    let cli = Cli::new("tables", entries()).with_db(live.clone());
    let created = run(&cli, &format!("create Order --table-name Order={name}")).await;
    assert_eq!(created.code, 1, "{}", created.err);
    let told = "breaks: has the index `orders_by_owner` with the keys `memo`";
    assert!(created.out.contains(told), "{}", created.out);
    assert!(
        created.out.contains("index `orders_by_market_buy` added"),
        "{}",
        created.out
    );
    let _ = live.delete_table::<OtherIndex>().await;
}

#[tokio::test]
async fn a_backfill_that_is_cut_off_goes_on_from_its_file() {
    if is_server() {
        return;
    }
    let engine = Embedded::memory().expect("an engine");
    let calm = tests::db_of(engine.client());
    calm.create_table::<Order>().await.expect("a table");
    calm.load((0..100).map(old_order)).await.expect("a load");
    let directory = Directory::new();
    let file = directory.file("places/backfill.json");
    let line = format!("backfill Order.Order --checkpoint {file} --page-size 10 --concurrency 2");

    // The service breaks down after some of the writes, for longer than anybody waits.
    let faults = Faults::default();
    let breakdown = (0..400).map(|number| (number >= 45).then_some(Fault::ServerError));
    faults.script_on(Operation::UpdateItem, breakdown);
    let broken = tests::db_of(engine.clone().with_faults(&faults).client());
    let cli = Cli::new("tables", entries()).with_db(broken);
    let cut = run(&cli, &line).await;
    assert_eq!(cut.code, 3, "{}", cut.out);
    assert!(cut.err.contains("stopped after"), "{}", cut.err);
    assert!(
        std::fs::exists(&file).expect("a look"),
        "it tells where to go on"
    );

    let cli = Cli::new("tables", entries()).with_db(calm.clone());
    let rest = run(&cli, &line).await;
    assert_eq!(rest.code, 0, "{}", rest.err);
    assert!(
        rest.err.contains("resumes from the checkpoint"),
        "{}",
        rest.err
    );
    let read = rest
        .out
        .split(' ')
        .nth(1)
        .and_then(|read| read.parse::<u32>().ok());
    assert!(
        read.is_some_and(|read| read < 100),
        "not all was read again: {}",
        rest.out
    );
    assert!(
        !std::fs::exists(&file).expect("a look"),
        "nothing is left to go on with"
    );
    assert_eq!(
        Order::by_owner("owner2")
            .count(&calm)
            .await
            .expect("a count"),
        20
    );

    std::fs::write(&file, "no checkpoint").expect("a file");
    let refused = run(&cli, &line).await;
    assert_eq!(refused.code, 3);
    assert!(refused.err.contains("backfill.json"), "{}", refused.err);
}

#[tokio::test]
async fn a_change_is_told_against_the_lock_file() {
    let directory = Directory::new();
    let lock = directory.file("dynamo.lock");
    let old = Cli::new(
        "tables",
        [TableEntry::of::<OldOrder>(|| {
            Design::of::<OldOrder>().build()
        })],
    );
    let missing = run(&old, &format!("diff --lock {lock}")).await;
    assert_eq!(missing.code, 3, "there is nothing to compare with");
    let update = format!("`tables diff --lock {lock} --update`");
    assert!(missing.err.contains(&update), "{}", missing.err);
    assert_eq!(
        run(&old, &format!("diff --lock {lock} --update"))
            .await
            .code,
        0
    );
    let same = run(&old, &format!("diff --lock {lock}")).await;
    assert_eq!(same.code, 0);
    assert!(same.out.contains("unchanged"), "{}", same.out);

    let new = Cli::new("tables", entries());
    let diff = run(&new, &format!("diff --lock {lock}")).await;
    assert_eq!(diff.code, 1);
    assert!(
        diff.out.contains("oms_trading_data_{environment}: is new"),
        "{}",
        diff.out
    );
    assert!(
        diff.out.contains("the index `orders_by_owner` is new"),
        "{}",
        diff.out
    );
    assert!(
        diff.out.contains("-> `tables create Trading`"),
        "{}",
        diff.out
    );
    assert!(diff.out.contains("`tables create` adds"), "{}", diff.out);
    let updated = run(&new, &format!("diff --lock {lock} --update")).await;
    assert_eq!(updated.code, 0);
    assert_eq!(run(&new, &format!("diff --lock {lock}")).await.code, 0);
    let gone = run(&old, &format!("diff --lock {lock}")).await;
    assert_eq!(gone.code, 1);
    assert!(gone.out.contains("not declared any more"), "{}", gone.out);
    std::fs::write(&lock, "{").expect("a file");
    assert_eq!(run(&new, &format!("diff --lock {lock}")).await.code, 3);
}

#[tokio::test]
async fn exports_and_documents_are_written_to_the_given_path() {
    let directory = Directory::new();
    let cli = Cli::new("tables", entries());
    for format in [
        "cloudformation",
        "create-table",
        "workbench",
        "iam",
        "design",
    ] {
        for tables in ["", "Trading"] {
            let printed = run(&cli, &format!("export {format} {tables}")).await;
            assert_eq!(printed.code, 0, "{}", printed.err);
            let parsed = serde_json::from_str::<serde_json::Value>(&printed.out);
            assert!(parsed.is_ok(), "{format} {tables}: {parsed:?}");
            assert!(printed.out.contains("oms_trading_data"), "{format}");
        }
    }
    for format in ["terraform", "cloudformation-yaml"] {
        let file = directory.file(format);
        let written = run(&cli, &format!("export {format} --out {file}")).await;
        assert_eq!(written.code, 0, "{}", written.err);
        let text = std::fs::read_to_string(&file).expect("a file");
        assert!(text.contains("orders_by_owner"), "{text}");
    }
    let everything = directory.file("all");
    assert_eq!(run(&cli, "export all").await.code, 2, "it writes files");
    let all = run(&cli, &format!("export all --out {everything}")).await;
    assert_eq!(all.code, 0, "{}", all.err);
    assert!(std::fs::exists(format!("{everything}/main.tf")).expect("a look"));
    let markdown = run(&cli, "docs Trading").await;
    assert!(markdown.out.contains("GSI3") && !markdown.out.contains("orders_by_owner"));
    let html = run(&cli, "docs --format html").await;
    assert!(html.out.to_lowercase().contains("<!doctype html>"));
}

#[tokio::test]
async fn variables_reach_every_export() {
    let cli = Cli::new("tables", entries()).with_name("trading-desk");
    let request = run(&cli, "export create-table Trading --var environment=prod").await;
    assert_eq!(request.code, 0, "{}", request.err);
    let expected = "\"TableName\": \"oms_trading_data_prod\"";
    assert!(request.out.contains(expected), "{}", request.out);
    let renamed = run(
        &cli,
        "export create-table Trading --table-name Trading=mine",
    )
    .await;
    assert!(
        renamed.out.contains("\"TableName\": \"mine\""),
        "{}",
        renamed.out
    );
    let template = run(
        &cli,
        "export cloudformation-yaml Trading --var environment=prod",
    )
    .await;
    assert!(template.out.contains("Default: prod"), "{}", template.out);
    let model = run(&cli, "export workbench").await;
    let expected = "\"ModelName\": \"trading-desk\"";
    assert!(model.out.contains(expected), "{}", model.out);
}

#[tokio::test]
async fn completions_are_written_for_a_shell() {
    let cli = Cli::new("tables", entries());
    let script = run(&cli, "completions bash").await;
    assert_eq!(script.code, 0, "{}", script.err);
    assert!(script.out.contains("--dry-run"), "{}", script.out);
}

#[tokio::test]
async fn a_file_is_imported_to_the_given_path() {
    let directory = Directory::new();
    let (table, out) = (directory.file("table.tf"), directory.file("src/tables.rs"));
    let cli = Cli::new("tables", entries());
    let exported = run(&cli, &format!("export terraform Order --out {table}")).await;
    assert_eq!(exported.code, 0, "{}", exported.err);
    let line = format!("import {table} --out {out}");
    let imported = run(&cli, &line).await;
    assert_eq!(imported.code, 0, "{}", imported.err);
    let text = std::fs::read_to_string(&out).expect("a file");
    assert!(text.contains("name = \"orders\""), "{text}");
    assert!(
        text.contains("include_str!(\"tables.samples.json\")"),
        "{text}"
    );
    assert!(std::fs::exists(directory.file("src/tables.samples.json")).expect("a look"));
    let again = run(&cli, &line).await;
    assert_eq!(again.code, 3, "what somebody edited is not replaced");
    assert!(again.err.contains("--force"), "{}", again.err);
    assert_eq!(run(&cli, &format!("{line} --force")).await.code, 0);
    let none = run(&cli, "import no-such-file.yaml").await;
    assert_eq!(none.code, 3);
    assert!(none.err.contains("no-such-file.yaml"), "{}", none.err);
}

#[tokio::test]
async fn a_live_table_is_imported_with_a_sample() {
    let name = unique_name();
    let live = db().await.with_table_name::<OldOrder>(&name);
    live.create_table::<OldOrder>().await.expect("a table");
    live.load((0..40).map(old_order)).await.expect("a load");
    let cli = Cli::new("tables", entries()).with_db(live.clone());
    let command = format!("import --table {name} --sample 25 --rate 1000");
    let imported = run(&cli, &command).await;
    assert_eq!(imported.code, 0, "{}", imported.err);
    assert!(
        imported.out.contains(&format!("name = \"{name}\"")),
        "{}",
        imported.out
    );
    assert!(
        imported.out.contains("pub owner: String"),
        "{}",
        imported.out
    );
    let missing = run(&cli, "import --table no-such-table").await;
    assert_eq!(missing.code, 3);
    assert!(missing.err.contains("no-such-table"), "{}", missing.err);
    let _ = live.delete_table::<OldOrder>().await;
}

#[tokio::test]
async fn colours_are_used_only_on_a_terminal() {
    let cli = Cli::new("tables", entries()).with_db(db().await);
    let line = "verify Trading --table-name Trading=no-such-table";
    let plain = run(&cli, line).await;
    assert_eq!(plain.code, 1, "{}", plain.err);
    assert!(plain.out.contains("does not exist") && !plain.out.contains('\u{1b}'));
    let painted = run(&cli, &format!("{line} --color always")).await;
    assert!(painted.out.contains('\u{1b}'), "{}", painted.out);
    let unpainted = painted.out.replace("\u{1b}[0m", "");
    let unpainted = unpainted.replace("\u{1b}[1m", "").replace("\u{1b}[31m", "");
    assert_eq!(unpainted, plain.out);
}

#[tokio::test]
async fn explain_shows_the_request_and_the_cost_of_access_patterns() {
    let cli = Cli::new("tables", entries());
    let all = run(&cli, "explain --var environment=dev").await;
    assert_eq!(all.code, 0, "{}", all.err);
    assert!(all.out.contains("Execution::key("), "{}", all.out);
    assert!(!all.out.contains("{environment}"), "{}", all.out);
    let table = run(&cli, "explain Trading").await;
    assert!(!table.out.contains("prediction"), "{}", table.out);
    let one = run(&cli, "explain Execution key").await;
    assert_eq!(one.code, 0, "{}", one.err);
    let lines: Vec<_> = one.out.lines().collect();
    assert!(lines[2].starts_with("  GetItem on `"), "{}", one.out);
    assert!(lines[3].starts_with("    key: "), "{}", one.out);
    assert!(
        lines[4].starts_with("    cost: at least 0.5 read units"),
        "{}",
        one.out
    );
    // The prefix of the sort key excludes the other types, and an index without the TTL needs more.
    let query = run(&cli, "explain Execution query").await;
    assert!(query.out.contains("begins_with(SK"), "{}", query.out);
    assert!(!query.out.contains("same partitions"), "{}", query.out);
    let shared = run(&cli, "explain Execution::by_product").await;
    assert!(
        shared
            .out
            .contains("`Order`, `Position` items of the same partitions"),
        "{}",
        shared.out
    );
    let narrow = run(&cli, "explain Execution of_master_order").await;
    assert!(
        narrow.out.contains("needs `include_expired()`"),
        "{}",
        narrow.out
    );
}
