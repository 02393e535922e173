// Rule: an attribute has one type in all keys
use dynamo_runtime::Table;

#[derive(Table)]
#[table(name = "trading", pk = "PK", sk = "SK")]
#[gsi(name = "Inverted", pk = "SK", pk_type = "N", sk = "PK")]
struct Trading;

fn main() {}
