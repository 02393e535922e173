// Rule: a cursor is made from text
use dynamo_runtime::{Cursor, Item};

#[derive(Item)]
#[table(name = "orders", pk = "customer", sk = "id")]
struct Order {
    customer: String,
    id: u32,
    total: u32,
}

fn main() {
    let _ = Order::query("ada").after(Cursor::new("abc"));
}
