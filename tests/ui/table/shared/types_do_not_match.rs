// Rule: each attribute of a key has one type
use dynamo_runtime::Table;

#[derive(Table)]
#[table(name = "trading", pk = "PK", sk = "SK")]
#[gsi(name = "GSI1", pk = ["tenant", "region"], pk_type = ["S"])]
struct Trading;

fn main() {}
