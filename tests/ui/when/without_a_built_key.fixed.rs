use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "id")]
#[gsi(name = "Open", pk = "OPEN#{customer}", pk_attr = "OpenPK", query = "open", when = self.open)]
struct Order {
    id: String,
    customer: String,
    open: bool,
}

fn main() {
    let _ = Order::open("c1");
}
