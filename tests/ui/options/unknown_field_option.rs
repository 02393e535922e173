// Rule: an unknown option of a field is an error, with a suggestion
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id}", sk = "META#{at}")]
struct Order {
    id: String,
    #[dynamo(skipp)]
    at: String,
}

fn main() {}
