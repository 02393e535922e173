// Rule: the type of a sort key needs a sort key
use dynamo_runtime::Table;

#[derive(Table)]
#[table(name = "trading", pk = "PK", sk_type = "N")]
struct Trading;

fn main() {}
