// Rule: no key can be one of two types
use dynamo_runtime::{Item, Table, check_items};

#[derive(Table)]
#[table(name = "shop", pk = "PK", sk = "SK")]
struct Shop;

#[derive(Item)]
#[dynamo(table = Shop)]
#[key(pk = "CUSTOMER#{id}", sk = "META#1")]
struct Customer {
    id: String,
}

#[derive(Item)]
#[dynamo(table = Shop)]
#[key(pk = "CUSTOMER#{customer}", sk = "META#1")]
struct Order {
    customer: String,
}

const _: () = check_items::<(Customer, Order)>();

fn main() {}
