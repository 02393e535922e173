// Rule: every item type is listed once
use dynamo_runtime::{Item, Table, check_items};

#[derive(Table)]
#[table(name = "shop", pk = "PK")]
struct Shop;

#[derive(Item)]
#[dynamo(table = Shop)]
#[key(pk = "ORDER#{id}")]
struct Order {
    id: String,
}

const _: () = check_items::<(Order, Order)>();

fn main() {}
