// Rule: a shared table is a unit struct
use dynamo_runtime::Table;

#[derive(Table)]
#[table(name = "trading", pk = "PK", sk = "SK")]
enum Trading {
    Order,
}

fn main() {}
