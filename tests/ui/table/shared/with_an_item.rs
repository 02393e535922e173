// Rule: a mistake in a table is not reported again for its items
use dynamo_runtime::{Item, Table};

#[derive(Table)]
#[table(name = "trading", pk = "PK", sk = "SK")]
#[gsi(name = "GSI1", pk = "GSI1_PK", sk_type = "N")]
struct Trading;

#[derive(Item)]
#[dynamo(table = Trading)]
#[key(pk = "ORDER#{id}", sk = "ORDER#{id}")]
#[gsi(name = "GSI1", pk = "PRODUCT#{id}")]
struct Order {
    id: String,
}

fn main() {
    let _ = Order { id: "1".into() }.put();
    let _ = dynamo_runtime::Db::create_table::<Trading>;
}
