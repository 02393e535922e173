// Rule: a table has five local indexes at most
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id}", sk = "META#{at}")]
#[lsi(name = "ix1", sk = "owner")]
#[lsi(name = "ix2", sk = "owner")]
#[lsi(name = "ix3", sk = "owner")]
#[lsi(name = "ix4", sk = "owner")]
#[lsi(name = "ix5", sk = "owner")]
#[lsi(name = "ix6", sk = "owner")]
struct Order {
    id: String,
    at: String,
    owner: String,
}

fn main() {}
