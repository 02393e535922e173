//! Compile errors as a stranger reads them, and every accepted form of the grammar.
//!
//! `ui/` holds one mistake a file beside the message it gives and, in `.fixed.rs`, the same without
//! the mistake, which the catalogue compiles; `ui_pass/` holds what must compile.
//! Messages are recorded with `TRYBUILD=overwrite`.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The accepted forms, as modules: a program of its own each would have everything built once more.
#[allow(
    dead_code,
    unreachable_pub,
    clippy::pedantic,
    clippy::duplicated_attributes,
    reason = "that they compile is the test"
)]
mod accepted {
    macro_rules! forms {
        ($($name:ident),* $(,)?) => {
            $(
                mod $name {
                    include!(concat!("../ui_pass/", stringify!($name), ".rs"));
                }
            )*
            pub(super) const FORMS: &[(&str, fn())] = &[$((stringify!($name), $name::main)),*];
        };
    }

    forms![
        counters,
        field_options,
        generic_code,
        index_options,
        macros,
        nested_values,
        shared_tables,
        table_options,
        templates
    ];
}

/// The compiler the messages were recorded with: another words its own half of them differently.
const RECORDED_WITH: &str = include_str!("../ui/RUSTC");

#[test]
fn mistakes_say_what_to_write() {
    let (recorded, running) = (RECORDED_WITH.trim(), compiler());
    if running != recorded {
        println!("skipped: messages were recorded with rustc {recorded}, this is {running}");
        return;
    }
    let mistakes = sources(Path::new("ui"));
    assert!(!mistakes.is_empty(), "no mistakes found");
    let cases = trybuild::TestCases::new();
    for mistake in mistakes {
        cases.compile_fail(mistake);
    }
}

#[test]
fn accepted_forms_compile() {
    let files: Vec<_> = sources(Path::new("ui_pass"))
        .iter()
        .filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned()))
        .collect();
    let (names, mains): (Vec<_>, Vec<_>) = accepted::FORMS.iter().copied().unzip();
    assert_eq!(files, names, "every file of `ui_pass` is compiled here");
    for main in mains {
        main();
    }
}

/// The version of the compiler in use: `1.95.0`.
fn compiler() -> String {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc)
        .arg("-V")
        .output()
        .expect("`rustc -V` runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    text.split(' ').nth(1).unwrap_or_default().trim().to_owned()
}

/// The Rust files under a directory, at any depth and in a fixed order.
fn sources(directory: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(directory).expect("the directory of the mistakes") {
        let path = entry.expect("an entry of it").path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.to_string_lossy().ends_with(".rs")
            && !path.to_string_lossy().ends_with(".fixed.rs")
        {
            found.push(path);
        }
    }
    found.sort();
    found
}
