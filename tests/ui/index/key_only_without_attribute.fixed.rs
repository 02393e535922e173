use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id}", sk = "META#{at}")]
#[gsi(name = "by_time", pk = "at", pk_attr = "GSI1PK")]
struct Order {
    id: String,
    #[dynamo(key_only)]
    at: String,
}

fn main() {}
