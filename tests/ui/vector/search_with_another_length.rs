// Rule: a search vector has the length of the index
// Cure: embed the query with the model that embedded the items
use dynamo_runtime::{Item, Vector};

#[derive(Item)]
#[table(name = "docs", pk = "tenant", sk = "id")]
#[vector(name = "ByMeaning", field = "embedding", pk = "tenant", filter = ["lang"], query = "similar")]
struct Doc {
    tenant: String,
    id: String,
    lang: String,
    embedding: Vector<3>,
}

fn main() {
    let query = Vector::from([1.0, 2.0]);
    let _ = Doc::similar("acme", &query);
}
