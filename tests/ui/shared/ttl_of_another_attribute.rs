// Rule: an item expires by the attribute of its table
use dynamo_runtime::{Item, Table};

#[derive(Table)]
#[table(name = "trading", pk = "PK", sk = "SK", ttl = "ttl")]
struct Trading;

#[derive(Item)]
#[dynamo(table = Trading)]
#[key(pk = "ORDER#{id}", sk = "ORDER#{id}")]
struct Order {
    id: String,
    #[dynamo(ttl)]
    expires: u64,
}

fn main() {}
