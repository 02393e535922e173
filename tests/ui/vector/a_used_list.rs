// Rule: a vector has a fixed length, and searches are not reported as well
// Cure: make it a `Vector<N>` or `[f32; N]`
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "docs", pk = "tenant", sk = "id")]
#[vector(name = "ByMeaning", field = "embedding", pk = "tenant", query = "similar")]
struct Doc {
    tenant: String,
    id: String,
    embedding: Vec<f32>,
}

fn main() {
    let _ = Doc::similar("acme", &[0.1, 0.2, 0.3]).top(3);
}
