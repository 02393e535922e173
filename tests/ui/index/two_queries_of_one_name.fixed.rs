use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id}", sk = "META#{at}")]
#[gsi(name = "by_owner", pk = "owner", query = "find")]
#[gsi(name = "by_time", pk = "at", query = "find_by_time")]
struct Order {
    id: String,
    at: String,
    owner: String,
}

fn main() {}
