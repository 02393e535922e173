// Rule: DynamoDB reads a vector from its attribute
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "docs", pk = "tenant", sk = "id")]
#[vector(name = "ByMeaning", field = "embedding", pk = "tenant", filter = ["lang"], query = "similar")]
struct Doc {
    tenant: String,
    id: String,
    lang: String,
    #[dynamo(serde)]
    embedding: Vec<f32>,
}

fn main() {}
