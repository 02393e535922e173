// Rule: what an index projects is an attribute that some item type stores
use dynamo_runtime::{Item, Table, check_items};

#[derive(Table)]
#[table(name = "shop", pk = "PK", sk = "SK")]
#[gsi(name = "ByDay", pk = "DayPK", projection = ["total", "statuss"])]
struct Shop;

#[derive(Item)]
#[dynamo(table = Shop)]
#[key(pk = "CUSTOMER#{customer}", sk = "ORDER#{id}")]
#[gsi(name = "ByDay", pk = "DAY#{day}")]
struct Order {
    customer: String,
    id: String,
    day: String,
    status: String,
    total: u64,
}

const _: () = check_items::<(Order,)>();

fn main() {}
