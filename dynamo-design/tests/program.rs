//! The program `dynamo`, run as somebody at a terminal or in a pipe runs it.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

const TEMPLATE: &str = "
Resources:
  ShopTable:
    Type: AWS::DynamoDB::Table
    Properties:
      TableName: shop
      BillingMode: PAY_PER_REQUEST
      AttributeDefinitions: [{ AttributeName: id, AttributeType: S }]
      KeySchema: [{ AttributeName: id, KeyType: HASH }]
  OtherTable:
    Type: AWS::DynamoDB::Table
    Properties:
      TableName: other
      BillingMode: PAY_PER_REQUEST
      AttributeDefinitions: [{ AttributeName: id, AttributeType: S }]
      KeySchema: [{ AttributeName: id, KeyType: HASH }]
";

const ITEMS: &str = r#"[{ "id": { "S": "a" }, "price": { "N": "995" } },
                        { "id": { "S": "b" }, "price": { "N": "20" } }]"#;

/// Runs the program in a directory of its own, with some files and some text on standard input.
fn dynamo(
    name: &str,
    files: &[(&str, &str)],
    arguments: &[&str],
    input: &str,
) -> (Output, PathBuf) {
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&directory);
    std::fs::create_dir_all(&directory).expect("a directory");
    for (file, text) in files {
        std::fs::write(directory.join(file), text).expect("a file");
    }
    let mut child = Command::new(env!("CARGO_BIN_EXE_dynamo"))
        .args(arguments)
        .current_dir(&directory)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program");
    // A program that refuses its arguments does not read.
    let _ = child
        .stdin
        .take()
        .map(|mut stdin| stdin.write_all(input.as_bytes()));
    (child.wait_with_output().expect("its output"), directory)
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("text")
}

#[test]
fn a_source_comes_from_a_pipe() {
    let (ran, _) = dynamo(
        "pipe",
        &[("items.json", ITEMS)],
        &["import", "-", "shop=items.json"],
        TEMPLATE,
    );
    assert!(ran.status.success(), "{}", text(&ran.stderr));
    let rust = text(&ran.stdout);
    assert!(rust.contains("name = \"shop\""), "{rust}");
    assert!(rust.contains("pub price: u64"), "{rust}");
}

#[test]
fn items_are_given_to_the_table_that_is_named() {
    let files = [("template.yaml", TEMPLATE), ("items.json", ITEMS)];
    // Both tables have the same key, so nothing but the name tells which one the items are of.
    let (ran, _) = dynamo(
        "unnamed",
        &files,
        &["import", "template.yaml", "items.json"],
        "",
    );
    assert!(!ran.status.success(), "{}", text(&ran.stdout));
    let (ran, _) = dynamo(
        "named",
        &files,
        &["import", "template.yaml", "other=items.json"],
        "",
    );
    assert!(ran.status.success(), "{}", text(&ran.stderr));
    let rust = text(&ran.stdout);
    let at = |written: &str| rust.find(written).expect("what is written");
    // Tables are in the order of their names.
    assert!(at("name = \"other\"") < at("pub price: u64"), "{rust}");
    assert!(at("pub price: u64") < at("name = \"shop\""), "{rust}");
    let missing = ["import", "template.yaml", "other=missing.json"];
    let (ran, _) = dynamo("missing", &files, &missing, "");
    assert!(text(&ran.stderr).contains("there is no file `missing.json`"));
}

#[test]
fn the_design_function_is_written_on_request() {
    let files = [("template.yaml", TEMPLATE)];
    let arguments = ["import", "template.yaml", "--design", "--out", "tables.rs"];
    let (ran, directory) = dynamo("design", &files, &arguments, "");
    assert!(ran.status.success(), "{}", text(&ran.stderr));
    let rust = std::fs::read_to_string(directory.join("tables.rs")).expect("the file");
    assert!(rust.contains("Design"), "{rust}");
    assert!(directory.join("tables.samples.json").exists());
    // A file that somebody may have edited is not replaced.
    let mut again = Command::new(env!("CARGO_BIN_EXE_dynamo"));
    let again = again.args(arguments).current_dir(&directory).output();
    let again = again.expect("its output");
    assert!(!again.status.success());
    assert!(text(&again.stderr).contains("`--force` replaces it"));
}
