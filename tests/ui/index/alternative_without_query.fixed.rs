use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id}", sk = "META#{at}")]
#[gsi(name = "by_any", pk = "A#{agent}", pk_attr = "G")]
#[gsi(name = "by_any", pk = "B#{at}", pk_attr = "G", query = "by_time")]
struct Order {
    id: String,
    at: String,
    agent: Option<String>,
}

fn main() {}
