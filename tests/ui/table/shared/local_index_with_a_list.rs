// Rule: a local index sorts by one attribute
use dynamo_runtime::Table;

#[derive(Table)]
#[table(name = "trading", pk = "PK", sk = "SK")]
#[lsi(name = "ByStatus", sk = ["status", "total"])]
struct Trading;

fn main() {}
