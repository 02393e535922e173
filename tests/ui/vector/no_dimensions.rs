// Rule: a vector has 1 to 4096 dimensions
// Cure: write the number of dimensions of the model
use dynamo_runtime::{Item, Vector};

#[derive(Item)]
#[table(name = "docs", pk = "tenant", sk = "id")]
#[vector(name = "ByMeaning", field = "embedding", pk = "tenant", filter = ["lang"], query = "similar")]
struct Doc {
    tenant: String,
    id: String,
    lang: String,
    embedding: Vector<0>,
}

fn main() {}
