// Rule: only a vector index compares vectors
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "docs", pk = "id")]
#[gsi(name = "ByLang", pk = "lang", distance = "cosine")]
struct Doc {
    id: String,
    lang: String,
}

fn main() {}
