// Rule: an index name has 3 to 255 characters
use dynamo_runtime::Table;

#[derive(Table)]
#[table(name = "trading", pk = "PK", sk = "SK")]
#[gsi(name = "G1", pk = "GSI1_PK")]
struct Trading;

fn main() {}
