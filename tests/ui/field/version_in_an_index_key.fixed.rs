use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "id")]
#[gsi(name = "by_version", pk = "V#{id}", pk_attr = "GSI1PK")]
struct Order {
    id: String,
    #[dynamo(version)]
    version: u64,
}

fn main() {}
