// Rule: a shard is one of a field
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "id")]
#[gsi(name = "ByIt", pk = "DAY#{day}#{shard(8)}", pk_attr = "DayPK", query = "by_it")]
struct Order {
    id: String,
    day: String,
}

fn main() {
    let _ = Order::by_it("x").limit(2);
}
