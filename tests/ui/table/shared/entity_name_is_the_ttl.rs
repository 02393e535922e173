// Rule: the entity name has an attribute of its own
use dynamo_runtime::Table;

#[derive(Table)]
#[table(name = "trading", pk = "PK", ttl = "meta", type_attr = "meta")]
struct Trading;

fn main() {}
