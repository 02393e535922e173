// Rule: an item is kept out of an index by leaving a key out that no other index writes
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "id")]
#[gsi(name = "All", pk = "CUSTOMER#{customer}", pk_attr = "GSI1PK", query = "all_of")]
#[gsi(name = "Open", pk = "CUSTOMER#{customer}", pk_attr = "GSI1PK", sk = "total", query = "open", when = self.open)]
struct Order {
    id: String,
    customer: String,
    total: u64,
    open: bool,
}

fn main() {
    let _ = Order::open("c1");
}
