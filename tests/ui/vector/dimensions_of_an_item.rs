// Rule: the number of dimensions is in the field's type
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "docs", pk = "tenant", sk = "id")]
#[vector(name = "ByMeaning", field = "embedding", pk = "tenant", query = "similar", dimensions = 3)]
struct Doc {
    tenant: String,
    id: String,
    embedding: [f32; 3],
}

fn main() {
    let _ = Doc::similar("acme", &[0.1, 0.2, 0.3]).top(3);
}
