// Rule: the type of a key needs the key
use dynamo_runtime::Table;

#[derive(Table)]
#[table(name = "trading", pk = "PK", sk = "SK")]
#[gsi(name = "GSI1", pk = "GSI1_PK", sk_type = "N")]
struct Trading;

fn main() {}
