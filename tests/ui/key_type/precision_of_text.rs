// Rule: a precision is for times
// Cure: write `{at}` for text, or make the field a time
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "PK", sk = "SK")]
#[key(pk = "ORDER#{id}", sk = "META#{at:millis}")]
struct Order {
    id: String,
    at: String,
}

fn main() {}
