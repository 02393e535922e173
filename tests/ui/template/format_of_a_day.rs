// Rule: a day is the beginning of a time
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "id")]
#[gsi(name = "ByIt", pk = "DAY#{at:day}", pk_attr = "DayPK", query = "by_it")]
struct Order {
    id: String,
    at: String,
}

fn main() {
    let _ = Order::by_it("x").limit(2);
}
