// Rule: a local index needs a table with a sort key
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK")]
#[key(pk = "ORDER#{id}")]
#[lsi(name = "by_time", sk = "at")]
struct Order {
    id: String,
    at: String,
}

fn main() {}
