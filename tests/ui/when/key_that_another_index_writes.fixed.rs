use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "id")]
#[gsi(name = "All", pk = "CUSTOMER#{customer}", pk_attr = "GSI1PK", query = "all_of")]
#[gsi(name = "Open", pk = "OPEN#{customer}", pk_attr = "GSI2PK", sk = "total", query = "open", when = self.open)]
struct Order {
    id: String,
    customer: String,
    total: u64,
    open: bool,
}

fn main() {
    let _ = Order::open("c1");
}
