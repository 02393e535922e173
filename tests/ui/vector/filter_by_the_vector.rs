// Rule: searches are filtered by other fields than the vector
use dynamo_runtime::{Item, Vector};

#[derive(Item)]
#[table(name = "docs", pk = "tenant", sk = "id")]
#[vector(name = "ByMeaning", field = "embedding", pk = "tenant", filter = ["embedding"], query = "similar")]
struct Doc {
    tenant: String,
    id: String,
    lang: String,
    embedding: Vector<3>,
}

fn main() {}
