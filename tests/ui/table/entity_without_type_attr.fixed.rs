use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK", type_attr = "kind")]
#[key(pk = "ORDER#{id}", sk = "META#{at}")]
#[dynamo(entity = "ORDER")]
struct Order {
    id: String,
    at: String,
}

fn main() {}
