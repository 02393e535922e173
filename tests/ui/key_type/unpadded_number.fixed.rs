use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id}", sk = "META#{at:020}")]
struct Order {
    id: String,
    at: u64,
}

fn main() {}
