//! The catalogue of compile errors under `docs/errors`: made from the mistakes in `ui`, so that it
//! says what the compiler says.
//!
//! With `UPDATE_ERRORS=1` it is written instead of compared.

mod case;
mod cures;
mod excerpt;
mod message;
mod page;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/errors")
}

fn stored() -> BTreeMap<String, String> {
    let entries = fs::read_dir(directory()).expect("the catalogue");
    let files = entries.map(|entry| {
        let entry = entry.expect("an entry of it");
        let name = entry.file_name().to_string_lossy().into_owned();
        (name, fs::read_to_string(entry.path()).expect("its text"))
    });
    files.collect()
}

fn write(pages: &BTreeMap<String, String>) {
    let _ = fs::remove_dir_all(directory());
    fs::create_dir_all(directory()).expect("the directory of the catalogue");
    for (name, text) in pages {
        fs::write(directory().join(name), text).expect("a page can be written");
    }
}

#[test]
fn every_mistake_has_a_rule_and_a_cure() {
    let faults: Vec<_> = case::all()
        .iter()
        .filter_map(|case| case.entry().err())
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn the_catalogue_is_that_of_the_mistakes() {
    let cases = case::all();
    let entries = cases.iter().filter_map(|case| case.entry().ok());
    let pages = page::pages(&entries.collect::<Vec<_>>());
    if std::env::var_os("UPDATE_ERRORS").is_some() {
        write(&pages);
    }
    let stored = stored();
    let names = |pages: &BTreeMap<String, String>| pages.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&stored), names(&pages), "the pages of the catalogue");
    for (name, text) in &pages {
        assert!(
            stored[name] == *text,
            "docs/errors/{name} is not what `tests/ui` says; run the tests with UPDATE_ERRORS=1",
        );
    }
}
