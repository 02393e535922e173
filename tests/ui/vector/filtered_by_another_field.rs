// Rule: a search is filtered by the fields that its index lists
// Cure: add the field to `filter = [...]`, or filter the results
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
    let search = Doc::similar("acme", &[1.0, 2.0, 3.0]);
    let _ = search.filter(Doc::ID.eq("1"));
}
