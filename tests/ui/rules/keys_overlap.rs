// Rule: no key can be one of two types
use dynamo_runtime::{Item, Table, check_items};

#[derive(Table)]
#[table(name = "shop", pk = "PK", sk = "SK")]
struct Shop;

#[derive(Item)]
#[dynamo(table = Shop)]
#[key(pk = "CUSTOMER#{id}", sk = "{at:raw}")]
struct Customer {
    id: String,
    at: String,
}

#[derive(Item)]
#[dynamo(table = Shop)]
#[key(pk = "CUSTOMER#{id}", sk = "ORDER#{number}")]
struct Order {
    id: String,
    number: String,
}

const _: () = check_items::<(Customer, Order)>();

fn main() {}
