// Rule: `updated_at` is a point in time
use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "id")]
struct Order {
    id: String,
    #[dynamo(updated_at)]
    on: chrono::NaiveDate,
}

fn main() {}
