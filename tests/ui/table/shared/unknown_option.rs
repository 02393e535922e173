// Rule: an option is one of those there are
use dynamo_runtime::Table;

#[derive(Table)]
#[table(name = "trading", partition_key = "PK")]
struct Trading;

fn main() {}
