use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id:upper}", sk = "META#{id}")]
struct Order {
    id: String,
    at: String,
}

fn main() {}
