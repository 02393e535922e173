// Rule: the items are a tuple
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

const _: () = check_items::<Customer>();

fn main() {}
