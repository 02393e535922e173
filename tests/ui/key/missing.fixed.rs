use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK")]
#[key(pk = "ORDER#{id}")]
struct Order {
    id: String,
    at: String,
}

fn main() {}
