// Rule: a shared table holds nothing itself
use dynamo_runtime::Table;

#[derive(Table)]
#[table(name = "trading", pk = "PK", sk = "SK")]
struct Trading {
    id: String,
}

fn main() {}
