// Rule: searches are filtered by text, numbers or bytes
use dynamo_runtime::{Item, Vector};

#[derive(Item)]
#[table(name = "docs", pk = "tenant", sk = "id")]
#[vector(name = "ByMeaning", field = "embedding", pk = "tenant", filter = ["tags"], query = "similar")]
struct Doc {
    tenant: String,
    id: String,
    lang: String,
    tags: Vec<String>,
    embedding: Vector<3>,
}

fn main() {}
