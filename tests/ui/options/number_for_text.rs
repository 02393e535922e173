// Rule: an option that takes a string takes nothing else
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = 5, pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id}", sk = "META#{at}")]
struct Order {
    id: String,
    at: String,
}

fn main() {}
