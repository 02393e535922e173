// Rule: a table has five vector indexes at most
use dynamo_runtime::{Item, Vector};

#[derive(Item)]
#[table(name = "docs", pk = "tenant", sk = "id")]
#[vector(name = "ByMeaning0", field = "embedding", query = "similar0")]
#[vector(name = "ByMeaning1", field = "embedding", query = "similar1")]
#[vector(name = "ByMeaning2", field = "embedding", query = "similar2")]
#[vector(name = "ByMeaning3", field = "embedding", query = "similar3")]
#[vector(name = "ByMeaning4", field = "embedding", query = "similar4")]
#[vector(name = "ByMeaning5", field = "embedding", query = "similar5")]
struct Doc {
    tenant: String,
    id: String,
    lang: String,
    embedding: Vector<3>,
}

fn main() {}
