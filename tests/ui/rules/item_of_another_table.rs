// Rule: the items are those of one table
use dynamo_runtime::{Item, Table, check_items};

#[derive(Table)]
#[table(name = "shop", pk = "PK", sk = "SK")]
struct Shop;

#[derive(Item)]
#[dynamo(table = Shop)]
#[key(pk = "CUSTOMER#{id}", sk = "CUSTOMER#{id}")]
struct Customer {
    id: String,
}

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "CUSTOMER#{id}", sk = "ORDER#{number}")]
struct Order {
    id: String,
    number: String,
}

const _: () = check_items::<(Customer, Order)>();

fn main() {}
