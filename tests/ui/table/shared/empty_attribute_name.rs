// Rule: an attribute has a name
use dynamo_runtime::Table;

#[derive(Table)]
#[table(name = "trading", pk = "PK", sk = "")]
struct Trading;

fn main() {}
