// Rule: a vector index says which field holds the vector
use dynamo_runtime::{Item, Vector};

#[derive(Item)]
#[table(name = "docs", pk = "tenant", sk = "id")]
#[vector(name = "ByMeaning", pk = "tenant", query = "similar")]
struct Doc {
    tenant: String,
    id: String,
    lang: String,
    embedding: Vector<3>,
}

fn main() {}
