use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "id")]
struct Order {
    id: String,
    #[dynamo(ttl)]
    expires: u64,
}

fn main() {}
