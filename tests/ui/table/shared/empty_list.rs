// Rule: a list of key attributes names one at least
use dynamo_runtime::Table;

#[derive(Table)]
#[table(name = "trading", pk = "PK", sk = "SK")]
#[gsi(name = "GSI1", pk = [])]
struct Trading;

fn main() {}
