// Rule: entity names are unique in a table
use dynamo_runtime::{Item, Table, check_items};

#[derive(Table)]
#[table(name = "shop", pk = "PK", sk = "SK", type_attr = "kind")]
struct Shop;

#[derive(Item)]
#[dynamo(table = Shop, entity = "ORDER")]
#[key(pk = "CUSTOMER#{id}", sk = "CUSTOMER#{id}")]
struct Customer {
    id: String,
}

#[derive(Item)]
#[dynamo(table = Shop, entity = "ORDER")]
#[key(pk = "CUSTOMER#{id}", sk = "ORDER#{number}")]
struct Order {
    id: String,
    number: String,
}

const _: () = check_items::<(Customer, Order)>();

fn main() {}
