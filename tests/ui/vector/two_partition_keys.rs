// Rule: a vector index is partitioned by one attribute
use dynamo_runtime::{Item, Vector};

#[derive(Item)]
#[table(name = "docs", pk = "tenant", sk = "id")]
#[vector(name = "ByMeaning", field = "embedding", pk = ["tenant", "lang"], query = "similar")]
struct Doc {
    tenant: String,
    id: String,
    lang: String,
    embedding: Vector<3>,
}

fn main() {}
