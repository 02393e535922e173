// Rule: a key of an index has up to four attributes
use dynamo_runtime::Table;

#[derive(Table)]
#[table(name = "trading", pk = "PK", sk = "SK")]
#[gsi(name = "GSI1", pk = ["a", "b", "c", "d", "e"])]
struct Trading;

fn main() {}
