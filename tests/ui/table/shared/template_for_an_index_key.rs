// Rule: an index of a shared table names attributes, the items in it write templates
use dynamo_runtime::Table;

#[derive(Table)]
#[table(name = "trading", pk = "PK", sk = "SK")]
#[gsi(name = "GSI1", pk = "PRODUCT#{product_id}")]
struct Trading;

fn main() {}
