use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "id")]
#[gsi(name = "Book", pk = "{market}#{side}", pk_attr = "G1", sk = "{price}", sk_attr = "G2", when = self.open)]
struct Order {
    id: String,
    market: String,
    side: String,
    price: i64,
    open: bool,
    size: u64,
    notes: Vec<String>,
    remark: String,
    #[dynamo(version)]
    version: u64,
}

fn main() {
    let _ = Order::key("o1").update().set(Order::REMARK, "m");
}
