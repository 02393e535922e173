use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id}", sk = "META#{at}")]
#[lsi(name = "by_owner", sk = "owner")]
struct Order {
    id: String,
    at: String,
    owner: String,
}

fn main() {}
