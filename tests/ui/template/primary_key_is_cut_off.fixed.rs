use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id:first(4)}", sk = "META#{at}#{id}")]
struct Order {
    id: String,
    at: String,
}

fn main() {}
