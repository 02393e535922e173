// Rule: a collection with a mistake still has its members
use dynamo_runtime::{Collection, Item, Table};

#[derive(Table)]
#[table(name = "shop", pk = "PK", sk = "SK")]
struct Shop;

#[derive(Item)]
#[dynamo(table = Shop)]
#[key(pk = "CUSTOMER#{customer}", sk = "ORDER#{id}")]
struct Order {
    customer: String,
    id: String,
}

#[derive(Collection)]
#[collection(table = Shop, index = ByDay)]
enum Event {
    Order(Order),
}

fn main() {
    let _ = Event::query("2025").range(Order::ID.gt("10")).filter_of::<Order>(Order::ID.eq("1"));
}
