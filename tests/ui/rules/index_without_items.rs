// Rule: some item type is in every index of its table
use dynamo_runtime::{Item, Table, check_items};

#[derive(Table)]
#[table(name = "shop", pk = "PK", sk = "SK")]
#[gsi(name = "ByDay", pk = "DayPK", sk = "DaySK")]
struct Shop;

#[derive(Item)]
#[dynamo(table = Shop)]
#[key(pk = "CUSTOMER#{customer}", sk = "ORDER#{id}")]
struct Order {
    customer: String,
    id: String,
    day: String,
}

const _: () = check_items::<(Order,)>();

fn main() {}
