// Rule: a projection is ALL, KEYS_ONLY or a list
use dynamo_runtime::Table;

#[derive(Table)]
#[table(name = "trading", pk = "PK", sk = "SK")]
#[gsi(name = "GSI1", pk = "GSI1_PK", projection = "KEYS")]
struct Trading;

fn main() {}
