//! The guide's page on a web service shows code of the example `service`, word for word.

use std::fs;
use std::path::Path;

fn read(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    fs::read_to_string(root.join(path)).expect("a file of the repository")
}

/// A text without its indentation and line breaks, which `rustfmt` may change.
fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn the_page_on_a_web_service_shows_the_example() {
    let page = read("dynamo-runtime/docs/guide/web_service.md");
    let example = words(&read("examples/service/src/main.rs"));
    let blocks: Vec<&str> = page
        .split("```rust,ignore\n")
        .skip(1)
        .filter_map(|rest| rest.split("```").next())
        .collect();
    assert!(blocks.len() > 5, "the page has code");
    for block in blocks {
        assert!(
            example.contains(&words(block)),
            "not in the example:\n{block}"
        );
    }
}
