// Rule: a variable of a table name is an identifier in braces
use dynamo_runtime::Table;

#[derive(Table)]
#[table(name = "trading_{env", pk = "PK")]
struct Trading;

fn main() {}
