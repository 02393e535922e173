// Rule: a vector is a list of 32-bit floats of one length
// Cure: make it a `Vector<N>` or `[f32; N]`
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "docs", pk = "tenant", sk = "id")]
#[vector(name = "ByMeaning", field = "embedding", pk = "tenant", filter = ["lang"], query = "similar")]
struct Doc {
    tenant: String,
    id: String,
    lang: String,
    embedding: Vec<f32>,
}

fn main() {}
