// Rule: a search names the attributes it reads
use dynamo_runtime::{Item, Vector};

#[derive(Item)]
#[table(name = "docs", pk = "tenant", sk = "id")]
#[vector(name = "ByMeaning", field = "embedding", pk = "tenant", filter = ["lang"], query = "similar")]
struct Doc {
    tenant: String,
    id: String,
    lang: String,
    #[dynamo(flatten)]
    rest: std::collections::HashMap<String, String>,
    embedding: Vector<3>,
}

fn main() {}
