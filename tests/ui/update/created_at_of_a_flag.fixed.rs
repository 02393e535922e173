use dynamo_runtime::Item;

#[derive(Item)]
#[table(name = "orders", pk = "id")]
struct Order {
    id: String,
    #[dynamo(created_at)]
    created_at: String,
}

fn main() {}
