// Rule: an option is one of those there are
use dynamo_runtime::Table;

#[derive(Table)]
#[table(name = "trading", pk = "PK", sk = "SK")]
#[gsi(name = "GSI1", pk_attr = "GSI1_PK", sk_attr = "GSI1_SK")]
struct Trading;

fn main() {}
