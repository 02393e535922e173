// Rule: the entity name is text
use dynamo_runtime::Table;

#[derive(Table)]
#[table(name = "trading", pk = "PK", sk = "SK", type_attr = "kind")]
#[gsi(name = "ByKind", pk = "kind", pk_type = "N")]
struct Trading;

fn main() {}
