// Rule: a vector index is searched in one partition
use dynamo_runtime::{Item, Vector};

#[derive(Item)]
#[table(name = "docs", pk = "id")]
#[vector(name = "ByMeaning", field = "meaning", distance = "cosine", pk = "{tenant}#{id:shard(4)}", pk_attr = "MeaningPK")]
struct Doc {
    id: String,
    tenant: String,
    meaning: Vector<3>,
}

fn main() {}
