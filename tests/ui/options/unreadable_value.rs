// Rule: the value of an option follows its `=`
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = , pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id}", sk = "META#{at}")]
struct Order {
    id: String,
    at: String,
}

fn main() {}
