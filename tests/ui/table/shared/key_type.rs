// Rule: a key is of type S, N or B
use dynamo_runtime::Table;

#[derive(Table)]
#[table(name = "trading", pk = "PK", sk = "SK", sk_type = "number")]
struct Trading;

fn main() {}
