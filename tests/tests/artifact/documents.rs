//! The documents of the example designs, as they are checked in under `examples/designs`.
//!
//! With `UPDATE_DESIGNS=1` they are written instead of compared.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use dynamo_design::Model;

fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/designs")
}

/// Every file below a directory, by its path in it.
fn found(directory: &Path, prefix: &str, to: &mut BTreeMap<String, String>) {
    let Ok(entries) = fs::read_dir(directory) else {
        return;
    };
    for entry in entries {
        let entry = entry.unwrap();
        let name = format!("{prefix}{}", entry.file_name().to_str().unwrap());
        if entry.file_type().unwrap().is_dir() {
            found(&entry.path(), &format!("{name}/"), to);
        } else {
            to.insert(name, fs::read_to_string(entry.path()).unwrap());
        }
    }
}

fn written(model: &Model) {
    let root = directory().join(&model.name);
    let _ = fs::remove_dir_all(&root);
    for (name, text) in model.files().unwrap() {
        let path = root.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
}

#[test]
fn documents_are_those_of_the_designs() {
    for model in examples::designs::all().unwrap() {
        if std::env::var_os("UPDATE_DESIGNS").is_some() {
            written(&model);
        }
        let mut stored = BTreeMap::new();
        found(&directory().join(&model.name), "", &mut stored);
        let made: BTreeMap<_, _> = model.files().unwrap().into_iter().collect();
        let names = |files: &BTreeMap<String, String>| files.keys().cloned().collect::<Vec<_>>();
        assert_eq!(names(&stored), names(&made), "the files of {}", model.name);
        for (name, text) in &made {
            assert!(
                stored[name] == *text,
                "{}/{name} is not what its design says; run the tests with UPDATE_DESIGNS=1",
                model.name
            );
        }
    }
}
