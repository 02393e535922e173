// Rule: the attribute that a shared table expires items by is a number of seconds
use dynamo_runtime::{Item, Table};

#[derive(Table)]
#[table(name = "trading", pk = "PK", sk = "SK", ttl = "ttl")]
struct Trading;

#[derive(Item)]
#[dynamo(table = Trading)]
#[key(pk = "ORDER#{id}", sk = "ORDER#{id}")]
struct Order {
    id: String,
    ttl: Option<String>,
}

fn main() {}
