// Rule: the name of a field is text, and searches are not reported as well
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "docs", pk = "tenant", sk = "id")]
#[vector(name = "ByMeaning", field = 3, pk = "tenant", query = "similar")]
struct Doc {
    tenant: String,
    id: String,
    embedding: [f32; 3],
}

fn main() {
    let _ = Doc::similar("acme", &[0.1, 0.2, 0.3]).top(3);
}
