// Rule: an item says its entity name
use dynamo_runtime::Table;

#[derive(Table)]
#[table(name = "trading", pk = "PK", sk = "SK")]
#[dynamo(entity = "ORDER")]
struct Trading;

fn main() {}
