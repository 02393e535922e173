// Rule: a local index has the partition key of the table
use dynamo_runtime::Table;

#[derive(Table)]
#[table(name = "trading", pk = "PK", sk = "SK")]
#[lsi(name = "ByStatus", pk_type = "S", sk = "status")]
struct Trading;

fn main() {}
