use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id}", sk = "META#{note}")]
struct Order {
    id: String,
    at: String,
    #[dynamo(key_only)]
    note: String,
}

fn main() {}
