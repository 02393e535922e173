// Rule: a local index sorts by another attribute than the table
use dynamo_runtime::Table;

#[derive(Table)]
#[table(name = "trading", pk = "PK", sk = "SK")]
#[lsi(name = "BySort", sk = "SK")]
struct Trading;

fn main() {}
