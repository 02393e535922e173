// Rule: an item names its shared table in `#[dynamo]`
use dynamo_runtime::{Item, Table};

#[derive(Table)]
#[table(name = "shop", pk = "PK")]
struct Shop;

#[derive(Item)]
#[table(Shop)]
#[key(pk = "ORDER#{id}")]
struct Order {
    id: String,
}

fn main() {}
