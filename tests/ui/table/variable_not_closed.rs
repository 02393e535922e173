// Rule: a variable of a table name is an identifier in braces
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders_{env", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id}", sk = "META#{at}")]
struct Order {
    id: String,
    at: String,
}

fn main() {}
