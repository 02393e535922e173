// Rule: the attributes of a key differ
use dynamo_runtime::Table;

#[derive(Table)]
#[table(name = "trading", pk = "PK", sk = "PK")]
struct Trading;

fn main() {}
