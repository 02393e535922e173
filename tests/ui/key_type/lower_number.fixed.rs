use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id:020}", sk = "META#{id:020}")]
struct Order {
    id: u64,
    at: String,
}

fn main() {}
