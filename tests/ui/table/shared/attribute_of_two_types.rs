// Rule: an attribute has one type in all keys
use dynamo_runtime::Table;

#[derive(Table)]
#[table(name = "trading", pk = "PK", sk = "SK")]
#[gsi(name = "GSI1", pk = "GSI1_PK", sk = "at")]
#[gsi(name = "GSI2", pk = "GSI2_PK", sk = "at", sk_type = "N")]
struct Trading;

fn main() {}
