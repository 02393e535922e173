use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id}", sk = "META#{at}")]
#[gsi(name = "by_n", pk = "id", sk = "N#{n:010}", sk_attr = "S")]
struct Order {
    id: String,
    at: String,
    n: Option<u32>,
}

fn main() {}
