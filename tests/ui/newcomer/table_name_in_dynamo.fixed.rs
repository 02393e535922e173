use dynamo_runtime::Item;

#[derive(Item)]
#[key(pk = "ORDER#{id}", sk = "META#{at}")]
#[table(name = "orders", pk = "PK", sk = "SK")]
struct Order {
    id: String,
    at: String,
}

fn main() {}
