// Rule: an item of a shared table is no value inside another
use dynamo_runtime::{Attribute, Item, Table};

#[derive(Table)]
#[table(name = "shop", pk = "PK")]
struct Shop;

#[derive(Item, Attribute)]
#[dynamo(table = Shop)]
#[key(pk = "USER#{id}")]
struct User {
    id: String,
}

fn main() {
    let _ = User::key("1").get();
}
