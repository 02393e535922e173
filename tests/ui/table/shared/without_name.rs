// Rule: a shared table has a name
use dynamo_runtime::Table;

#[derive(Table)]
#[table(pk = "PK", sk = "SK")]
struct Trading;

fn main() {}
