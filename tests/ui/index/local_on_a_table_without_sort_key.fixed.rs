use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id}", sk = "META#{at}")]
#[lsi(name = "by_time", sk = "at")]
struct Order {
    id: String,
    at: String,
}

fn main() {}
