// Rule: the TTL attribute is a number
use dynamo_runtime::Table;

#[derive(Table)]
#[table(name = "trading", pk = "PK", sk = "SK", ttl = "SK")]
struct Trading;

fn main() {}
