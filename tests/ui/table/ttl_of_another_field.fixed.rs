use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK", ttl = "expiry")]
#[key(pk = "ORDER#{id}", sk = "META#{at}")]
struct Order {
    id: String,
    at: String,
    #[dynamo(ttl)]
    expiry: u64,
}

fn main() {}
