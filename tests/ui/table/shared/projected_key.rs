// Rule: the keys are in every index anyway
use dynamo_runtime::Table;

#[derive(Table)]
#[table(name = "trading", pk = "PK", sk = "SK")]
#[gsi(name = "GSI1", pk = "GSI1_PK", projection = ["status", "SK"])]
struct Trading;

fn main() {}
