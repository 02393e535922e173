// Rule: a `key_only` field can always be read back from its key
use dynamo_runtime::{Item, Table};

#[derive(Table)]
#[table(name = "trading", pk = "PK", sk = "SK", type_attr = "kind")]
#[gsi(name = "GSI1", pk = "GSI1_PK", sk = "GSI1_SK")]
struct Trading;

#[derive(Item)]
#[dynamo(table = Trading)]
#[key(pk = "ORDER#{id}", sk = "ORDER#{id}")]
#[gsi(name = "GSI1", pk = "PRODUCT#{product}", sk = "{id}", when = self.open)]
struct Order {
    id: String,
    open: bool,
    #[dynamo(key_only)]
    product: String,
}

fn main() {}
