// Rule: an item names its shared table in `#[dynamo]`
use dynamo_runtime::{Item, Table};

#[derive(Table)]
#[table(name = "shop", pk = "PK", sk = "SK")]
struct Shop;

#[derive(Item)]
#[table(name = Shop)]
#[key(pk = "ORDER#{id}", sk = "META#{at}")]
struct Order {
    id: String,
    at: String,
}

fn main() {}
