// Rule: a `default` function returns the type of the field
// Cure: return the type of the field from the function
use dynamo_runtime::Item;

fn one() -> u32 {
    1
}

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id}", sk = "META#{at}")]
struct Order {
    id: String,
    at: String,
    #[dynamo(default = one)]
    count: u64,
}

fn main() {}
