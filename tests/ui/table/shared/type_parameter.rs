// Rule: a shared table has no parameters
use dynamo_runtime::Table;

#[derive(Table)]
#[table(name = "trading", pk = "PK", sk = "SK")]
struct Trading<T>(T);

fn main() {}
