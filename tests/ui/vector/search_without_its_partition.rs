// Rule: a search of a partitioned index names the partition
// Cure: give the partition first: `Doc::similar("acme", &vector)`
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
    let _ = Doc::similar(&[1.0, 2.0, 3.0]);
}
