// Rule: a local index needs a sort key of the table
use dynamo_runtime::Table;

#[derive(Table)]
#[table(name = "trading", pk = "PK")]
#[lsi(name = "ByStatus", sk = "status")]
struct Trading;

fn main() {}
