// Rule: a key attribute of the table is used as it is
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id}", sk = "META#{at}")]
#[gsi(name = "inverted", pk = "SK", pk_attr = "GSI1PK", sk = "PK")]
struct Order {
    id: String,
    at: String,
}

fn main() {}
