// Rule: a local index has a sort key
use dynamo_runtime::Table;

#[derive(Table)]
#[table(name = "trading", pk = "PK", sk = "SK")]
#[lsi(name = "ByStatus")]
struct Trading;

fn main() {}
