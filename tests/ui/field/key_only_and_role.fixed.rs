use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id}", sk = "META#{revision:020}")]
struct Order {
    id: String,
    at: String,
    #[dynamo(created_at)]
    revision: u64,
}

fn main() {}
