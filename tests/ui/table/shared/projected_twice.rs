// Rule: an index projects an attribute once
use dynamo_runtime::Table;

#[derive(Table)]
#[table(name = "trading", pk = "PK", sk = "SK")]
#[gsi(name = "GSI1", pk = "GSI1_PK", projection = ["status", "total", "status"])]
struct Trading;

fn main() {}
