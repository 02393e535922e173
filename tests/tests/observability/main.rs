//! The view of an operator on requests: metrics, hot keys, and what an operation would
//! do. The spans are in `spans.rs`.

mod explain;
mod hot_keys;
mod metrics;

use dynamo_runtime::Item;

/// An item whose values must not be seen anywhere.
#[derive(Debug, Clone, PartialEq, Item)]
#[table(name = "observed", pk = "id", sk = "at")]
#[gsi(
    name = "ByText",
    pk = "text",
    sk = "at",
    query = "by_text",
    scan = "all_by_text"
)]
struct Secret {
    id: String,
    at: u64,
    text: String,
}

fn secret() -> Secret {
    Secret {
        id: "hush-id".into(),
        at: 424_242,
        text: "hush-text".into(),
    }
}

/// Whether a text shows a value of a [`Secret`].
fn tells(text: &str) -> bool {
    text.contains("hush") || text.contains("424242")
}
