use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "CUSTOMER#{customer}", sk = "ORDER#{at}#{id}")]
#[gsi(name = "ByStatus", pk = "status", sk = "total", query = "by_status")]
struct Order {
    customer: String,
    at: String,
    id: String,
    status: String,
    total: u64,
    open: bool,
    tags: Vec<String>,
}

fn main() {
    let _ = Order::OPEN.eq(false);
}
