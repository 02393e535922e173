// Rule: a query is named by the items in the index
use dynamo_runtime::Table;

#[derive(Table)]
#[table(name = "trading", pk = "PK", sk = "SK")]
#[gsi(name = "GSI1", pk = "GSI1_PK", query = "by_product")]
struct Trading;

fn main() {}
