// Rule: a search returns the best results
use dynamo_runtime::{Item, Vector};

#[derive(Item)]
#[table(name = "docs", pk = "tenant", sk = "id")]
#[vector(name = "ByMeaning", field = "embedding", pk = "tenant", query = "similar")]
struct Doc {
    tenant: String,
    id: String,
    embedding: Vector<3>,
}

fn main() {
    let _ = Doc::similar("acme", &[1.0, 2.0, 3.0]).limit(3);
}
