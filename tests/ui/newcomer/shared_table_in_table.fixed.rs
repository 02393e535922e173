use dynamo_runtime::{Item, Table};

#[derive(Table)]
#[table(name = "shop", pk = "PK")]
struct Shop;

#[derive(Item)]
#[dynamo(table = Shop)]
#[key(pk = "ORDER#{id}")]
struct Order {
    id: String,
}

fn main() {}
