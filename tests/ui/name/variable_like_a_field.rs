// Rule: a missing variable is not looked for among generated types
// Cure: declare the variable
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "id")]
struct Order {
    id: String,
    total: u64,
}

fn main() {
    println!("{total}");
}
