// Rule: a search is sent
use dynamo_runtime::{Db, Item, Vector};

#[derive(Item)]
#[table(name = "docs", pk = "tenant", sk = "id")]
#[vector(name = "ByMeaning", field = "embedding", pk = "tenant", query = "similar")]
struct Doc {
    tenant: String,
    id: String,
    embedding: Vector<3>,
}

fn read(db: &Db) {
    let _ = Doc::similar("acme", &[1.0, 2.0, 3.0]).all(db);
}

fn main() {}
