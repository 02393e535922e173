// Rule: a key of an index is of type S, N or B
use dynamo_runtime::Table;

#[derive(Table)]
#[table(name = "trading", pk = "PK", sk = "SK")]
#[gsi(name = "GSI1", pk = "GSI1_PK", pk_type = "String")]
struct Trading;

fn main() {}
