// Rule: the attributes of a key differ
use dynamo_runtime::Table;

#[derive(Table)]
#[table(name = "trading", pk = "PK", sk = "SK")]
#[gsi(name = "GSI1", pk = "GSI1_PK", sk = "GSI1_PK")]
struct Trading;

fn main() {}
