// Rule: the entity name has an attribute of its own
use dynamo_runtime::Table;

#[derive(Table)]
#[table(name = "trading", pk = "PK", sk = "SK", type_attr = "SK")]
struct Trading;

fn main() {}
