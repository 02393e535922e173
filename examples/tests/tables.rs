//! Runs the command-line tool as a process: its output, its exit codes, and that the checked-in
//! lock file matches the declarations.
//!
//! `cargo test` builds the examples before it runs this; a run of this test alone (`--test tables`)
//! does not.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The exit code and the output of the tool.
fn tables(line: &str) -> (Option<i32>, String) {
    let test = std::env::current_exe().expect("the path of this test");
    let built = test.ancestors().nth(2);
    let built = built.expect("a test stands in `deps` of the build directory");
    let program = format!("tables{}", std::env::consts::EXE_SUFFIX);
    let output = Command::new(built.join("examples").join(program))
        .args(line.split_whitespace())
        .env_remove("NO_COLOR")
        .output()
        .expect("the example is built with `cargo build -p examples --examples`");
    let printed = [output.stdout, output.stderr].concat();
    (
        output.status.code(),
        String::from_utf8(printed).expect("text"),
    )
}

#[test]
fn the_lock_file_is_that_of_the_declarations() {
    let lock = Path::new(env!("CARGO_MANIFEST_DIR")).join("tables.lock");
    let (code, printed) = tables(&format!("diff --lock {}", lock.display()));
    assert_eq!(
        code,
        Some(0),
        "a declaration was changed; do what is said here, then run `cargo run --example tables -- \
         diff --lock examples/tables.lock --update`\n{printed}"
    );
}

#[test]
fn tables_are_made_checked_and_backfilled_in_a_file() {
    let file = DatabaseFile::new();
    let on = format!("--embedded {} --var environment=dev", file.0.display());
    let (code, printed) = tables(&format!("verify {on}"));
    assert_eq!(code, Some(3), "{printed}");
    assert!(printed.contains("there is no file"), "{printed}");
    assert!(!file.0.exists(), "a look makes no file");
    let (code, printed) = tables(&format!("create {on}"));
    assert_eq!(code, Some(0), "{printed}");
    assert!(
        printed.contains("oms_trading_data_dev: created"),
        "{printed}"
    );
    let (code, printed) = tables(&format!("verify {on}"));
    assert_eq!(code, Some(0), "{printed}");
    assert!(!printed.contains('\u{1b}'), "nobody looks at colours here");
    let (code, printed) = tables(&format!("backfill Market Trading.Position {on}"));
    assert_eq!(code, Some(0), "{printed}");
    assert!(printed.contains("Position: 0 read"), "{printed}");
}

#[test]
fn a_wrong_command_line_is_told_from_a_failure() {
    assert_eq!(tables("help").0, Some(0));
    assert_eq!(tables("verify --nonsense").0, Some(2));
    let (code, printed) = tables("verify Market --embedded /no/such/directory/tables.db");
    assert_eq!(code, Some(3), "{printed}");
}

/// A database file that is removed after the test, with the files next to it.
struct DatabaseFile(PathBuf);

impl DatabaseFile {
    fn new() -> Self {
        let name = format!("dynamo-tables-{}", std::process::id());
        let directory = std::env::temp_dir().join(name);
        std::fs::create_dir(&directory).expect("a directory");
        Self(directory.join("tables.db"))
    }
}

impl Drop for DatabaseFile {
    fn drop(&mut self) {
        if let Some(directory) = self.0.parent() {
            let _ = std::fs::remove_dir_all(directory);
        }
    }
}
